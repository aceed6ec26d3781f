// Sizes in bytes of UTF-8. Only long texts are counted: a unit has at least one byte and at most three.

/** Bytes of a well-formed text. */
function utf8Length(text: string): number {
  const { length } = text;
  let bytes = length;
  for (let i = 0; i < length; i++) {
    const code = stringCharCodeAt(text, i);
    if (code < 0x80) continue;
    // Half of a surrogate pair stands for two of its four bytes.
    bytes += code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 1 : 2;
  }
  return bytes;
}

/** Whether a well-formed text has more bytes than allowed. */
function isLonger(text: string, maxBytes: number): boolean {
  return text.length > maxBytes || (text.length * 3 > maxBytes && utf8Length(text) > maxBytes);
}
