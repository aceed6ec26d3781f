import { serialize } from "node:v8";
import { describe, expect, it } from "vitest";
import { PreludeContext } from "./prelude-context.ts";

const context = new PreludeContext();

/** Expressions of everything that can be cloned. What the serializer of V8 writes of a clone must be the same bytes. */
const CLONEABLE = [
  "1",
  "-0",
  "NaN",
  "'text'",
  "undefined",
  "null",
  "true",
  "10n ** 30n",
  "Object(false)",
  "Object(5)",
  "Object('boxed')",
  "Object(7n)",
  "new Date(12345)",
  "new Date(NaN)",
  "/a\\/b+/dgimsuy",
  "new Map([['a', { b: new Map() }], [{ k: 1 }, [1]]])",
  "new Set([1, 'two', { three: 3 }, new Set()])",
  "[1, 'a', null, undefined, [], {}]",
  "[, 1, , 2, ,]",
  "Object.assign([1, 2], { extra: 'x', 7: 'far' })",
  "Object.assign([, 2], { 'not-index': 1 })",
  "(() => { const a = []; a[100000] = 1; return a; })()",
  "new Array(5)",
  "[]",
  "{ a: 1, b: { c: [2] }, 'd e': 3, 5: 'index' }",
  "{ [Symbol('no')]: 1, yes: 2 }",
  'JSON.parse(\'{"__proto__": {"x": 1}, "y": 2}\')',
  "Object.create({ inherited: 1 }, { own: { value: 1, enumerable: true }, hidden: { value: 2 } })",
  "Object.create(null, { a: { value: [1], enumerable: true } })",
  "new (class Point { x = 1; #y = 2; get z() { return 3; } })()",
  "{ get computed() { return { n: 42 }; } }",
  "new Error('plain')",
  "new TypeError('typed', { cause: { why: 1 } })",
  "new RangeError('r')",
  "new SyntaxError('s')",
  "new EvalError('e')",
  "new URIError('u')",
  "new ReferenceError('f')",
  "new (class Mine extends Error { name = 'Mine'; extra = 1 })('m')",
  "new Uint8Array([1, 2, 3]).buffer",
  "new ArrayBuffer(4, { maxByteLength: 8 })",
  "new Uint8Array([1, 2, 3])",
  "new Uint8Array(new Uint8Array([1, 2, 3, 4, 5]).buffer, 1, 3)",
  "new Int16Array([-1, 2])",
  "new Uint32Array([1, 2])",
  "new Float64Array([1.5, NaN])",
  "new Float16Array([1.5])",
  "new BigInt64Array([5n])",
  "new Uint8ClampedArray([300])",
  "new DataView(new Uint8Array([1, 2, 3]).buffer, 1)",
  "new DataView(new ArrayBuffer(4, { maxByteLength: 8 }))",
  "new Uint8Array(new ArrayBuffer(4, { maxByteLength: 8 }))",
  "new Uint8Array(new ArrayBuffer(8, { maxByteLength: 8 }), 2, 3)",
  "(() => { const a = { list: [] }; a.self = a; a.list.push(a.list, a); return a; })()",
  "(() => { const s = {}; return [s, s, new Map([[s, s]]), new Set([s])]; })()",
  "(() => { const b = new ArrayBuffer(8); return [b, new Uint8Array(b), new DataView(b, 2)]; })()",
  "(() => { const e = new Error('loop'); e.cause = e; return { e }; })()",
];

const REFUSED: readonly (readonly [expression: string, message: string])[] = [
  ["() => 1", "A function could not be cloned."],
  ["{ deep: [class {}] }", "A function could not be cloned."],
  ["Symbol('s')", "Symbol(s) could not be cloned."],
  ["Object(Symbol('s'))", "[object Symbol] could not be cloned."],
  ["new WeakMap()", "[object WeakMap] could not be cloned."],
  ["new WeakSet()", "[object WeakSet] could not be cloned."],
  ["new WeakRef({})", "[object WeakRef] could not be cloned."],
  ["Promise.resolve()", "A Promise could not be cloned. Await it first."],
  ["(function* () {})()", "[object Generator] could not be cloned."],
  ["new URL('a:b')", "An object of class URL could not be cloned."],
  ["[new AbortController().signal]", "An object of class AbortSignal could not be cloned."],
  [
    "(() => { const b = new ArrayBuffer(1); b.transfer(); return b; })()",
    "An ArrayBuffer is detached and could not be cloned.",
  ],
];

describe("structuredClone", () => {
  it("copies everything cloneable into what V8 writes the same way", () => {
    for (const expression of CLONEABLE) {
      const [original, copy] = context.run(
        `(() => { const original = (${expression}); return [original, structuredClone(original)]; })()`,
      ) as [unknown, unknown];
      expect(`${expression}: ${serialize(copy).toString("hex")}`).toBe(
        `${expression}: ${serialize(original).toString("hex")}`,
      );
      if (typeof original === "object" && original !== null) expect(copy).not.toBe(original);
    }
  });

  it("gives copies the prototypes of the script's own realm", () => {
    expect(
      context.run(`[{}, [], new Map(), new Set(), new Date(), /x/, new TypeError(), new Uint8Array(1), new ArrayBuffer(1), Object(1)]
        .every((value) => Object.getPrototypeOf(structuredClone(value)) === Object.getPrototypeOf(value))`),
    ).toBe(true);
    expect(context.run("Object.getPrototypeOf(structuredClone(new (class A { a = 1 })())) === Object.prototype")).toBe(
      true,
    );
  });

  it("refuses the rest with a DataCloneError that says what", () => {
    for (const [expression, message] of REFUSED) {
      expect(
        context.run(`(() => {
          try { structuredClone(${expression}) } catch (error) {
            return [${JSON.stringify(expression)}, error.name, error.message, error instanceof Error, error.stack.includes("isocell")].join("|");
          }
        })()`),
      ).toBe([expression, "DataCloneError", message, true, false].join("|"));
    }
  });

  it("needs an argument, and options that are an object", () => {
    expect(context.run("try { structuredClone() } catch (e) { e.name }")).toBe("TypeError");
    expect(context.run("try { structuredClone(1, 2) } catch (e) { e.name }")).toBe("TypeError");
    expect(context.run("structuredClone(1, null)")).toBe(1);
  });

  it("detaches the buffers that are transferred, only when everything could be copied", () => {
    expect(
      context.call(`
        const buffer = new Uint8Array([1, 2, 3]).buffer;
        const unused = new ArrayBuffer(4);
        let name = "";
        try { structuredClone([buffer, () => 1], { transfer: [buffer] }) } catch (error) { name = error.name }
        const before = buffer.detached;
        const copy = structuredClone({ buffer, view: new Uint8Array(buffer, 1) }, { transfer: [buffer, unused] });
        return JSON.stringify([name, before, buffer.detached, unused.detached, copy.view.buffer === copy.buffer, [...copy.view]]);`),
    ).toBe('["DataCloneError",false,true,true,true,[2,3]]');
  });

  it("refuses to transfer what is no buffer, twice the same, or gone already", () => {
    expect(
      context.call(`
        const gone = new ArrayBuffer(1);
        gone.transfer();
        const buffer = new ArrayBuffer(1);
        return [[{}], [new Uint8Array(1)], [buffer, buffer], [gone], 5, {}].map((transfer) => {
          try { structuredClone(1, { transfer }); return "none" } catch (error) { return error.name }
        }).join()`),
    ).toBe("DataCloneError,DataCloneError,DataCloneError,DataCloneError,TypeError,TypeError");
  });

  it("takes a swapped prototype for a plain object, and a proxy for what it looks like", () => {
    expect(
      context.call(`
        const fake = Object.create(Map.prototype);
        const map = Object.setPrototypeOf(new Map([[1, 2]]), null);
        return JSON.stringify([structuredClone(fake), structuredClone(map), structuredClone(new Proxy([1, [2]], {})),
          structuredClone(new Proxy({ a: { b: 1 } }, {})), structuredClone(new Proxy(new Date(), {}))]);`),
    ).toBe('[{},{},[1,[2]],{"a":{"b":1}},{}]');
  });

  it("copies a hundred thousand objects", () => {
    expect(
      context.call(`
        const list = Array.from({ length: 100000 }, (_, i) => ({ id: i, tags: ["a"] }));
        const copy = structuredClone(list);
        return copy.length === 100000 && copy[99999].id === 99999 && copy[5].tags !== list[5].tags;`),
    ).toBe(true);
  });
});
