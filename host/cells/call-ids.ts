import { randomFillSync } from "node:crypto";

const PREFIX = "exec-";
/** Where the 32 digits of a UUID go, behind the prefix. */
const SHAPE = "00000000-0000-4000-8000-000000000000";
const DIGITS = "0123456789abcdef";
const IDS_AT_ONCE = 128;
const RANDOM_BYTES = 16;

const places = Array.from(SHAPE.matchAll(/[^-]/gu), ({ index }) => PREFIX.length + index);
const text = Buffer.from(PREFIX + SHAPE, "latin1");
const random = Buffer.alloc(IDS_AT_ONCE * RANDOM_BYTES);
let at = random.length;

/**
 * An id for a nested call: `exec-` and a random UUID. The text is flat; one that is put together from the parts of
 * `randomUUID` would take half a kilobyte as long as the call is remembered.
 */
export function nextCallId(): string {
  if (at === random.length) {
    randomFillSync(random);
    at = 0;
  }
  for (let i = 0; i < RANDOM_BYTES; i++) {
    let byte = random[at + i] ?? 0;
    // Version 4, and the variant of RFC 9562.
    if (i === 6) byte = (byte & 0x0f) | 0x40;
    else if (i === 8) byte = (byte & 0x3f) | 0x80;
    text[places[2 * i] ?? 0] = DIGITS.charCodeAt(byte >> 4);
    text[places[2 * i + 1] ?? 0] = DIGITS.charCodeAt(byte & 15);
  }
  at += RANDOM_BYTES;
  return text.toString("latin1");
}
