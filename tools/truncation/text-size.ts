/** UTF-8 bytes that count as one token. */
export const BYTES_PER_TOKEN = 4;

/** An estimate of how many tokens a text costs: a quarter of its UTF-8 bytes, rounded up. */
export function approximateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
}

/** How many lines a text has; a line end at the very end begins no further one. */
export function countLines(text: string): number {
  let lines = 0;
  const length = text.length;
  for (let index = 0; index < length; index++) if (text.charCodeAt(index) === 10) lines++;
  return length === 0 || text.charCodeAt(length - 1) === 10 ? lines : lines + 1;
}

/** How many characters (code points) stand between two positions. */
export function countCharacters(text: string, start: number, end: number): number {
  let pairs = 0;
  for (let index = start; index + 1 < end; index++) if (isPairAt(text, index)) pairs++;
  return end - start - pairs;
}

/** The largest position, between whole characters, before which the text has at most `maxBytes` bytes. */
export function headEnd(text: string, maxBytes: number): number {
  let position = 0;
  let bytes = 0;
  while (position < text.length) {
    const width = isPairAt(text, position) ? 2 : 1;
    bytes += width === 2 ? 4 : unitBytes(text.charCodeAt(position));
    if (bytes > maxBytes) break;
    position += width;
  }
  return position;
}

/** The smallest position, between whole characters, after which the text has at most `maxBytes` bytes. */
export function tailStart(text: string, maxBytes: number): number {
  let position = text.length;
  let bytes = 0;
  while (position > 0) {
    const width = position > 1 && isPairAt(text, position - 2) ? 2 : 1;
    bytes += width === 2 ? 4 : unitBytes(text.charCodeAt(position - 1));
    if (bytes > maxBytes) break;
    position -= width;
  }
  return position;
}

function isPairAt(text: string, index: number): boolean {
  const high = text.charCodeAt(index);
  if (high < 0xd800 || high > 0xdbff) return false;
  const low = text.charCodeAt(index + 1);
  return low >= 0xdc00 && low <= 0xdfff;
}

/** A lone surrogate is written as U+FFFD, three bytes like everything from U+0800. */
function unitBytes(unit: number): number {
  return unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
}
