// Reads the grammar as models' APIs do, and writes what it allows.
import fc from "fast-check";
import { expect, test } from "vitest";
import { parsePatch, PATCH_GRAMMAR } from "../../../tools/builtin/index.ts";

const RULES = new Map(
  PATCH_GRAMMAR.split("\n")
    .filter((line) => line !== "")
    .map((line) => [line.slice(0, line.indexOf(":")), tokensOf(line.slice(line.indexOf(":") + 1))]),
);

function tokensOf(text: string): readonly string[] {
  return text.match(/"[^"]*"|\/(?:\\.|[^/\\])+\/|\w+|[()?+*|]/g) ?? [];
}

/** Writes one text that the grammar allows. `pick` answers a number below the given one. */
class Writer {
  readonly #pick: (below: number) => number;
  readonly used: Set<string> = new Set();

  constructor(pick: (below: number) => number) {
    this.#pick = pick;
  }

  rule(name: string): string {
    const tokens = RULES.get(name);
    if (tokens === undefined) throw new Error(`the grammar has no rule ${name}`);
    this.used.add(name);
    const [first = ""] = tokens;
    if (!first.startsWith("/")) return this.#choice([...tokens]);
    const found = first === "/\\r?\\n/" ? ["\n", "\n", "\r\n"] : ["a", "a b.c", "ü 😀", "x y"];
    return found[this.#pick(found.length)] ?? "";
  }

  /** Takes tokens up to a closing bracket, writes one of the alternatives. */
  #choice(tokens: string[]): string {
    const alternatives: (() => string)[][] = [[]];
    while (tokens.length > 0 && tokens[0] !== ")") {
      const token = tokens.shift() ?? "";
      if (token === "|") {
        alternatives.push([]);
        continue;
      }
      let write: () => string;
      if (token === "(") {
        const inner = takeGroup(tokens);
        write = () => this.#choice([...inner]);
      } else {
        write = token.startsWith('"') ? () => token.slice(1, -1) : () => this.rule(token);
      }
      const [least, most] = { "?": [0, 1], "+": [1, 3], "*": [0, 2] }[tokens[0] ?? ""] ?? [1, 1];
      if (least !== 1 || most !== 1) tokens.shift();
      alternatives.at(-1)?.push(() => {
        const times = (least ?? 1) + this.#pick((most ?? 1) - (least ?? 1) + 1);
        return Array.from({ length: times }, write).join("");
      });
    }
    return (alternatives[this.#pick(alternatives.length)] ?? []).map((part) => part()).join("");
  }
}

function takeGroup(tokens: string[]): readonly string[] {
  const inner: string[] = [];
  for (let depth = 1; ;) {
    const token = tokens.shift();
    if (token === undefined) throw new Error("the grammar has an open bracket");
    depth += token === "(" ? 1 : token === ")" ? -1 : 0;
    if (depth === 0) return inner;
    inner.push(token);
  }
}

test("Every text that the grammar allows is a patch, and every rule of it is used", () => {
  const used = new Set<string>();
  fc.assert(
    fc.property(fc.infiniteStream(fc.nat({ max: 1000 })), (numbers) => {
      const writer = new Writer((below) => Number(numbers.next().value ?? 0) % below);
      const text = writer.rule("start");
      expect(parsePatch(text).sections.length).toBeGreaterThan(0);
      for (const name of writer.used) used.add(name);
    }),
    { numRuns: 1000 },
  );
  expect([...used].toSorted()).toEqual([...RULES.keys()].toSorted());
});
