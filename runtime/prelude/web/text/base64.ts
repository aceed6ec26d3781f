// atob and btoa as the HTML standard has them; "forgiving" decoding is section 7 of the Infra standard.

/** Value of a base64 digit, or -1. */
function base64Value(unit: number): number {
  if (unit >= 65 && unit <= 90) return unit - 65;
  if (unit >= 97 && unit <= 122) return unit - 71;
  if (unit >= 48 && unit <= 57) return unit + 4;
  if (unit === 43) return 62;
  return unit === 47 ? 63 : -1;
}

/** Code unit of the digit for six bits. */
function base64Digit(bits: number): number {
  if (bits < 26) return bits + 65;
  if (bits < 52) return bits + 71;
  if (bits < 62) return bits - 4;
  return bits === 62 ? 43 : 47;
}

/** Decodes base64 to a string of one unit per byte; null when it is malformed. */
function decodeBase64(text: string): string | null {
  const chunk = chunkUnits();
  let result = "";
  let count = 0;
  let bits = 0;
  let digits = 0;
  let padding = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = stringCharCodeAt(text, i);
    if (isAsciiSpace(unit)) continue;
    if (unit === 61) {
      padding++;
      continue;
    }
    const value = base64Value(unit);
    // Nothing may follow the padding.
    if (value < 0 || padding > 0) return null;
    bits = ((bits << 6) | value) & 0xffffff;
    if (++digits % 4 !== 0) continue;
    if (count > CHUNK - 3) {
      result += unitsToString(chunk, count);
      count = 0;
    }
    chunk[count++] = bits >> 16;
    chunk[count++] = (bits >> 8) & 0xff;
    chunk[count++] = bits & 0xff;
  }
  result += unitsToString(chunk, count);
  const rest = digits % 4;
  // Padding is optional, but where there is some it completes the group of four.
  if (rest === 1 || (padding > 0 && (rest === 0 || rest + padding !== 4))) return null;
  if (rest === 2) return result + stringFromCharCode((bits >> 4) & 0xff);
  if (rest === 3) return result + stringFromCharCode((bits >> 10) & 0xff, (bits >> 2) & 0xff);
  return result;
}

/** Encodes a string of one unit per byte; null when a unit is no byte. */
function encodeBase64(text: string): string | null {
  const chunk = chunkUnits();
  const length = text.length;
  let result = "";
  let count = 0;
  for (let i = 0; i < length; i += 3) {
    if (count === CHUNK) {
      result += unitsToString(chunk, count);
      count = 0;
    }
    const first = stringCharCodeAt(text, i);
    const second = i + 1 < length ? stringCharCodeAt(text, i + 1) : 0;
    const third = i + 2 < length ? stringCharCodeAt(text, i + 2) : 0;
    if (first > 0xff || second > 0xff || third > 0xff) return null;
    chunk[count++] = base64Digit(first >> 2);
    chunk[count++] = base64Digit(((first & 3) << 4) | (second >> 4));
    chunk[count++] = i + 1 < length ? base64Digit(((second & 15) << 2) | (third >> 6)) : 61;
    chunk[count++] = i + 2 < length ? base64Digit(third & 63) : 61;
  }
  return result + unitsToString(chunk, count);
}

function createAtob(): unknown {
  const atob = function (data: unknown): string {
    if (arguments.length === 0) throw builtInError("TypeError", "atob expects a base64 string", atob);
    const text = decodeBase64(domString(data));
    if (text === null) throw namedError("InvalidCharacterError", "The string is not correctly encoded base64.", atob);
    return text;
  };
  return atob;
}

function createBtoa(): unknown {
  const btoa = function (data: unknown): string {
    if (arguments.length === 0) throw builtInError("TypeError", "btoa expects a string", btoa);
    const text = encodeBase64(domString(data));
    if (text === null) {
      throw namedError(
        "InvalidCharacterError",
        "The string has characters above U+00FF; encode it to bytes with TextEncoder first.",
        btoa,
      );
    }
    return text;
  };
  return btoa;
}

defineLazyGlobal("atob", createAtob);
defineLazyGlobal("btoa", createBtoa);
