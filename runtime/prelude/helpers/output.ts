type Details = { readonly [key: string]: unknown };

const IMAGE_EXPECTED =
  "image expects a non-empty image URL string, an object with image_url and optional detail, or a raw MCP image block";
const AUDIO_EXPECTED = "audio expects a non-empty audio URL string, an object with audio_url, or a raw MCP audio block";

function text(value: unknown): void {
  if (ended) return;
  emitText(displayText(value, text));
}

function notify(value: unknown): void {
  if (ended) return;
  const shown = displayText(value, notify);
  if (stringTrim(shown) === "") throw "notify expects non-empty text";
  emit("notify", shown);
}

function detailOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "string") throw "image detail must be a string when provided";
  const detail = stringToLowerCase(value);
  if (detail !== "auto" && detail !== "low" && detail !== "high" && detail !== "original") {
    throw "image detail must be one of: auto, low, high, original";
  }
  return detail;
}

function isRecord(value: unknown): value is Details {
  return typeof value === "object" && value !== null && !isArray(value);
}

function isDataUrl(url: string): boolean {
  return stringToLowerCase(stringSlice(url, 0, 5)) === "data:";
}

/** `data:` URL of an MCP media block's data, which may be one already. */
function blockUrl(block: Details, missing: string): string {
  const data = block["data"];
  if (typeof data !== "string" || data === "") throw missing;
  if (isDataUrl(data)) return data;
  const mime = block["mimeType"] ?? block["mime_type"];
  return "data:" + (typeof mime === "string" && mime !== "" ? mime : "application/octet-stream") + ";base64," + data;
}

function quotedType(type: unknown): string {
  return typeof type === "string" ? jsonStringify(type) : safeString(type);
}

/** URL and embedded detail of what `image` accepts. */
function imageSource(value: unknown): { url: string; detail: string | undefined } {
  if (typeof value === "string") {
    if (value === "") throw IMAGE_EXPECTED;
    return { url: value, detail: undefined };
  }
  if (!isRecord(value)) throw IMAGE_EXPECTED;
  const imageUrl = value["image_url"];
  if (imageUrl !== undefined) {
    if (typeof imageUrl !== "string" || imageUrl === "") throw IMAGE_EXPECTED;
    return { url: imageUrl, detail: detailOf(value["detail"]) };
  }
  const type = value["type"];
  if (type === undefined) throw IMAGE_EXPECTED;
  if (type !== "image") throw "image only accepts MCP image blocks, got " + quotedType(type);
  const url = blockUrl(value, "image expected MCP image data");
  let detail: string | undefined;
  const meta = value["_meta"];
  if (isRecord(meta)) {
    try {
      detail = detailOf(meta["codex/imageDetail"]);
    } catch {
      // A server's own mistake is not the script's: an unknown detail counts as none.
    }
  }
  return { url, detail };
}

function image(value: unknown, detail: unknown): void {
  if (ended) return;
  const source = imageSource(value);
  const chosen = detailOf(detail) ?? source.detail ?? "high";
  if (!isDataUrl(source.url)) {
    const lower = stringToLowerCase(source.url);
    throw stringStartsWith(lower, "http:") || stringStartsWith(lower, "https:")
      ? "Tool call failed: remote image URLs are not supported in tool outputs. Pass a base64 data URI instead"
      : "Tool call failed: invalid image output. Pass a base64 data URI instead";
  }
  emit("image", source.url, chosen);
}

function audioSource(value: unknown): string {
  if (typeof value === "string") {
    if (value === "") throw AUDIO_EXPECTED;
    return value;
  }
  if (!isRecord(value)) throw AUDIO_EXPECTED;
  const audioUrl = value["audio_url"];
  if (audioUrl !== undefined) {
    if (typeof audioUrl !== "string" || audioUrl === "") throw AUDIO_EXPECTED;
    return audioUrl;
  }
  const type = value["type"];
  if (type === undefined) throw AUDIO_EXPECTED;
  if (type !== "audio") throw "audio only accepts MCP audio blocks, got " + quotedType(type);
  return blockUrl(value, "audio expected MCP audio data");
}

function audio(value: unknown): void {
  if (ended) return;
  const url = audioSource(value);
  if (!isDataUrl(url)) throw "Tool call failed: invalid audio output. Pass a base64 data URI instead";
  emit("audio", url);
}

function generatedImage(value: unknown): void {
  if (ended) return;
  if (!isRecord(value)) throw "generatedImage expects an image generation result object";
  const hint = value["output_hint"];
  if (hint !== undefined && typeof hint !== "string") throw "generatedImage output_hint must be a string when provided";
  image(value, undefined);
  if (hint !== undefined) emitText(stringToWellFormed(hint));
}

function emitBlock(block: unknown): void {
  if (!isRecord(block)) throw "content expects one MCP ContentBlock";
  switch (block["type"]) {
    case "text": {
      const value = block["text"];
      if (typeof value !== "string") throw "content expects one MCP ContentBlock";
      emitText(stringToWellFormed(value));
      return;
    }
    case "image":
      image(block, undefined);
      return;
    case "audio":
      audio(block);
      return;
    case "resource":
    case "resource_link":
      emitText(displayText(block, content));
      return;
    default:
      throw "content expects one MCP ContentBlock";
  }
}

function content(value: unknown): void {
  if (ended) return;
  const iterate = isRecord(value) || isArray(value) ? (value as Details)[symbolIterator as never] : undefined;
  if (typeof iterate !== "function") {
    emitBlock(value);
    return;
  }
  const iterator = apply(iterate, value, []) as { next: () => { done?: boolean; value: unknown } };
  const next = iterator.next;
  for (;;) {
    const step = apply(next, iterator, []);
    if (step.done) return;
    emitBlock(step.value);
  }
}

defineHelper("text", text);
defineHelper("notify", notify);
defineHelper("image", image);
defineHelper("audio", audio);
defineHelper("generatedImage", generatedImage);
defineHelper("content", content);
