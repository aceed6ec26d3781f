import type { ContentItem } from "../../../tools/index.ts";
import type { ContentBlock, ServerSdk } from "../sdk.ts";

const DATA_URL = /^data:([^;,]*)((?:;[^;,]*)*),/iu;

/** Items of an output as content blocks. Media that no block can hold becomes text. */
export function toBlocks(items: readonly ContentItem[], sdk: ServerSdk): ContentBlock[] {
  return items.map((item) => {
    if (item.type === "text") return { type: "text", text: item.text };
    const url = item.type === "image" ? item.imageUrl : item.audioUrl;
    const media = readDataUrl(url);
    const block: unknown = media === null ? null : { type: item.type, ...media };
    return sdk.isContentBlock(block) ? block : { type: "text", text: `[${item.type} that is no base64 data URL]` };
  });
}

/** Blocks as another server sent them. What this version of the protocol does not know becomes text. */
export function checkedBlocks(blocks: readonly unknown[], sdk: ServerSdk): ContentBlock[] {
  return blocks.map((block) => (sdk.isContentBlock(block) ? block : { type: "text", text: jsonText(block) }));
}

function readDataUrl(url: string): { readonly data: string; readonly mimeType: string } | null {
  const [prefix, mimeType = "", parameters = ""] = DATA_URL.exec(url) ?? [];
  if (prefix === undefined || !/;base64$/iu.test(parameters)) return null;
  return { data: url.slice(prefix.length), mimeType: mimeType === "" ? "application/octet-stream" : mimeType };
}

function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "null";
  } catch {
    return "[content that cannot be shown]";
  }
}
