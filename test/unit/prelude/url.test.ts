import vm from "node:vm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { answerUrl } from "../../../runtime/bridge/url-answers.ts";
import { PreludeContext } from "./prelude-context.ts";

const context = new PreludeContext();
const PARTS = [
  "href",
  "origin",
  "protocol",
  "username",
  "password",
  "host",
  "hostname",
  "port",
  "pathname",
  "search",
  "hash",
] as const;
const SETTABLE = PARTS.filter((part) => part !== "origin");

const INPUTS = [
  "https://example.com",
  "HTTP://User:Pa%20ss@EXAMPLE.com:80/a/../b?x=1&y=%20#frag",
  "https://münchen.de/ä?ö#ü",
  "http://[::1]:8080/",
  "http://0x7f.1/",
  "file:///C|/x",
  "mailto:a@b.c",
  "data:text/plain,hi there ",
  "blob:https://a.b/c",
  "javascript:alert(1)",
  "//host/path",
  "/path?q",
  "?q=1",
  "#h",
  "",
  " https://a.b/ ",
  "https://a b/",
  "http://",
  "http://a:99999",
  "https://a.b/\ud800?\udfff",
  "non-special://x y/z?q#f",
  "a:b",
  "https://a.b/?",
  "https://a.b/#",
];

function describeInNode(input: string, base: string | undefined): string {
  try {
    const url = new URL(input, base);
    return JSON.stringify([...PARTS.map((part) => url[part]), url.searchParams.toString(), String(url), url]);
  } catch (error) {
    return (error as Error).name;
  }
}

const describeHere = context.run(`(input, base) => {
  try {
    const url = base === undefined ? new URL(input) : new URL(input, base);
    const parts = ${JSON.stringify(PARTS)}.map((part) => url[part]);
    return JSON.stringify([...parts, url.searchParams.toString(), String(url), url]);
  } catch (error) {
    return error.name;
  }
}`) as (input: string, base: string | undefined) => string;

describe("URL", () => {
  it("parses as Node does, with and without a base", () => {
    for (const input of INPUTS) {
      for (const base of [undefined, ...INPUTS]) expect(describeHere(input, base)).toBe(describeInNode(input, base));
    }
    const text = fc.oneof(fc.webUrl({ withFragments: true, withQueryParameters: true }), fc.string({ unit: "binary" }));
    fc.assert(
      fc.property(text, fc.option(fc.webUrl(), { nil: undefined }), (input, base) => {
        expect(describeHere(input, base)).toBe(describeInNode(input, base));
      }),
    );
  });

  it("sets every property as Node does", () => {
    const values = [
      "x",
      "https:",
      "new.host:81",
      "8080",
      "",
      "a b",
      "?q=é&",
      "#x",
      "/p/../q",
      "80x",
      "münchen.de",
      "http",
    ];
    const setHere = context.run(`(input, property, value) => {
      const url = new URL(input);
      const before = url.searchParams;
      try { url[property] = value } catch (error) { return error.name }
      return JSON.stringify([url.href, url.searchParams.toString(), url.searchParams === before]);
    }`) as (input: string, property: string, value: string) => string;
    const setInNode = (input: string, property: (typeof SETTABLE)[number], value: string): string => {
      const url = new URL(input);
      const before = url.searchParams;
      try {
        url[property] = value;
      } catch (error) {
        return (error as Error).name;
      }
      return JSON.stringify([url.href, url.searchParams.toString(), url.searchParams === before]);
    };
    let compared = 0;
    for (const input of INPUTS.filter((candidate) => URL.canParse(candidate))) {
      for (const property of SETTABLE) {
        for (const value of values) {
          expect(setHere(input, property, value)).toBe(setInNode(input, property, value));
          compared++;
        }
      }
    }
    expect(compared).toBeGreaterThan(1000);
  });

  it("names what it could not parse, in an error with none of our frames", () => {
    const error = context.run('try { new URL("nowhere") } catch (error) { error.stack }');
    expect(String(error).split("\n")[0]).toBe('TypeError: Invalid URL: "nowhere"');
    expect(error).not.toContain("isocell:prelude");
  });

  it("has canParse, parse, toString and toJSON", () => {
    expect(
      context.run(`JSON.stringify([URL.canParse("x"), URL.canParse("/x", "http://a.b"), URL.parse("x"), URL.parse("http://a.b"),
        URL.parse("/x", "http://a.b").href, \`\${new URL("http://a.b/c")}\`, { url: new URL("http://a.b") },
        URL.parse("http://a.b") instanceof URL, Object.prototype.toString.call(new URL("a:b")), URL.name])`),
    ).toBe(
      '[false,true,null,"http://a.b/","http://a.b/x","http://a.b/c",{"url":"http://a.b/"},true,"[object URL]","URL"]',
    );
  });

  it("is linked to its searchParams both ways", () => {
    const script = `
      const url = new URL("https://a.b/?x=1&y=2#h");
      const params = url.searchParams;
      const seen = [];
      params.append("z", "a b&c"); seen.push(url.href);
      params.delete("x"); seen.push(url.href);
      url.search = "?q=%41&q=2"; seen.push([...params].join(";"), params.size);
      url.href = "https://c.d/?only"; seen.push(params.toString(), url.searchParams === params);
      params.delete("only"); seen.push(url.href);
      params.set("é", "ü"); seen.push(url.search);
      params.sort(); seen.push(url.search);
      url.hash = "x"; seen.push(params.toString());
      return JSON.stringify(seen);`;
    const inNode = vm.runInThisContext(`(URL) => { ${script} }`) as (Class: typeof URL) => string;
    expect(context.call(script)).toBe(inNode(URL));
  });
});

describe("URLSearchParams", () => {
  const pairs = fc.array(
    fc.tuple(fc.string({ unit: "binary", maxLength: 5 }), fc.string({ unit: "binary", maxLength: 5 })),
    {
      maxLength: 6,
    },
  );
  const fromPairs = context.run("(json) => new URLSearchParams(JSON.parse(json)).toString()") as (
    json: string,
  ) => string;
  const fromText = context.run("(text) => JSON.stringify([...new URLSearchParams(text)])") as (text: string) => string;

  it("parses and serialises as Node does", () => {
    const query = fc
      .array(
        fc.constantFrom("a", "b", "=", "&", "+", "%", "%4", "%41", "%C3%A9", "%ff", "é", "?", " ", "\ud800", "%00"),
        {
          maxLength: 12,
        },
      )
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(query, pairs, (text, list) => {
        // Node takes raw characters beside a malformed escape for bytes, so it is asked with all of them escaped.
        const ascii = text.toWellFormed().replaceAll(/[^\0-\x7f]/gu, encodeURIComponent);
        expect(fromText(text)).toBe(JSON.stringify([...new URLSearchParams(ascii)]));
        expect(fromPairs(JSON.stringify(list))).toBe(new URLSearchParams(list).toString());
      }),
      { numRuns: 1000 },
    );
  });

  it("does what Node does with any sequence of changes", () => {
    const key = fc.constantFrom("a", "b", "é", "\ud83d\ude00", "\uffff", "");
    const value = fc.constantFrom("1", "2", "");
    const change = fc.oneof(
      fc.tuple(fc.constant("append"), key, value),
      fc.tuple(fc.constant("set"), key, value),
      fc.tuple(fc.constant("delete"), key),
      fc.tuple(fc.constant("delete"), key, value),
      fc.tuple(fc.constant("sort")),
    );
    const source = `
      const params = new Class("a=1&b=2&a=3");
      for (const [method, ...args] of changes) params[method](...args);
      const seen = [];
      params.forEach((value, key, self) => seen.push([value, key, self === params]));
      return JSON.stringify([params.toString(), params.size, params.get("a"), params.getAll("a"), params.has("b"),
        params.has("b", "2"), [...params.keys()], [...params.values()], [...params.entries()], seen]);`;
    const here = context.run(`(json) => ((Class, changes) => { ${source} })(URLSearchParams, JSON.parse(json))`) as (
      json: string,
    ) => string;
    const inNode = vm.runInThisContext(`(Class, changes) => { ${source} }`) as (
      Class: unknown,
      changes: unknown,
    ) => string;
    fc.assert(
      fc.property(fc.array(change, { maxLength: 8 }), (changes) => {
        expect(here(JSON.stringify(changes))).toBe(inNode(URLSearchParams, changes));
      }),
      { numRuns: 1000 },
    );
  });

  it("can be made of everything the standard allows, and of nothing else", () => {
    const expressions = [
      "",
      "undefined",
      "null",
      "5",
      '"?a=b"',
      '"??a=b"',
      '{ a: 1, b: [2, 3], "é": null }',
      '[["a", "b"], ["c", 1]]',
      'new Map([["x", "y"]])',
      'new URLSearchParams("q=1&q=2")',
      'new Set([new Set(["k", "v"])])',
      '[["a"]]',
      '["ab"]',
      "[1]",
    ];
    for (const expression of expressions) {
      const source = `(() => { try { return new URLSearchParams(${expression}).toString() } catch (e) { return e.name } })()`;
      expect(`${expression} -> ${String(context.run(source))}`).toBe(
        `${expression} -> ${String(vm.runInThisContext(source))}`,
      );
    }
  });

  it("gives iterators that see changes and have the iterator helpers", () => {
    expect(
      context.run(`(() => {
        const params = new URLSearchParams("a=1&b=2");
        const iterator = params.keys();
        const first = iterator.next().value;
        params.append("c", "3");
        return JSON.stringify([first, [...iterator], params.values().map((v) => v * 2).toArray(),
          Object.prototype.toString.call(params.keys()), params[Symbol.iterator] === params.entries]);
      })()`),
    ).toBe('["a",["b","c"],[2,4,6],"[object URLSearchParams Iterator]",true]');
  });
});

describe("The runtime's answer about URLs", () => {
  it("is null for every question that is none, and never an exception", () => {
    const bad = [
      "",
      "null",
      "{}",
      "[]",
      "[1]",
      '["a:b"]',
      '["a:b",1]',
      '["a:b",null,"x","y"]',
      '["a:b","origin","x"]',
      '["a:b","constructor","x"]',
      '["a:b","__proto__","x"]',
      '["x","href","a:b"]',
      '["a:b","hash",1]',
      '["x",null]',
    ];
    expect(bad.map((question) => answerUrl(question))).toEqual(bad.map(() => "null"));
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (question) => {
        expect(typeof answerUrl(question)).toBe("string");
      }),
    );
  });
});
