import { isUtf8 } from "node:buffer";

/**
 * Bytes that are no UTF-8 stand in a text as half characters of their own, which no valid text holds: so a file in any
 * encoding, or in none, can be patched, and what the patch does not touch keeps its bytes.
 */
const ESCAPE = 0xdc00;
const ESCAPED = /([\udc80-\udcff]+)/u;

/** The text of bytes, from which `encode` makes the same bytes again. */
export function decode(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString("utf8");
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < bytes.length;) {
    const length = validLength(bytes, at);
    if (length === 0) {
      parts.push(bytes.toString("utf8", start, at), String.fromCharCode(ESCAPE + (bytes[at] ?? 0)));
      start = at + 1;
    }
    at += Math.max(length, 1);
  }
  parts.push(bytes.toString("utf8", start));
  return parts.join("");
}

/** The bytes of a text that `decode` made, or that was made of such. */
export function encode(text: string): Buffer {
  if (text.isWellFormed()) return Buffer.from(text, "utf8");
  const parts = text.split(ESCAPED).map((part, index) => {
    if (index % 2 === 0) return Buffer.from(part, "utf8");
    return Buffer.from(Array.from(part, (half) => half.charCodeAt(0) - ESCAPE));
  });
  return Buffer.concat(parts);
}

/** How many bytes the character at a place has; 0 where there is none. */
function validLength(bytes: Buffer, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return 1;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  return at + length <= bytes.length && isUtf8(bytes.subarray(at, at + length)) ? length : 0;
}
