// The encodings TextDecoder knows besides UTF-8, and the labels for all of them.

type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** Labels of the WHATWG Encoding Standard, section 4.2; null for an encoding we do not have. */
function encodingOf(label: string): Encoding | null {
  switch (stringToLowerCase(trimAsciiSpace(label))) {
    case "unicode-1-1-utf-8":
    case "unicode11utf8":
    case "unicode20utf8":
    case "utf-8":
    case "utf8":
    case "x-unicode20utf8":
      return "utf-8";
    case "csunicode":
    case "iso-10646-ucs-2":
    case "ucs-2":
    case "unicode":
    case "unicodefeff":
    case "utf-16":
    case "utf-16le":
      return "utf-16le";
    case "unicodefffe":
    case "utf-16be":
      return "utf-16be";
    case "ansi_x3.4-1968":
    case "ascii":
    case "cp1252":
    case "cp819":
    case "csisolatin1":
    case "ibm819":
    case "iso-8859-1":
    case "iso-ir-100":
    case "iso8859-1":
    case "iso88591":
    case "iso_8859-1":
    case "iso_8859-1:1987":
    case "l1":
    case "latin1":
    case "us-ascii":
    case "windows-1252":
    case "x-cp1252":
      return "windows-1252";
    default:
      return null;
  }
}

function isAsciiSpace(unit: number): boolean {
  return unit === 32 || unit === 9 || unit === 10 || unit === 12 || unit === 13;
}

function trimAsciiSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isAsciiSpace(stringCharCodeAt(text, start))) start++;
  while (end > start && isAsciiSpace(stringCharCodeAt(text, end - 1))) end--;
  return stringSlice(text, start, end);
}

interface Utf16State {
  /** First byte of a unit whose second has not come, or -1. */
  byte: number;
  /** High surrogate whose partner has not come, or 0. */
  high: number;
}

/** As `decodeUtf8`, for UTF-16 in either byte order. */
function decodeUtf16(
  bytes: Uint8Array,
  length: number,
  bigEndian: boolean,
  state: Utf16State,
  last: boolean,
  fatal: boolean,
): string | null {
  const chunk = chunkUnits();
  let { byte, high } = state;
  let text = "";
  let count = 0;
  for (let i = 0; i < length; i++) {
    const next = bytes[i] as number;
    if (byte < 0) {
      byte = next;
      continue;
    }
    const unit = bigEndian ? (byte << 8) | next : (next << 8) | byte;
    byte = -1;
    if (count > CHUNK - 2) {
      text += unitsToString(chunk, count);
      count = 0;
    }
    const low = unit >= 0xdc00 && unit <= 0xdfff;
    if (high > 0) {
      if (!low && fatal) return null;
      chunk[count++] = low ? high : 0xfffd;
      high = 0;
      if (low) {
        chunk[count++] = unit;
        continue;
      }
    } else if (low) {
      if (fatal) return null;
      chunk[count++] = 0xfffd;
      continue;
    }
    if (unit >= 0xd800 && unit <= 0xdbff) high = unit;
    else chunk[count++] = unit;
  }
  text += unitsToString(chunk, count);
  if (last && (byte >= 0 || high > 0)) return fatal ? null : text + "\ufffd";
  state.byte = byte;
  state.high = high;
  return text;
}

/** Characters of the bytes 0x80 to 0x9f; the others stand for themselves. */
const WINDOWS_1252 =
  "\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f" +
  "\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178";

function decodeWindows1252(bytes: Uint8Array, length: number): string {
  const chunk = chunkUnits();
  let text = "";
  for (let at = 0; at < length;) {
    const count = mathMin(CHUNK, length - at);
    for (let i = 0; i < count; i++) {
      const byte = bytes[at++] as number;
      chunk[i] = byte >= 0x80 && byte <= 0x9f ? stringCharCodeAt(WINDOWS_1252, byte - 0x80) : byte;
    }
    text += unitsToString(chunk, count);
  }
  return text;
}
