import type { ImageFacts } from "./image-facts.ts";

const END_OF_JPEG = Buffer.from([0xff, 0xd9]);

/**
 * Whether an image that is passed on as it is reaches its end: one that was cut off makes a model's provider refuse the whole
 * request. Looks at the file's frame only; the picture itself is not decoded.
 */
export function isWhole(bytes: Buffer, format: Exclude<ImageFacts["format"], "gif">): boolean {
  if (format === "png") return pngIsWhole(bytes);
  return format === "jpeg" ? jpegIsWhole(bytes) : bytes.length >= bytes.readUInt32LE(4) + 8;
}

/** The mark of the end, behind the beginning of the picture's data: a preview in front of it has such a mark, too. */
function jpegIsWhole(bytes: Buffer): boolean {
  for (let at = 2; at + 4 <= bytes.length;) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xda) return bytes.includes(END_OF_JPEG, at);
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return false;
}

/** Chunks, each with its length, up to the last one; with some data among them. */
function pngIsWhole(bytes: Buffer): boolean {
  let data = false;
  for (let at = 8; at + 12 <= bytes.length;) {
    const type = bytes.toString("latin1", at + 4, at + 8);
    const next = at + 12 + bytes.readUInt32BE(at);
    if (next > bytes.length) return false;
    if (type === "IDAT") data = true;
    if (type === "IEND") return data;
    at = next;
  }
  return false;
}
