/** Typographic characters, and what a keyboard has instead. */
const TYPOGRAPHIC: readonly (readonly [RegExp, string])[] = [
  [/[\u2010-\u2015\u2212]/g, "-"],
  [/[\u2018-\u201b]/g, "'"],
  [/[\u201c-\u201f]/g, '"'],
  [/[\u00a0\u2002-\u200a\u202f\u205f\u3000]/g, " "],
];
const ANY_TYPOGRAPHIC = /[\u00a0\u2002-\u200a\u2010-\u2015\u2018-\u201f\u202f\u205f\u2212\u3000]/;

/**
 * What counts as the same line, from strict to lenient. The first pass with a hit anywhere in the rest of the file wins, so
 * that a lenient hit further up does not beat an exact one further down.
 */
export const PASSES: readonly ((line: string) => string)[] = [
  (line) => line,
  (line) => line.trimEnd(),
  (line) => line.trim(),
  (line) => plain(line.trim()),
];

function plain(line: string): string {
  if (!ANY_TYPOGRAPHIC.test(line)) return line;
  return TYPOGRAPHIC.reduce((text, [characters, instead]) => text.replace(characters, instead), line);
}
