/** Characters of a name that are looked at; longer names are compared by their start. */
export const MAX_COMPARED = 96;

const UNDERSCORE = 95;

/** Where the parts of a scanned name are in the buffer it was written to. */
export interface ScannedName {
  readonly start: number;
  /** Where the name begins that follows the last `__`; `start` where there is none. */
  readonly tail: number;
  readonly end: number;
}

/**
 * Writes what typing errors leave alone to `target`: the letters and digits of a name, in lower case. Reports the hash
 * and length of each word; words end at separators and where camel case begins a new one.
 */
export function scanName(
  name: string,
  target: Uint8Array,
  start: number,
  onWord: (hash: number, length: number) => void,
): ScannedName {
  const length = Math.min(name.length, MAX_COMPARED);
  let end = start;
  let tail = start;
  let wordStart = start;
  let hash = 0;
  let previous = 0;
  for (let index = 0; index < length; index++) {
    const code = name.charCodeAt(index);
    const upper = code >= 65 && code <= 90;
    const separator = !upper && !isWordCharacter(code);
    if (end > wordStart && (separator || (upper && !(previous >= 65 && previous <= 90)))) {
      onWord(hash, end - wordStart);
      wordStart = end;
      hash = 0;
    }
    if (separator) {
      if (code === UNDERSCORE && previous === UNDERSCORE) tail = end;
    } else {
      const lower = upper ? code + 32 : code & 0xff;
      target[end++] = lower;
      hash = (Math.imul(hash, 31) + lower) | 0;
    }
    previous = code;
  }
  if (end > wordStart) onWord(hash, end - wordStart);
  return { start, tail, end };
}

function isWordCharacter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code > 127;
}
