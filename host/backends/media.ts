import type { ContentItem } from "../../tools/index.ts";

/** What a base64 `data:` URL holds. */
export interface InlineData {
  /** `image/png`, in lower case and without parameters. */
  readonly mediaType: string;
  /** Base64. */
  readonly data: string;
}

const DATA_URL = /^data:([a-z0-9.+-]+\/[a-z0-9.+-]+)(?:;[^;,]*)*;base64,/iu;
/** Longest head of a `data:` URL that is looked at: a hostile one may be megabytes of parameters. */
const MAX_HEAD_LENGTH = 256;

/** Takes a base64 `data:` URL apart; null for every other text. */
export function inlineData(url: string): InlineData | null {
  const found = DATA_URL.exec(url.slice(0, MAX_HEAD_LENGTH));
  if (found?.[1] === undefined) return null;
  return { mediaType: found[1].toLowerCase(), data: url.slice(found[0].length) };
}

/** Whether a text is a URL that an API can fetch by itself. */
export function isWebUrl(url: string): boolean {
  return /^https?:\/\//iu.test(url);
}

/** Longest URL that is shown. */
const MAX_SHOWN_URL = 2_000;

/** What stands in the place of an item that the API has no form for. */
export function withheldText(item: Exclude<ContentItem, { readonly type: "text" }>): string {
  const url = item.type === "image" ? item.imageUrl : item.audioUrl;
  const what = item.type === "image" ? "an image" : "audio";
  const inline = inlineData(url);
  const where = isWebUrl(url) && url.length <= MAX_SHOWN_URL ? ` at ${url}` : "";
  return `[The result also has ${what}${inline === null ? where : ` (${inline.mediaType})`}, which cannot be shown to you here.]`;
}
