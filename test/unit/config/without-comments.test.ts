import * as fc from "fast-check";
import { expect, test } from "vitest";
import { withoutComments } from "../../../host/config/without-comments.ts";

test("A JSON text is the same without comments, and with them put where space may be.", () => {
  const comment = fc.constantFrom("// a, }\n", "/* ] , */", "/**/", '// "\n', " ");
  fc.assert(
    fc.property(fc.jsonValue(), comment, (value, inserted) => {
      const text = JSON.stringify(value, undefined, 1);
      const strings = /"(?:[^"\\]|\\.)*"|\n/g;
      const commented = text.replace(strings, (token) => (token === "\n" ? inserted : token));
      expect(JSON.parse(withoutComments(text))).toEqual(JSON.parse(text));
      expect(JSON.parse(withoutComments(commented))).toEqual(JSON.parse(text));
    }),
  );
});

test.each([
  ["[1, // last\n ]", "[1   ]"],
  ['{"a": 1, /* x */ }', '{"a": 1  }'],
  ["[1,,]", "[1,]"],
  ["[1] /* open", "[1] "],
  [`[${",".repeat(3)}`, "[,,,"],
])("%j becomes %j.", (text, expected) => {
  expect(withoutComments(text).replaceAll("\n", " ")).toBe(expected.replaceAll("\n", " "));
});

test("A long text without end takes no time that grows with its square.", () => {
  const text = `[1,${"/".repeat(200_000)}${"/* ".repeat(100_000)}`;
  const begin = performance.now();
  withoutComments(text);
  expect(performance.now() - begin).toBeLessThan(2000);
});
