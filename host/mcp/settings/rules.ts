// How settings are checked: by hand, because a schema library takes longer to load than a host to start.

/** Where something stands, from the server's own object on. */
export type SettingPath = readonly (string | number)[];

/** Something that is wrong: where, and a sentence without its full stop. */
export interface SettingProblem {
  readonly path: SettingPath;
  readonly text: string;
}

/** Appends what is wrong with a value. */
export type Rule = (value: unknown, path: SettingPath, problems: SettingProblem[]) => void;

const SHOWN = 60;

/** An object, and no array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What is there instead of what was expected. */
export function describeValue(value: unknown): string {
  if (value === undefined) return "but it is missing";
  let json: string;
  try {
    json = JSON.stringify(value) ?? typeof value;
  } catch {
    json = typeof value;
  }
  return `got ${json.length > SHOWN ? `${json.slice(0, SHOWN)}…` : json}`;
}

/** A rule of one value. `secret` values are not repeated in the text. */
export function rule(expected: string, accepts: (value: unknown) => boolean, secret = false): Rule {
  return (value, path, problems) => {
    if (accepts(value)) return;
    const got = secret && value !== undefined ? `got ${kindOf(value)}` : describeValue(value);
    problems.push({ path, text: `expected ${expected}, ${got}` });
  };
}

/** An array, and the rule of its items. */
export function listOf(item: Rule, expected: string): Rule {
  const isArray = rule(expected, Array.isArray);
  return (value, path, problems) => {
    if (!Array.isArray(value)) return isArray(value, path, problems);
    value.forEach((entry: unknown, index) => item(entry, [...path, index], problems));
  };
}

/** An object with keys of the user's choice. */
export function recordOf(entry: Rule, expected: string, key?: (name: string) => string | undefined): Rule {
  // What stands there may be a secret in the wrong shape.
  const isObject = rule(expected, isRecord, true);
  return (value, path, problems) => {
    if (!isRecord(value)) return isObject(value, path, problems);
    for (const [name, held] of Object.entries(value)) {
      const wrong = key?.(name);
      if (wrong === undefined) entry(held, [...path, name], problems);
      else problems.push({ path: [...path, name], text: wrong });
    }
  };
}

export const anyText: Rule = rule("a string", (value) => typeof value === "string");
export const text: Rule = (value, path, problems) =>
  value === ""
    ? rule("a string that is not empty", () => false)(value, path, problems)
    : anyText(value, path, problems);
export const secretText: Rule = rule("a string", (value) => typeof value === "string", true);
export const flag: Rule = rule("true or false", (value) => typeof value === "boolean");

/** One of some words. */
export function oneOf(...words: readonly string[]): Rule {
  const shown = words.map((word) => JSON.stringify(word));
  return rule(`${shown.slice(0, -1).join(", ")} or ${shown.at(-1)}`, (value) => words.includes(value as string));
}

/** A whole number from `min`. */
export function wholeNumber(min: number): Rule {
  return rule(`a whole number of at least ${min}`, (value) => Number.isSafeInteger(value) && (value as number) >= min);
}

/** Longer ones overflow a timer of Node. */
const MAX_SECONDS = 2_000_000;

/** A time in seconds; fractions are fine. */
export const seconds: Rule = rule(
  `a number of seconds above 0, at most ${MAX_SECONDS}`,
  (value) => typeof value === "number" && value > 0 && value <= MAX_SECONDS,
);

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
