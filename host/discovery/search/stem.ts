/**
 * Reduces English words to their stems by the rules of Snowball's English stemmer (Porter 2,
 * https://snowballstem.org/algorithms/english/stemmer.html), so that `emails` is found by `email`.
 */

/** A rule's suffix and what takes its place; `after` names the letters one of which has to stand before it. */
interface Rule {
  readonly suffix: string;
  readonly by: string;
  readonly after?: string;
  /** Holds only in the region behind the second syllable. */
  readonly second?: true;
}

const IRREGULAR: ReadonlyMap<string, string> = new Map(
  Object.entries({
    skis: "ski",
    skies: "sky",
    dying: "die",
    lying: "lie",
    tying: "tie",
    idly: "idl",
    gently: "gentl",
    ugly: "ugli",
    early: "earli",
    only: "onli",
    singly: "singl",
  }),
);
const FIXED: ReadonlySet<string> = new Set(["sky", "news", "howe", "atlas", "cosmos", "bias", "andes"]);
/** These are whole once their plural is gone. */
const FIXED_SINGULAR: ReadonlySet<string> = new Set([
  "inning",
  "outing",
  "canning",
  "herring",
  "earring",
  "proceed",
  "exceed",
  "succeed",
]);

const DERIVED: readonly Rule[] = rules({
  ational: "ate",
  ization: "ize",
  fulness: "ful",
  ousness: "ous",
  iveness: "ive",
  tional: "tion",
  biliti: "ble",
  lessli: "less",
  entli: "ent",
  ation: "ate",
  alism: "al",
  aliti: "al",
  ousli: "ous",
  iviti: "ive",
  fulli: "ful",
  enci: "ence",
  anci: "ance",
  abli: "able",
  izer: "ize",
  ator: "ate",
  alli: "al",
  bli: "ble",
}).concat({ suffix: "ogi", by: "og", after: "l" }, { suffix: "li", by: "", after: "cdeghkmnrt" });

const FURTHER: readonly Rule[] = rules({
  ational: "ate",
  tional: "tion",
  alize: "al",
  icate: "ic",
  iciti: "ic",
  ical: "ic",
  ness: "",
  ful: "",
}).concat({ suffix: "ative", by: "", second: true });

const LAST: readonly Rule[] = rules({
  ement: "",
  ance: "",
  ence: "",
  able: "",
  ible: "",
  ment: "",
  ant: "",
  ent: "",
  ism: "",
  ate: "",
  iti: "",
  ous: "",
  ive: "",
  ize: "",
  al: "",
  er: "",
  ic: "",
}).concat({ suffix: "ion", by: "", after: "st" });

/** The stem of a word in lower case. Words that are not of the letters a to z come back as they are. */
export function stem(word: string): string {
  if (word.length <= 2 || !/^[a-z]+$/.test(word) || FIXED.has(word)) return word;
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined) return irregular;
  // A `y` that is a consonant is written as capital.
  const marked = word.replace(/^y/, "Y").replace(/([aeiouy])y/g, "$1Y");
  const first = regionAfter(marked, /^(?:gener|commun|arsen)/.exec(marked)?.[0].length);
  const second = regionAfter(marked, undefined, first);
  const singular = withoutPlural(marked);
  if (FIXED_SINGULAR.has(singular)) return singular;
  const present = withoutTense(singular, first).replace(/(?<=.[^aeiouy])[yY]$/, "i");
  const plain = apply(apply(apply(present, DERIVED, first, second), FURTHER, first, second), LAST, second, second);
  return withoutEnd(plain, first, second).toLowerCase();
}

function rules(table: Readonly<Record<string, string>>): Rule[] {
  return Object.entries(table).map(([suffix, by]) => ({ suffix, by }));
}

/** Where the part begins that follows the first consonant after a vowel, looked for from `start`. */
function regionAfter(word: string, known: number | undefined, start = 0): number {
  if (known !== undefined) return known;
  const found = /[aeiouy][^aeiouy]/.exec(word.slice(start));
  return found === null ? word.length : start + found.index + 2;
}

function withoutPlural(word: string): string {
  if (word.endsWith("sses")) return word.slice(0, -2);
  if (word.endsWith("ied") || word.endsWith("ies")) return word.slice(0, word.length > 4 ? -2 : -1);
  if (/(?:us|ss)$/.test(word)) return word;
  return /[aeiouy].+s$/.test(word) ? word.slice(0, -1) : word;
}

function withoutTense(word: string, first: number): string {
  const long = /eed(?:ly)?$/.exec(word);
  if (long !== null) return long.index >= first ? `${word.slice(0, long.index)}ee` : word;
  const rest = /^(.*[aeiouy].*?)(?:edly|ingly|ed|ing)$/.exec(word)?.[1];
  if (rest === undefined) return word;
  if (/(?:at|bl|iz)$/.test(rest)) return `${rest}e`;
  if (/(bb|dd|ff|gg|mm|nn|pp|rr|tt)$/.test(rest)) return rest.slice(0, -1);
  return first >= rest.length && endsShort(rest) ? `${rest}e` : rest;
}

/** Whether a word ends in a short syllable: `rap`, `trap`, `at`, but not `bead`, `snow`, `box`. */
function endsShort(word: string): boolean {
  return /(?:[^aeiouy][aeiouy][^aeiouywxY]|^[aeiouy][^aeiouy])$/.test(word);
}

/** Applies the rule of the longest suffix that the word has; where its conditions do not hold, none. */
function apply(word: string, among: readonly Rule[], region: number, second: number): string {
  let longest: Rule | undefined;
  for (const rule of among) {
    if (word.endsWith(rule.suffix) && rule.suffix.length > (longest?.suffix.length ?? 0)) longest = rule;
  }
  if (longest === undefined) return word;
  const start = word.length - longest.suffix.length;
  const holds =
    start >= (longest.second === true ? second : region) &&
    (longest.after === undefined || (start > 0 && longest.after.includes(word.charAt(start - 1))));
  return holds ? word.slice(0, start) + longest.by : word;
}

function withoutEnd(word: string, first: number, second: number): string {
  const start = word.length - 1;
  if (word.endsWith("e")) {
    const goes = start >= second || (start >= first && !endsShort(word.slice(0, start)));
    return goes ? word.slice(0, start) : word;
  }
  return word.endsWith("ll") && start >= second ? word.slice(0, start) : word;
}
