import { negate, setOf, single, union } from "./code-set.ts";
import type { CodeSet } from "./code-set.ts";
import { PatternError } from "./syntax.ts";
import type { PatternNode } from "./syntax.ts";

const SLASH = single(0x2f);
/** Never part of a name, so that whoever matches may use it for marks of their own. */
const NUL = single(0);
const NOT_SLASH = negate(union(SLASH, NUL));
const MAX_LENGTH = 4_096;
const MAX_DEPTH = 20;

const POSIX: Readonly<Record<string, CodeSet>> = {
  alpha: setOf([[0x41, 0x5a], [0x61, 0x7a]]), // prettier-ignore
  digit: setOf([[0x30, 0x39]]),
  alnum: setOf([[0x30, 0x39], [0x41, 0x5a], [0x61, 0x7a]]), // prettier-ignore
  lower: setOf([[0x61, 0x7a]]),
  upper: setOf([[0x41, 0x5a]]),
  space: setOf([[0x09, 0x0d], [0x20, 0x20]]), // prettier-ignore
  blank: setOf([[0x09, 0x09], [0x20, 0x20]]), // prettier-ignore
  punct: setOf([[0x21, 0x2f], [0x3a, 0x40], [0x5b, 0x60], [0x7b, 0x7e]]), // prettier-ignore
  xdigit: setOf([[0x30, 0x39], [0x41, 0x46], [0x61, 0x66]]), // prettier-ignore
  cntrl: setOf([[0x00, 0x1f], [0x7f, 0x7f]]), // prettier-ignore
  graph: setOf([[0x21, 0x7e]]),
  print: setOf([[0x20, 0x7e]]),
};

/**
 * Reads a glob over a path with `/` between its parts: `*` and `?` stay within a part, `**` as a whole part stands for any
 * number of them, `[…]` for one character of a set, `{a,b}` (where asked for) for either, and a backslash takes the next
 * character as it is.
 * @throws {PatternError} when it is not one.
 */
export function parseGlob(glob: string, options: { readonly braces: boolean }): PatternNode {
  if (glob.length > MAX_LENGTH) throw new PatternError(`the glob is longer than ${MAX_LENGTH} characters`);
  const parser = new GlobParser(glob, options.braces);
  return parser.sequence(0);
}

const ANYTHING: PatternNode = { type: "repeat", node: set(negate(NUL)), min: 1, max: Infinity, greedy: true };
const PARTS: PatternNode = many({
  type: "concat",
  parts: [{ type: "repeat", node: set(NOT_SLASH), min: 1, max: Infinity, greedy: true }, set(SLASH)],
});

class GlobParser {
  readonly #glob: string;
  readonly #braces: boolean;
  #at = 0;

  constructor(glob: string, braces: boolean) {
    this.#glob = glob;
    this.#braces = braces;
  }

  sequence(depth: number): PatternNode {
    if (depth > MAX_DEPTH) throw new PatternError(`the glob's braces are nested deeper than ${MAX_DEPTH}`);
    const parts: PatternNode[] = [];
    for (;;) {
      const char = this.#glob[this.#at];
      if (char === undefined || (depth > 0 && (char === "," || char === "}"))) break;
      parts.push(this.#item(char, depth));
    }
    return { type: "concat", parts };
  }

  #item(char: string, depth: number): PatternNode {
    if (char === "*") return this.#stars();
    if (char === "[") return set(this.#class());
    if (char === "{" && this.#braces) return this.#alternatives(depth);
    if (char === "\\") {
      this.#at++;
      if (this.#at >= this.#glob.length) throw new PatternError("the glob ends in a backslash");
    }
    const code = this.#glob.codePointAt(this.#at) ?? 0;
    this.#at += code > 0xffff ? 2 : 1;
    return set(char === "?" ? NOT_SLASH : single(code));
  }

  #stars(): PatternNode {
    const begin = this.#at;
    while (this.#glob[this.#at] === "*") this.#at++;
    const opens = begin === 0 || this.#glob[begin - 1] === "/";
    const next = this.#glob[this.#at];
    if (this.#at - begin !== 2 || !opens || (next !== "/" && next !== undefined)) return many(set(NOT_SLASH));
    if (next === undefined) return ANYTHING;
    this.#at++;
    return PARTS;
  }

  #alternatives(depth: number): PatternNode {
    const options: PatternNode[] = [];
    do {
      this.#at++;
      options.push(this.sequence(depth + 1));
    } while (this.#glob[this.#at] === ",");
    if (this.#glob[this.#at] !== "}")
      throw new PatternError("a `{` of the glob has no `}`; write `\\{` for the character");
    this.#at++;
    return { type: "alternate", options };
  }

  #class(): CodeSet {
    const sets: CodeSet[] = [];
    this.#at++;
    const negated = "!^".includes(this.#glob[this.#at] ?? " ");
    if (negated) this.#at++;
    for (let first = true; first || this.#glob[this.#at] !== "]"; first = false) {
      const named = /^\[:([a-z]+):\]/u.exec(this.#glob.slice(this.#at, this.#at + 12));
      if (named !== null && Object.hasOwn(POSIX, named[1] ?? "")) {
        sets.push(POSIX[named[1] ?? ""] ?? []);
        this.#at += named[0].length;
        continue;
      }
      const from = this.#classCharacter();
      let to = from;
      if (this.#glob[this.#at] === "-" && this.#glob[this.#at + 1] !== "]") {
        this.#at++;
        to = this.#classCharacter();
      }
      if (to >= from) sets.push(setOf([[from, to]]));
    }
    this.#at++;
    const found = union(...sets);
    return negate(union(negated ? found : negate(found), SLASH, NUL));
  }

  #classCharacter(): number {
    if (this.#glob[this.#at] === "\\") this.#at++;
    const code = this.#glob.codePointAt(this.#at);
    if (code === undefined) throw new PatternError("a `[` of the glob has no `]`; write `\\[` for the character");
    this.#at += code > 0xffff ? 2 : 1;
    return code;
  }
}

function set(codes: CodeSet): PatternNode {
  return { type: "set", set: codes };
}

function many(node: PatternNode): PatternNode {
  return { type: "repeat", node, min: 0, max: Infinity, greedy: true };
}
