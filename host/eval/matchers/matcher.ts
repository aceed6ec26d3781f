/** What a number may be; both ends are included. */
export interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

/** A function of a module that looks at a value: true when it is as expected, else false or the reason why not. */
export type MatchFunction = (value: unknown, options: unknown) => boolean | string;

/**
 * What a value is expected to be, as data. Exactly one of the kinds:
 *
 * - `equals`: the same JSON value; `items`: an array of the same values in any order.
 * - `subset`: all that is named is there: keys of objects, and of arrays each item somewhere.
 * - `contains`: a text that has this one in it. `regex`: a text that the expression finds something in.
 * - `range`: a number. `length`: of a text, an array, or the keys of an object. `tokens`: of the value as JSON or text.
 * - `path`: what a JSON path finds is to be as `matches` says (`every` one of them, or `some`), or all of it, as an array,
 *   as `list` says.
 * - `each`, `some`: the items of an array. `json`: the value in a text of JSON.
 * - `all`, `any`, `not`: of other matchers.
 * - `module`: the function `match` of a module decides.
 */
export type Matcher =
  | { readonly equals: unknown }
  | { readonly items: readonly unknown[] }
  | { readonly subset: unknown }
  | { readonly contains: string; readonly ignoreCase?: boolean }
  | { readonly regex: string; readonly flags?: string }
  | { readonly range: Bounds }
  | { readonly length: Bounds }
  | { readonly tokens: Bounds }
  | { readonly path: string; readonly matches: Matcher; readonly which?: "every" | "some" }
  | { readonly path: string; readonly list: Matcher }
  | { readonly each: Matcher }
  | { readonly some: Matcher }
  | { readonly json: Matcher }
  | { readonly all: readonly Matcher[] }
  | { readonly any: readonly Matcher[] }
  | { readonly not: Matcher }
  | { readonly module: string; readonly options?: unknown };

/** The kinds of matchers: each has exactly one of these keys. */
export const MATCHER_KINDS = [
  "equals",
  "items",
  "subset",
  "contains",
  "regex",
  "range",
  "length",
  "tokens",
  "path",
  "each",
  "some",
  "json",
  "all",
  "any",
  "not",
  "module",
] as const;

/** One thing that was not as expected. */
export interface Mismatch {
  /** Where the matcher stands in the suite: `tasks[0].answer.all[1].regex`. */
  readonly matcher: string;
  /** Where the value stands in what was looked at: `$.changed_files[0].path`. */
  readonly at: string;
  readonly expected: string;
  /** The value, cut where it is long. */
  readonly got: string;
}

/** What came of a matcher. `unknown`: it could not be decided, and the mismatches say why. */
export interface Match {
  readonly verdict: "pass" | "fail" | "unknown";
  readonly mismatches: readonly Mismatch[];
}
