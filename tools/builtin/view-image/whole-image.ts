import type { ImageFacts } from "./image-facts.ts";

/**
 * Whether an image that is passed on as it is reaches its end: one that was cut off makes a model's provider refuse the whole
 * request. Looks at the file's frame only; the picture itself is not decoded.
 */
export function isWhole(bytes: Buffer, { format }: ImageFacts): boolean {
  switch (format) {
    case "png":
      return pngIsWhole(bytes);
    case "jpeg":
      return bytes.subarray(2).includes(Buffer.from([0xff, 0xd9]));
    case "gif":
      return bytes.includes(0x3b, 13);
    case "webp":
      return bytes.length >= bytes.readUInt32LE(4) + 8;
  }
}

/** Chunks, each with its length, up to the last one; with some data among them. */
function pngIsWhole(bytes: Buffer): boolean {
  let data = false;
  for (let at = 8; at + 12 <= bytes.length; ) {
    const type = bytes.toString("latin1", at + 4, at + 8);
    const next = at + 12 + bytes.readUInt32BE(at);
    if (next > bytes.length) return false;
    if (type === "IDAT") data = true;
    if (type === "IEND") return data;
    at = next;
  }
  return false;
}
