import { describe, expect, test } from "vitest";
import { asFunction } from "../../../host/backends/cloudflare/as-function.ts";

/** What the function gives that code is made into. */
async function valueOf(code: string): Promise<unknown> {
  const source = await asFunction(code);
  // oxlint-disable-next-line no-eval
  const run = (0, eval)(`(\n${source}\n)`) as () => unknown;
  return run();
}

describe("Code of a model becomes a function", () => {
  test.each<[string, string, unknown]>([
    ["an arrow function", "async () => 1", 1],
    ["an arrow function that ends in a comment", "async () => 1 // one", 1],
    ["a statement that is an arrow function", "(() => 2);", 2],
    ["a function expression", "(async function () { return 3; })", 3],
    ["a function declaration", "async function main() { return 4; }", 4],
    ["a default export of a function", "export default async () => 5", 5],
    ["a default export of a nameless declaration", "export default async function () { return 6; }", 6],
    ["a default export of a value", "export default { a: 7 }", { a: 7 }],
    ["statements whose last one has a value", "const x = 4;\nx * 2;", 8],
    ["statements with a call at the end", "const f = async () => 9;\nawait f()", 9],
    ["statements with a return", "if (true) return 10;\nfoo()", 10],
    ["statements without a value", "const x = 1;", undefined],
    ["nothing", "  ", undefined],
    ["code in a fence", "```js\nasync () => 11\n```", 11],
    [
      "code in a fence of a language in capitals, with the line ends of Windows",
      "```TypeScript\r\n() => 12\r\n```",
      12,
    ],
    ["TypeScript", "async (): Promise<number> => { const n: number = 13; return n as number; }", 13],
    ["an object at the end, in parentheses", "const a = 14;\n({ a })", { a: 14 }],
  ])("%s", async (_, code, value) => {
    expect(await valueOf(code)).toEqual(value);
  });

  test("also where it cannot be parsed, so that the engine says what is wrong", async () => {
    expect(await asFunction("const = 1")).toBe("async () => {\nconst = 1\n}");
  });
});
