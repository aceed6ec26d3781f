/** What the beginning of an image file says. */
export interface ImageFacts {
  readonly format: "png" | "jpeg" | "gif" | "webp";
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/**
 * Reads format and size of an image from its bytes; what the file is called does not matter. Null for what is no image of these
 * formats, or ends before it says its size.
 */
export function imageFacts(bytes: Buffer): ImageFacts | null {
  const facts = pngFacts(bytes) ?? jpegFacts(bytes) ?? gifFacts(bytes) ?? webpFacts(bytes);
  return facts !== null && facts.width > 0 && facts.height > 0 ? facts : null;
}

function pngFacts(bytes: Buffer): ImageFacts | null {
  if (bytes.length < 33 || bytes.toString("hex", 0, 16) !== "89504e470d0a1a0a0000000d49484452") return null;
  return { format: "png", width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function gifFacts(bytes: Buffer): ImageFacts | null {
  if (bytes.length < 14 || !/^GIF8[79]a/u.test(bytes.toString("latin1", 0, 6))) return null;
  return { format: "gif", width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

function jpegFacts(bytes: Buffer): ImageFacts | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  // Segments, each with its length, up to the one that begins a frame.
  for (let at = 2; at + 9 <= bytes.length;) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (isFrame(marker))
      return { format: "jpeg", height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    const alone = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    // The picture's data, or its end, without any frame before.
    if (marker === 0xd9 || marker === 0xda) return null;
    at += alone ? 2 : 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function webpFacts(bytes: Buffer): ImageFacts | null {
  if (bytes.length < 30 || bytes.toString("latin1", 0, 4) !== "RIFF") return null;
  if (bytes.toString("latin1", 8, 12) !== "WEBP") return null;
  const chunk = bytes.toString("latin1", 12, 16);
  if (chunk === "VP8X") {
    return { format: "webp", width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  }
  if (chunk === "VP8L" && bytes[20] === 0x2f) {
    const bits = bytes.readUInt32LE(21);
    return { format: "webp", width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (chunk === "VP8 " && bytes.readUIntBE(23, 3) === 0x9d012a) {
    return { format: "webp", width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  }
  return null;
}
