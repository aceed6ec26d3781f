// UTF-8 as the WHATWG Encoding Standard has it, section 8.1.

/** Bytes of a string; a lone surrogate becomes U+FFFD. */
function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  const length = text.length;
  let bytes = new Original.Uint8Array(length);
  let used = 0;
  for (let i = 0; i < length; i++) {
    const unit = stringCharCodeAt(text, i);
    if (unit < 0x80) {
      bytes[used++] = unit;
      continue;
    }
    // From the first other character on there is room for the worst case; a pair takes four bytes for two units.
    bytes = enlarged(bytes, used, used + (length - i) * 3);
    used = encodeInto(text, i, bytes, used, byteCount(bytes)).written;
    return trimmed(bytes, used);
  }
  return bytes;
}

/** Encodes from unit `i` on into `bytes` from `at` on, as long as whole characters fit before `end`. */
function encodeInto(
  text: string,
  i: number,
  bytes: Uint8Array,
  at: number,
  end: number,
): { read: number; written: number } {
  const length = text.length;
  for (; i < length; i++) {
    let code = stringCharCodeAt(text, i);
    if (code < 0x80) {
      if (at >= end) break;
      bytes[at++] = code;
    } else if (code < 0x800) {
      if (at + 2 > end) break;
      bytes[at++] = 0xc0 | (code >> 6);
      bytes[at++] = 0x80 | (code & 0x3f);
    } else {
      if (code >= 0xd800 && code <= 0xdfff) {
        const next = code <= 0xdbff && i + 1 < length ? stringCharCodeAt(text, i + 1) : 0;
        if (next >= 0xdc00 && next <= 0xdfff) {
          if (at + 4 > end) break;
          code = 0x10000 + ((code - 0xd800) << 10) + (next - 0xdc00);
          bytes[at++] = 0xf0 | (code >> 18);
          bytes[at++] = 0x80 | ((code >> 12) & 0x3f);
          bytes[at++] = 0x80 | ((code >> 6) & 0x3f);
          bytes[at++] = 0x80 | (code & 0x3f);
          i++;
          continue;
        }
        code = 0xfffd;
      }
      if (at + 3 > end) break;
      bytes[at++] = 0xe0 | (code >> 12);
      bytes[at++] = 0x80 | ((code >> 6) & 0x3f);
      bytes[at++] = 0x80 | (code & 0x3f);
    }
  }
  return { read: i, written: at };
}

/** What a decoder remembers between two pieces of its input. */
interface Utf8State {
  codePoint: number;
  /** Continuation bytes of the current character: all of them, and those seen. */
  needed: number;
  seen: number;
  /** What the next continuation byte must lie between. */
  lower: number;
  upper: number;
}

function newUtf8State(): Utf8State {
  return { codePoint: 0, needed: 0, seen: 0, lower: 0x80, upper: 0xbf };
}

/**
 * Decodes bytes; null when they are malformed and `fatal` is set. With `last`, a character cut off at the end is
 * malformed, too; else it waits for the next piece.
 */
function decodeUtf8(bytes: Uint8Array, length: number, state: Utf8State, last: boolean, fatal: boolean): string | null {
  const chunk = chunkUnits();
  let { codePoint, needed, seen, lower, upper } = state;
  let text = "";
  let count = 0;
  for (let i = 0; i < length;) {
    // One step writes two units at most.
    if (count > CHUNK - 2) {
      text += unitsToString(chunk, count);
      count = 0;
    }
    const byte = bytes[i] as number;
    if (needed === 0) {
      i++;
      if (byte < 0x80) {
        chunk[count++] = byte;
      } else if (byte >= 0xc2 && byte <= 0xdf) {
        needed = 1;
        codePoint = byte & 0x1f;
      } else if (byte >= 0xe0 && byte <= 0xef) {
        // The first continuation byte rules out overlong forms and surrogates.
        if (byte === 0xe0) lower = 0xa0;
        else if (byte === 0xed) upper = 0x9f;
        needed = 2;
        codePoint = byte & 0xf;
      } else if (byte >= 0xf0 && byte <= 0xf4) {
        if (byte === 0xf0) lower = 0x90;
        else if (byte === 0xf4) upper = 0x8f;
        needed = 3;
        codePoint = byte & 0x7;
      } else {
        if (fatal) return null;
        chunk[count++] = 0xfffd;
      }
      continue;
    }
    const fits = byte >= lower && byte <= upper;
    lower = 0x80;
    upper = 0xbf;
    if (!fits) {
      // The byte itself is looked at again, as the start of a character.
      needed = seen = 0;
      if (fatal) return null;
      chunk[count++] = 0xfffd;
      continue;
    }
    i++;
    codePoint = (codePoint << 6) | (byte & 0x3f);
    if (++seen < needed) continue;
    needed = seen = 0;
    if (codePoint < 0x10000) {
      chunk[count++] = codePoint;
    } else {
      chunk[count++] = 0xd800 + ((codePoint - 0x10000) >> 10);
      chunk[count++] = 0xdc00 + (codePoint & 0x3ff);
    }
  }
  text += unitsToString(chunk, count);
  if (last && needed > 0) {
    if (fatal) return null;
    return text + "\ufffd";
  }
  state.codePoint = codePoint;
  state.needed = needed;
  state.seen = seen;
  state.lower = lower;
  state.upper = upper;
  return text;
}
