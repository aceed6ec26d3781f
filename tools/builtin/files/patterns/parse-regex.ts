import { ANY, single } from "./code-set.ts";
import type { CodeSet } from "./code-set.ts";
import { foldSet } from "./case-folding.ts";
import { parseClass } from "./parse-class.ts";
import { classEscape, readEscape } from "./parse-escape.ts";
import { PatternError } from "./syntax.ts";
import type { PatternNode } from "./syntax.ts";

const MAX_LENGTH = 10_000;
const MAX_DEPTH = 100;
const MAX_COUNT = 1_000;

const GROUPS: readonly (readonly [string, string])[] = [
  ["(?=", "a look-ahead (`(?=…)`)"],
  ["(?!", "a negative look-ahead (`(?!…)`)"],
  ["(?<=", "a look-behind (`(?<=…)`)"],
  ["(?<!", "a negative look-behind (`(?<!…)`)"],
  ["(?>", "an atomic group (`(?>…)`)"],
  ["(?<", "a named group (`(?<name>…)`)"],
  ["(?P", "a named group (`(?P<name>…)`)"],
];

/**
 * Reads a regular expression in the dialect that common engines agree on: characters, `.`, `[…]`, `\d \w \s \b` and their
 * opposites (of ASCII), `^` and `$` for the ends of the line, groups, `|`, and the quantifiers `* + ? {n,m}`, lazy too.
 * @throws {PatternError} for everything else, naming the construct.
 */
export function parseRegex(pattern: string, ignoreCase: boolean): PatternNode {
  if (pattern.length > MAX_LENGTH) throw new PatternError(`the pattern is longer than ${MAX_LENGTH} characters`);
  const parser = new Parser(pattern, ignoreCase);
  const node = parser.alternatives(0);
  parser.end();
  return node;
}

/** A text that stands for itself. */
export function parseLiteral(text: string, ignoreCase: boolean): PatternNode {
  if (text.length > MAX_LENGTH) throw new PatternError(`the text is longer than ${MAX_LENGTH} characters`);
  const parts = Array.from(text, (char): PatternNode => {
    const set = single(char.codePointAt(0) ?? 0);
    return { type: "set", set: ignoreCase ? foldSet(set) : set };
  });
  return { type: "concat", parts };
}

class Parser {
  readonly #pattern: string;
  readonly #ignoreCase: boolean;
  #at = 0;

  constructor(pattern: string, ignoreCase: boolean) {
    this.#pattern = pattern;
    this.#ignoreCase = ignoreCase;
  }

  alternatives(depth: number): PatternNode {
    if (depth > MAX_DEPTH) throw new PatternError(`groups are nested deeper than ${MAX_DEPTH}`);
    const options = [this.#sequence(depth)];
    while (this.#pattern[this.#at] === "|") {
      this.#at++;
      options.push(this.#sequence(depth));
    }
    const [only] = options;
    return options.length === 1 && only !== undefined ? only : { type: "alternate", options };
  }

  end(): void {
    if (this.#at < this.#pattern.length)
      throw new PatternError("a `)` has no `(`; write `\\)` for the character itself");
  }

  #sequence(depth: number): PatternNode {
    const parts: PatternNode[] = [];
    for (;;) {
      const char = this.#pattern[this.#at];
      if (char === undefined || char === "|" || char === ")") break;
      parts.push(this.#quantified(this.#atom(char, depth)));
    }
    return parts.length === 0 ? { type: "empty" } : { type: "concat", parts };
  }

  #atom(char: string, depth: number): PatternNode {
    if (char === "(") return this.#group(depth);
    if (char === "[") {
      const { set, end } = parseClass(this.#pattern, this.#at, this.#ignoreCase);
      this.#at = end;
      return { type: "set", set };
    }
    if (char === "\\") return this.#escape();
    if ("*+?".includes(char))
      throw new PatternError(`\`${char}\` has nothing to repeat; write \`\\${char}\` for the character`);
    if (char === "{") throw new PatternError("`{` has nothing to repeat; write `\\{` for the character itself");
    if (char === "\n") throw new PatternError("a line feed never matches, because the search goes line by line");
    const code = this.#pattern.codePointAt(this.#at) ?? 0;
    this.#at += code > 0xffff ? 2 : 1;
    if (char === "^") return { type: "assert", kind: "start" };
    if (char === "$") return { type: "assert", kind: "end" };
    return char === "." ? { type: "set", set: ANY } : this.#set(single(code));
  }

  #group(depth: number): PatternNode {
    const refused = GROUPS.find(([opening]) => this.#pattern.startsWith(opening, this.#at));
    if (refused !== undefined) throw new PatternError(`${refused[1]} is not supported`);
    const plain = this.#pattern.startsWith("(?:", this.#at);
    if (!plain && this.#pattern[this.#at + 1] === "?") {
      throw new PatternError("flags in the pattern (`(?i)`) are not supported; use `case`");
    }
    this.#at += plain ? 3 : 1;
    const node = this.alternatives(depth + 1);
    if (this.#pattern[this.#at] !== ")")
      throw new PatternError("a `(` has no `)`; write `\\(` for the character itself");
    this.#at++;
    return node;
  }

  #escape(): PatternNode {
    const char = this.#pattern[this.#at + 1];
    if (char === "b" || char === "B") {
      this.#at += 2;
      return { type: "assert", kind: char === "b" ? "word" : "not-word" };
    }
    const { named, end } = classEscape(this.#pattern, this.#at);
    if (named !== null) {
      this.#at = end;
      return { type: "set", set: named };
    }
    const escape = readEscape(this.#pattern, this.#at, false);
    this.#at = escape.end;
    return this.#set(single(escape.code));
  }

  #set(set: CodeSet): PatternNode {
    return { type: "set", set: this.#ignoreCase ? foldSet(set) : set };
  }

  #quantified(node: PatternNode): PatternNode {
    const found = /^(?:[*+?]|\{(\d{1,9})(?:(,)(\d{0,9}))?\})/u.exec(this.#pattern.slice(this.#at, this.#at + 24));
    if (found === null) {
      if (this.#pattern[this.#at] === "{") throw new PatternError("`{` begins no repetition like `{2,5}`; write `\\{`");
      return node;
    }
    if (node.type === "assert") throw new PatternError("`^`, `$`, `\\b` and `\\B` cannot be repeated");
    this.#at += found[0].length;
    const [min, max] = countsOf(found);
    const mark = this.#pattern[this.#at];
    if (mark === "+") throw new PatternError("a possessive quantifier (`a++`) is not supported");
    if (mark === "*" || mark === "{")
      throw new PatternError("a quantifier follows another; put the first into a group");
    const lazy = mark === "?";
    if (lazy) this.#at++;
    if ("*+?{".includes(this.#pattern[this.#at] ?? "x")) {
      throw new PatternError("a quantifier follows another; put the first into a group");
    }
    return { type: "repeat", node, min, max, greedy: !lazy };
  }
}

function countsOf(found: RegExpExecArray): readonly [number, number] {
  if (found[0] === "*") return [0, Infinity];
  if (found[0] === "+") return [1, Infinity];
  if (found[0] === "?") return [0, 1];
  const min = Number(found[1]);
  const max = found[2] === undefined ? min : found[3] === "" ? Infinity : Number(found[3]);
  if (max < min) throw new PatternError(`\`${found[0]}\` repeats fewer times at most than at least`);
  if (min > MAX_COUNT || (max !== Infinity && max > MAX_COUNT)) {
    throw new PatternError(`\`${found[0]}\` repeats more than ${MAX_COUNT} times`);
  }
  return [min, max];
}
