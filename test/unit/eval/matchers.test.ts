import { describe, expect, test } from "vitest";
import { compileJsonPath } from "../../../host/eval/matchers/json-path.ts";
import { nestingOf, parseJson } from "../../../host/eval/matchers/json-value.ts";
import { match } from "../../../host/eval/matchers/match.ts";
import type { Matcher } from "../../../host/eval/matchers/matcher.ts";
import { REGEX_DEADLINE_MS } from "../../../host/eval/matchers/regex.ts";

const FILES = {
  changed_files: [
    { path: "a", owners: ["x", "y"] },
    { path: "b", owners: [] },
  ],
  truncated: false,
};

const PASSING: readonly (readonly [Matcher, unknown])[] = [
  [{ equals: { a: [1, null], b: "x" } }, { b: "x", a: [1, null] }],
  [{ equals: null }, null],
  [{ items: [1, 2, 2] }, [2, 1, 2]],
  [{ subset: { changed_files: [{ path: "b" }] } }, FILES],
  [{ subset: {} }, FILES],
  [{ contains: "WEB", ignoreCase: true }, "the web team"],
  [{ regex: "^b.d$", flags: "im" }, "a\nBAD\n"],
  [{ range: { min: 1, max: 2 } }, 2],
  [{ length: { min: 2, max: 2 } }, ["a", "b"]],
  [{ length: { max: 1 } }, "\u{1F600}"],
  [{ length: { min: 2 } }, { a: 1, b: 2 }],
  [{ tokens: { min: 2, max: 2 } }, "12345678"],
  [{ tokens: { max: 2 } }, { a: 1 }],
  [{ path: "$.changed_files[*].path", list: { equals: ["a", "b"] } }, FILES],
  [{ path: "$.nowhere[*]", list: { equals: [] } }, FILES],
  [{ path: "$.changed_files[*].owners", matches: { length: { min: 1 } }, which: "some" }, FILES],
  [{ path: "$.changed_files[-1].path", matches: { equals: "b" } }, FILES],
  [{ each: { range: { min: 1 } } }, [1, 2]],
  [{ each: { range: { min: 1 } } }, []],
  [{ some: { equals: 2 } }, [1, 2]],
  [{ json: { subset: { a: 1 } } }, '{"a":1,"b":2}'],
  [{ all: [{ contains: "a" }, { contains: "b" }] }, "ab"],
  [{ any: [{ contains: "a" }, { contains: "c" }] }, "cb"],
  [{ not: { contains: "a" } }, "b"],
];

const FAILING: readonly (readonly [Matcher, unknown, string, string])[] = [
  [{ equals: { a: 1 } }, { a: 1, b: 2 }, "m.equals", "$"],
  [{ equals: 1 }, "1", "m.equals", "$"],
  [{ equals: [] }, {}, "m.equals", "$"],
  [{ items: [1, 1] }, [1, 2], "m.items", "$"],
  [{ items: [] }, "", "m.items", "$"],
  [{ subset: { a: { b: 1 } } }, { a: 1 }, "m.subset", "$"],
  [{ subset: JSON.parse('{"__proto__":{}}') as unknown }, {}, "m.subset", "$"],
  [{ subset: { constructor: {} } }, {}, "m.subset", "$"],
  [{ contains: "A" }, "a", "m.contains", "$"],
  [{ contains: "1" }, 1, "m.contains", "$"],
  [{ regex: "b" }, "a", "m.regex", "$"],
  [{ regex: "1" }, 1, "m.regex", "$"],
  [{ range: { max: 1 } }, 1.5, "m.range", "$"],
  [{ range: { min: 0 } }, "1", "m.range", "$"],
  [{ length: { max: 1 } }, [1, 2], "m.length", "$"],
  [{ length: { max: 1 } }, 1, "m.length", "$"],
  [{ tokens: { max: 1 } }, "12345", "m.tokens", "$"],
  [{ path: "$.changed_files[*].path", matches: { equals: "a" } }, FILES, "m.matches.equals", "$.changed_files[1].path"],
  [{ path: "$.nowhere", matches: { equals: "a" } }, FILES, "m.path", "$"],
  [{ path: "$.constructor", matches: { equals: "a" } }, {}, "m.path", "$"],
  [{ path: "$.changed_files[*].path", list: { items: ["a"] } }, FILES, "m.list.items", "$.changed_files[*].path"],
  [{ each: { equals: 1 } }, [1, 2], "m.each.equals", "$[1]"],
  [{ each: { equals: 1 } }, "x", "m.each", "$"],
  [{ some: { equals: 1 } }, [], "m.some", "$"],
  [{ json: { equals: 1 } }, "no", "m.json", "$"],
  [{ json: { subset: { a: 2 } } }, '{"a":1}', "m.json.subset", "$"],
  [{ all: [{ equals: 1 }, { equals: 2 }] }, 1, "m.all[1].equals", "$"],
  [{ any: [{ equals: 1 }, { equals: 2 }] }, 3, "m.any[0].equals", "$"],
  [{ not: { equals: 1 } }, 1, "m.not", "$"],
];

describe("A matcher", () => {
  test.for(PASSING)("%j takes %j.", ([matcher, value]) => {
    expect(match(matcher, value, "m")).toEqual({ verdict: "pass", mismatches: [] });
  });

  test.for(FAILING)("%j does not take %j, and says where.", ([matcher, value, where, at]) => {
    const { verdict, mismatches } = match(matcher, value, "m");
    expect(verdict).toBe("fail");
    expect(mismatches[0]).toMatchObject({ matcher: where, at });
  });

  test("says what was expected and what came, on one line and cut.", () => {
    expect(match({ equals: "a" }, `x\n\u001b[2J${"y".repeat(500)}`, "m").mismatches).toEqual([
      {
        matcher: "m.equals",
        at: "$",
        expected: '"a"',
        got: expect.stringMatching(/^"x\\n\\u001b\[2Jy+… \(\d+ more\)$/) as unknown,
      },
    ]);
  });

  test("with an expression that never ends is not decided, after its deadline.", () => {
    const start = performance.now();
    const { verdict, mismatches } = match({ regex: "^(a+)+$" }, `${"a".repeat(60)}!`, "m");
    expect(verdict).toBe("unknown");
    expect(mismatches[0]?.expected).toContain(`${REGEX_DEADLINE_MS} ms`);
    expect(performance.now() - start).toBeLessThan(REGEX_DEADLINE_MS * 20);
    expect(match({ not: { regex: "^(a+)+$" } }, `${"a".repeat(60)}!`, "m").verdict).toBe("unknown");
    expect(match({ all: [{ regex: "^(a+)+$" }, { equals: 1 }] }, `${"a".repeat(60)}!`, "m").verdict).toBe("fail");
    expect(match({ any: [{ regex: "^(a+)+$" }, { contains: "!" }] }, `${"a".repeat(60)}!`, "m").verdict).toBe("pass");
  });

  test("of a module passes, fails with a reason, and is not decided when the module breaks.", () => {
    const modules = new Map([
      ["./m.ts", (value: unknown, options: unknown): boolean | string => value === options || "it is another"],
      [
        "./broken.ts",
        (): boolean => {
          throw new Error("no");
        },
      ],
      ["./wrong.ts", (): boolean => 1 as unknown as boolean],
    ]);
    const ask = (matcher: Matcher): unknown => match(matcher, 1, "m", "$", modules);
    expect(ask({ module: "./m.ts", options: 1 })).toMatchObject({ verdict: "pass" });
    expect(ask({ module: "./m.ts", options: 2 })).toMatchObject({
      verdict: "fail",
      mismatches: [{ expected: "./m.ts: it is another" }],
    });
    for (const module of ["./broken.ts", "./wrong.ts", "./missing.ts"]) {
      expect(ask({ module })).toMatchObject({ verdict: "unknown" });
    }
  });

  test("tells at most eight mismatches of one value.", () => {
    expect(
      match(
        { each: { equals: 1 } },
        Array.from({ length: 1000 }, () => 2),
        "m",
      ).mismatches.length,
    ).toBe(8);
  });
});

describe("A JSON path", () => {
  const value = { "a b": [{ c: 1 }, { c: 2 }], d: { e: 3, f: 4 } };

  test.for([
    ["$", [value]],
    ["$.d.e", [3]],
    ["$.d.*", [3, 4]],
    ["$['a b'][0].c", [1]],
    ['$["a b"][*].c', [1, 2]],
    ['$["a\\u0020b"][-1]', [{ c: 2 }]],
    ["$.d[0]", []],
    ['$["a b"][5]', []],
    ["$.toString", []],
  ] as const)("%s finds %j.", ([path, found]) => {
    const find = compileJsonPath(path);
    expect(typeof find === "function" ? find(value, "$").map((one) => one.value) : find).toEqual(found);
  });

  test.for(["a.b", "$..a", "$.a[?(@.b)]", "$.a[", "$.", "$[01x]", "$ .a"])("%s is refused with the place.", (path) => {
    expect(compileJsonPath(path)).toEqual({ problem: expect.stringMatching(/^a path /) as unknown });
  });
});

describe("JSON from outside", () => {
  test("that is nested too deep is refused before it is parsed.", () => {
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    expect(nestingOf(deep)).toBe(100_000);
    expect(parseJson(deep)).toEqual({ problem: "it is nested deeper than 200 levels" });
    expect(parseJson('["[[[[\\"[["]')).toEqual({ value: ['[[[["[['] });
  });
});
