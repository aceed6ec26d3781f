import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { JsonSyntaxError, parseJson } from "../../../tools/arguments/positioned-json.ts";

/** The value as the platform's parser makes it: objects get their prototype back. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

function accepts(parse: (text: string) => unknown, text: string): boolean {
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}

describe("positioned JSON", () => {
  test("reads what the platform's parser reads, as the same value", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), fc.nat({ max: 4 }), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(plain(parseJson(text).value)).toEqual(JSON.parse(text));
      }),
    );
  });

  test("refuses exactly what the platform's parser refuses", () => {
    const nearJson = fc
      .tuple(fc.json({ maxDepth: 3 }), fc.nat(), fc.constantFrom("", '"', ",", "]", "{", "0", "\\", "-", "e", "\t"))
      .map(([json, at, put]) => {
        const cut = at % (json.length + 1);
        return json.slice(0, cut) + put + json.slice(cut + (at % 2));
      });
    fc.assert(
      fc.property(fc.oneof(fc.string(), nearJson), (text) => {
        expect([text, accepts(parseJson, text)]).toEqual([text, accepts(JSON.parse, text)]);
      }),
      { numRuns: 2000 },
    );
  });

  test("fails with a position and nothing else, whatever the text is", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'{}[]":,01-.eE\\u \n\u00e9tfn'.split("")) }), (text) => {
        try {
          parseJson(text);
        } catch (error) {
          expect(error).toBeInstanceOf(JsonSyntaxError);
          expect((error as Error).message).toMatch(/ at line \d+ column \d+$/u);
        }
      }),
    );
  });

  test.each([
    ["{a: 1}", "key must be a string at line 1 column 2"],
    ["[1,]", "trailing comma at line 1 column 4"],
    ["{} x", "trailing characters at line 1 column 4"],
    ["", "EOF while parsing a value at line 1 column 0"],
    ['{"a"', "EOF while parsing an object at line 1 column 4"],
    ["[1", "EOF while parsing a list at line 1 column 2"],
    ['"a', "EOF while parsing a string at line 1 column 2"],
    ["tru", "EOF while parsing a value at line 1 column 3"],
    ["trx", "expected ident at line 1 column 3"],
    ["@", "expected value at line 1 column 1"],
    ['\n\n{"a" 1}', "expected `:` at line 3 column 6"],
    ['"\u00e9" x', "trailing characters at line 1 column 6"],
  ])("words %j as the reference does: %s", (text, message) => {
    expect(() => parseJson(text)).toThrow(new JsonSyntaxError(message));
  });

  test("keeps an own key called __proto__ out of the prototype", () => {
    const { value } = parseJson('{"__proto__": {"polluted": 1}}');
    expect(Object.getPrototypeOf(value)).toBe(null);
    expect(Object.keys(value as object)).toEqual(["__proto__"]);
  });

  test("refuses nesting that would exhaust the stack", () => {
    expect(() => parseJson("[".repeat(100_000))).toThrow(/^recursion limit exceeded at line 1 column 129$/u);
  });
});
