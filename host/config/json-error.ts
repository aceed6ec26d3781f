/** Where a JSON text stops being one, and what was expected there. Line and column count from 1. */
export interface JsonError {
  readonly line: number;
  readonly column: number;
  readonly expected: string;
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// oxlint-disable-next-line no-control-regex -- JSON forbids them in strings
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const LITERAL = /true|false|null/y;
const SPACE = /[ \t\r\n]*/y;

class Stop extends Error {
  readonly at: number;
  readonly expected: string;
  constructor(at: number, expected: string) {
    super(expected);
    this.at = at;
    this.expected = expected;
  }
}

/** The first error of a text that `JSON.parse` refused, whose own messages often lack a position; undefined if there is none. */
export function findJsonError(text: string): JsonError | undefined {
  try {
    const end = skip(text, value(text, skip(text, 0)));
    if (end === text.length) return undefined;
    throw new Stop(end, "the end of the file");
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    const before = text.slice(0, error.at).split("\n");
    return { line: before.length, column: (before.at(-1) ?? "").length + 1, expected: error.expected };
  }
}

function match(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

function skip(text: string, at: number): number {
  return match(SPACE, text, at) ?? at;
}

/** The end of the value that starts at `at`. */
function value(text: string, at: number): number {
  if (text[at] === "{") return list(text, at, "}", member);
  if (text[at] === "[") return list(text, at, "]", value);
  if (text[at] === '"') return string(text, at, "a value");
  const end = match(NUMBER, text, at) ?? match(LITERAL, text, at);
  if (end === undefined) throw new Stop(at, "a value");
  return end;
}

function member(text: string, at: number): number {
  const colon = skip(text, string(text, at, "a key in double quotes"));
  if (text[colon] !== ":") throw new Stop(colon, "`:`");
  return value(text, skip(text, colon + 1));
}

function string(text: string, at: number, expected: string): number {
  if (text[at] !== '"') throw new Stop(at, expected);
  const end = match(STRING, text, at);
  if (end === undefined) throw new Stop(at, "a string that ends on its line, with valid escapes");
  return end;
}

function list(text: string, start: number, close: string, item: (text: string, at: number) => number): number {
  let at = skip(text, start + 1);
  if (text[at] === close) return at + 1;
  for (;;) {
    at = skip(text, item(text, at));
    if (text[at] === close) return at + 1;
    if (text[at] !== ",") throw new Stop(at, `\`,\` or \`${close}\``);
    at = skip(text, at + 1);
  }
}
