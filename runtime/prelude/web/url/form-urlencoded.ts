// application/x-www-form-urlencoded, WHATWG URL Standard section 5. A list of pairs is flat: name, value, name, …

/** Text without U+FFFD-worthy surrogates, as WebIDL's USVString has it. */
function usvString(value: unknown): string {
  return stringToWellFormed(domString(value));
}

function parseForm(input: string): string[] {
  const pairs = newList<string>();
  let start = 0;
  while (start < input.length) {
    let end = stringIndexOf(input, "&", start);
    if (end < 0) end = input.length;
    if (end > start) {
      const piece = stringSlice(input, start, end);
      const equals = stringIndexOf(piece, "=");
      pairs[pairs.length] = decodeFormText(equals < 0 ? piece : stringSlice(piece, 0, equals));
      pairs[pairs.length] = equals < 0 ? "" : decodeFormText(stringSlice(piece, equals + 1));
    }
    start = end + 1;
  }
  return pairs;
}

function hexValue(byte: number): number {
  if (byte >= 48 && byte <= 57) return byte - 48;
  const lower = byte | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}

function decodeFormText(text: string): string {
  if (stringIndexOf(text, "%") < 0 && stringIndexOf(text, "+") < 0) return text;
  const bytes = encodeUtf8(text);
  const length = byteCount(bytes);
  // Decoded in place: what is written is never longer than what was read.
  let used = 0;
  for (let i = 0; i < length; i++) {
    const byte = bytes[i] as number;
    if (byte === 37 && i + 2 < length) {
      const high = hexValue(bytes[i + 1] as number);
      const low = hexValue(bytes[i + 2] as number);
      if (high >= 0 && low >= 0) {
        bytes[used++] = (high << 4) | low;
        i += 2;
        continue;
      }
    }
    bytes[used++] = byte === 43 ? 32 : byte;
  }
  return decodeUtf8(bytes, used, newUtf8State(), true, false) as string;
}

function serializeForm(pairs: string[]): string {
  let text = "";
  for (let i = 0; i < pairs.length; i += 2) {
    text += (i === 0 ? "" : "&") + encodeFormText(pairs[i] as string) + "=" + encodeFormText(pairs[i + 1] as string);
  }
  return text;
}

/** Whether a byte stands for itself: letters, digits and * - . _ */
function isFormSafe(byte: number): boolean {
  return (
    (byte >= 97 && byte <= 122) ||
    (byte >= 65 && byte <= 90) ||
    (byte >= 48 && byte <= 57) ||
    byte === 42 ||
    byte === 45 ||
    byte === 46 ||
    byte === 95
  );
}

function hexDigit(bits: number): number {
  return bits < 10 ? bits + 48 : bits + 55;
}

function encodeFormText(text: string): string {
  let safe = 0;
  while (safe < text.length && isFormSafe(stringCharCodeAt(text, safe))) safe++;
  if (safe === text.length) return text;
  const bytes = encodeUtf8(text);
  const length = byteCount(bytes);
  const chunk = chunkUnits();
  let result = "";
  let count = 0;
  for (let i = 0; i < length; i++) {
    if (count > CHUNK - 3) {
      result += unitsToString(chunk, count);
      count = 0;
    }
    const byte = bytes[i] as number;
    if (isFormSafe(byte)) {
      chunk[count++] = byte;
    } else if (byte === 32) {
      chunk[count++] = 43;
    } else {
      chunk[count++] = 37;
      chunk[count++] = hexDigit(byte >> 4);
      chunk[count++] = hexDigit(byte & 15);
    }
  }
  return result + unitsToString(chunk, count);
}
