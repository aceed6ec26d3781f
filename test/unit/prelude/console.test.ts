import { describe, expect, it } from "vitest";
import { PreludeContext } from "./prelude-context.ts";

const context = new PreludeContext();

/** Expressions and what console.log shows of them. */
const SHOWN: readonly (readonly [expression: string, shown: string])[] = [
  ["'as it is', 1, -0, 10n, true, null, undefined, Symbol('s')", "as it is 1 -0 10n true null undefined Symbol(s)"],
  [
    "['quoted', \"it's\", 'a\"b\\'c', 'new\\nline\\x01\\\\']",
    "[ 'quoted', \"it's\", `a\"b'c`, 'new\\nline\\x01\\\\' ]",
  ],
  ["{ a: 1, b: 'x', 'c-d': [1, [2]], $e: {}, 5: [] }", "{ '5': [], a: 1, b: 'x', 'c-d': [ 1, [ 2 ] ], $e: {} }"],
  ["{ a: { b: { c: { d: { e: 1, f: [] } } } } }", "{ a: { b: { c: { d: { e: 1, f: [] } } } } }"],
  ["{ a: { b: { c: { d: { e: { f: 1 } } } } } }", "{ a: { b: { c: { d: { e: [Object] } } } } }"],
  ["[[[[[[1]]]]], []]", "[ [ [ [ [ [Array] ] ] ] ], [] ]"],
  ["[, 1, , , 2, ,]", "[ <1 empty item>, 1, <2 empty items>, 2, <1 empty item> ]"],
  ["Object.assign([1], { extra: true })", "[ 1, extra: true ]"],
  ["(() => { const a = []; a[4e9] = 1; return a; })()", "[ <4000000000 empty items>, 1 ]"],
  [
    "new Map([['a', { b: 1 }], [{ k: 1 }, 2]]), new Set([1, 'x'])",
    "Map(2) { 'a' => { b: 1 }, { k: 1 } => 2 } Set(2) { 1, 'x' }",
  ],
  [
    "new (class Foo { x = 1; #y = 2; get z() { return 3; } })(), new (class extends Array {})(2)",
    "Foo { x: 1 } [ <2 empty items> ]",
  ],
  [
    "Object.create(null), Object.setPrototypeOf([1], null)",
    "[Object: null prototype] {} [Array: null prototype](1) [ 1 ]",
  ],
  [
    "{ get a() { throw 1; }, set b(v) {}, get c() { return 1; }, set c(v) {} }",
    "{ a: [Getter], b: [Setter], c: [Getter/Setter] }",
  ],
  [
    "{ [Symbol('k')]: 1, [Symbol.toStringTag]: 'Tag' }",
    "Object [Tag] { [Symbol(k)]: 1, [Symbol(Symbol.toStringTag)]: 'Tag' }",
  ],
  [
    "function named() {}, () => {}, class A {}, class B extends Map {}, async () => {}, Math.max",
    "[Function: named] [Function (anonymous)] [class A] [class B extends Map] [AsyncFunction (anonymous)] [Function: max]",
  ],
  ["Object.assign(() => {}, { prop: 1 })", "[Function (anonymous)] { prop: 1 }"],
  ["new Date(0), new Date(NaN), /a\\/b/gi", "1970-01-01T00:00:00.000Z Invalid Date /a\\/b/gi"],
  [
    "Object(1), Object('s'), Object(false), Object(2n), Object(Symbol('x'))",
    "[Number: 1] [String: 's'] [Boolean: false] [BigInt: 2n] [Symbol: Symbol(x)]",
  ],
  [
    "new Uint8Array([1, 2]), new Float32Array(1), new Uint8Array([255, 10]).buffer",
    "Uint8Array(2) [ 1, 2 ] Float32Array(1) [ 0 ] ArrayBuffer { contents: <ff 0a>, byteLength: 2 }",
  ],
  ["new DataView(new ArrayBuffer(3), 1)", "DataView { byteLength: 2, byteOffset: 1 }"],
  ["Promise.resolve(1), new WeakMap()", "Promise { <not awaited> } WeakMap { <contents unknown> }"],
  [
    "new URL('http://a.b/c'), new URLSearchParams('a=1&b=')",
    "URL { href: 'http://a.b/c' } URLSearchParams { 'a' => '1', 'b' => '' }",
  ],
  ["new AbortController()", "AbortController { signal: AbortSignal { aborted: false } }"],
  [
    "(() => { const a = { n: 1 }; a.self = a; a.list = [a]; return a; })()",
    "{ n: 1, self: [Circular], list: [ [Circular] ] }",
  ],
  ["(() => { const s = {}; return [s, s]; })()", "[ {}, {} ]"],
  ["Object.assign(new Error('m'), { stack: 'Error: m\\n    at x' })", "Error: m\n    at x"],
  [
    "{ e: Object.assign(new Error('m'), { stack: 'Error: m\\n    at x', code: 'E1' }) }",
    "{\n  e: Error: m\n      at x {\n    code: 'E1'\n  }\n}",
  ],
  ["Object.assign(new TypeError('m', { cause: 'why' }), { stack: undefined })", "[TypeError: m] { [cause]: 'why' }"],
  [
    "'%s is %d and %i, %f; %j %o %O%c %%', 'Bob', '42.5', 42.9, '1.5x', { a: 1 }, [1], { b: 2 }, 'css', 'rest'",
    'Bob is 42.5 and 42, 1.5; {"a":1} [ 1 ] { b: 2 } % rest',
  ],
  ["'%s %s %s %s', { toString() { return 'own'; } }, { a: { b: 1 } }, -0, 1n", "own { a: [Object] } -0 1n"],
  ["'100% sure', 'of %s'", "100% sure of %s"],
  ["'%s alone'", "%s alone"],
  ["'%s %x %', 1", "1 %x %"],
  ["'%d %d %i', Symbol('no'), {}, 5n", "NaN NaN 5n"],
  ["'lone \\ud800'", "lone \ufffd"],
];

describe("console.log", () => {
  it("shows values in the manner of Node", () => {
    for (const [expression, shown] of SHOWN)
      expect(`${expression} -> ${context.log(expression)}`).toBe(`${expression} -> ${shown}`);
  });

  it("breaks what is too long for a line into one entry a line, short ones of arrays into full lines", () => {
    expect(context.log("[{ id: 1, name: 'a'.repeat(40) }, { id: 2, name: 'b'.repeat(40) }]")).toBe(
      `[\n  { id: 1, name: '${"a".repeat(40)}' },\n  { id: 2, name: '${"b".repeat(40)}' }\n]`,
    );
    const lines = context.log("Array.from({ length: 150 }, (_, i) => i)").split("\n");
    expect(lines.length).toBe(8);
    expect(lines[1]).toBe("  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,");
    expect(lines.at(-2)?.endsWith("... 50 more items")).toBe(true);
  });

  it("shows a hundred entries and says how many are left out", () => {
    expect(
      context
        .log("Object.fromEntries(Array.from({ length: 101 }, (_, i) => ['k' + i, i]))")
        .endsWith("  ... 1 more item\n}"),
    ).toBe(true);
    expect(context.log("new Set(Array(300).keys())").endsWith("  ... 200 more items\n}")).toBe(true);
    expect(context.log("new Uint8Array(1e6)").endsWith("... 999900 more items\n]")).toBe(true);
    expect(context.log("['x'.repeat(10001)]").endsWith("x'... 1 more character\n]")).toBe(true);
  });

  it("never shows more than a certain length of one object, but strings whole", () => {
    const wide = "let o = 1; for (let d = 0; d < 5; d++) o = Array(100).fill(o);";
    expect(context.log(`(() => { ${wide} return o; })()`).length).toBeLessThan(400_000);
    expect(context.log("'x'.repeat(500000)").length).toBe(500_000);
  });

  it("shows the stack of an error without frames of ours", () => {
    const shown = context.log("new Error('here')");
    expect(shown.startsWith("Error: here\n    at exec_main.mjs:1:13")).toBe(true);
    expect(shown).not.toContain("isocell");
  });

  it("survives whatever proxies, traps and conversions do", () => {
    const trap = "() => { throw new Error('trap'); }";
    const handler = `{ get: ${trap}, ownKeys: ${trap}, getPrototypeOf: ${trap}, getOwnPropertyDescriptor: ${trap}, has: ${trap} }`;
    for (const expression of [
      `new Proxy({}, ${handler})`,
      `new Proxy([], ${handler})`,
      `new Proxy(() => {}, ${handler})`,
      `new Proxy(new Error('e'), ${handler})`,
      "(() => { const { proxy, revoke } = Proxy.revocable([], {}); revoke(); return proxy; })()",
      "(() => { const p = new Proxy({}, { getPrototypeOf: () => p }); return p; })()",
      "{ toString() { throw 1; }, toJSON() { throw 1; }, [Symbol.toPrimitive]() { throw 1; }, get [Symbol.toStringTag]() { throw 1; } }",
      "'%s %d %i %f %j %o', ...Array(6).fill({ toString() { throw 1; }, valueOf() { throw 1; }, toJSON() { throw 1; } })",
      "Object.defineProperty(new Error('e'), 'stack', { get() { throw 1; } })",
      "Object.defineProperty({}, 'constructor', { get() { throw 1; } })",
      "Object.create(new Proxy({}, { getOwnPropertyDescriptor() { throw 1; } }))",
      "new Proxy([], { get: (t, k) => (k === 'length' ? 1e9 : t[k]) })",
    ]) {
      expect(context.log(`'before', ${expression}`).length).toBeGreaterThan(6);
    }
  });

  it("does not throw when the script's stack is full", () => {
    expect(
      context.call(`
        let deepest = "";
        const dive = () => { try { dive(); } catch { try { console.log({ a: [1] }); } catch (error) { deepest = error.name; } } };
        dive();
        return deepest === "" || deepest === "RangeError";`),
    ).toBe(true);
    expect(context.log("(() => { let o = {}; for (let i = 0; i < 1e5; i++) o = { o }; return o; })()")).toContain(
      "[Object]",
    );
  });
});

describe("console", () => {
  it("emits one text item a call, indented in groups", () => {
    context.texts.length = 0;
    context.run(`
      console.info("a"); console.debug("b"); console.warn("c"); console.error("d"); console.log();
      console.group("G %d", 1); console.log("x\\ny"); console.groupCollapsed(); console.log({ a: 1 });
      console.groupEnd(); console.groupEnd(); console.groupEnd(); console.log("out"); console.clear();`);
    expect(context.texts).toEqual(["a", "b", "c", "d", "", "G 1", "  x\n  y", "    { a: 1 }", "out"]);
  });

  it("has dir, table, assert, count and time", () => {
    context.texts.length = 0;
    context.run(`
      console.dir("s", { depth: 0 }); console.table([{ a: 1 }]); console.dirxml("%s", 1);
      console.assert(true, "no"); console.assert(0); console.assert(false, "yes %s", 1);
      console.count(); console.count(undefined); console.count("x"); console.countReset(); console.count();
      console.time(); console.timeLog(undefined, "so far", { n: 1 }); console.timeEnd(); console.timeEnd();`);
    expect(context.texts.map((text) => text.replace(/\d+ms/u, "0ms"))).toEqual([
      "'s'",
      "[ { a: 1 } ]",
      "1",
      "Assertion failed",
      "Assertion failed: yes 1",
      "default: 1",
      "default: 2",
      "x: 1",
      "default: 1",
      "default: 0ms so far { n: 1 }",
      "default: 0ms",
      "No timer is named 'default'; start one with console.time",
    ]);
  });

  it("traces the script's own frames", () => {
    context.texts.length = 0;
    context.run("function here() { console.trace('at %s', 'work'); } here();");
    expect(context.texts[0]?.split("\n").slice(0, 3)).toEqual([
      "Trace: at work",
      "    at here (exec_main.mjs:1:27)",
      "    at exec_main.mjs:1:53",
    ]);
  });

  it("has methods that work without it", () => {
    context.texts.length = 0;
    context.run("{ const { log, error } = console; [1].forEach(log); error.call(null, 'x'); }");
    expect(context.texts).toEqual(["1 0 [ 1 ]", "x"]);
  });
});
