import { describe, expect, it } from "vitest";
import { PreludeContext, settle } from "./prelude-context.ts";

/** Replaces everything reachable from the globals, the web globals apart, by functions that throw. */
const POISON = `{
  const OriginalError = Error;
  const objectPrototype = Object.prototype;
  const { ownKeys, getOwnPropertyDescriptor: describe, defineProperty: define } = Reflect;
  const spared = ["AbortController", "AbortSignal", "TextDecoder", "TextEncoder", "URL", "URLSearchParams", "atob", "btoa",
    "console", "queueMicrotask", "structuredClone", "map", "date", "globalThis", "undefined", "NaN", "Infinity", "tools", "ALL_TOOLS"];
  const objects = [globalThis, (function* () {}).prototype, (async function* () {}).prototype, (async () => {}).constructor,
    [][Symbol.iterator](), new Map().entries(), ""[Symbol.iterator](), /x/[Symbol.matchAll](""), Reflect.getPrototypeOf(Uint8Array)];
  const isObject = (value) => (typeof value === "object" && value !== null) || typeof value === "function";
  const isSpared = (object, key) => object === globalThis && spared.includes(key);
  for (let i = 0; i < objects.length; i++) {
    const object = objects[i];
    const found = [Reflect.getPrototypeOf(object)];
    for (const key of ownKeys(object)) {
      if (isSpared(object, key)) continue;
      const { value, get, set } = describe(object, key);
      found.push(value, get, set);
    }
    for (const value of found) if (isObject(value) && !objects.includes(value)) objects.push(value);
  }
  const poison = () => { throw new OriginalError("poisoned"); };
  const places = objects.flatMap((object) => ownKeys(object).map((key) => [object, key])).filter(([o, k]) => !isSpared(o, k));
  let replaced = 0;
  for (let i = 0; i < places.length; i++) {
    const object = places[i][0];
    const key = places[i][1];
    const descriptor = describe(object, key);
    if (descriptor === undefined || !descriptor.configurable) {
      if (descriptor !== undefined && descriptor.writable && isObject(descriptor.value)) {
        try { object[key] = poison; replaced++; } catch {}
      }
      continue;
    }
    if ("value" in descriptor && !isObject(descriptor.value)) continue;
    if (define(object, key, { __proto__: null, ...("value" in descriptor ? { value: poison } : { get: poison, set: poison }) })) replaced++;
  }
  globalThis.replaced = replaced;
  EXTRA
}`;

/** Names that would turn descriptors, options and results into something else if anybody inherited them. */
const INHERITED = `
  const inherited = ["get", "set", "value", "writable", "toJSON", "done", "next", "0", "1", "2", "constructor",
    "maxByteLength", "stack", "name", "message", "cause", "fatal", "ignoreBOM", "stream", "transfer", "once", "signal"];
  for (let i = 0; i < inherited.length; i++) {
    define(objectPrototype, inherited[i], { __proto__: null, get: poison, set: poison, configurable: true });
  }`;

/** Uses every web global without a built-in of its own, and collects what comes out in one string. */
const USE = `(() => {
  let out = "";
  const add = (value) => { out += value + ";"; };
  const url = new URL("../x?a=1#h", "https://user:pw@example.com:81/p/q");
  url.searchParams.append("b c", "é&");
  url.hash = "";
  add(url.href); add(url.searchParams.toString()); add(URL.canParse("::")); add(URL.parse("a:b").protocol);
  try { new URL("bad"); } catch (error) { add(error.name); }
  const params = new URLSearchParams([["z", "1"], ["a", "2"], ["z", "3"]]);
  params.sort(); params.set("n", "+"); params.delete("a");
  params.forEach((value, key) => { add(key + value); });
  add(params.toString()); add(params.get("z")); add(params.has("z", "9")); add(params.getAll("z")[1]); add(params.size);
  add(params.entries().next().value[1]);
  add(new URLSearchParams({ q: "w" }).toString()); add(new URLSearchParams(params).toString());
  out += "|";
  const bytes = new TextEncoder().encode("aé€😀");
  add(new TextDecoder().decode(bytes)); add(bytes[1]); add(new TextEncoder().encodeInto("é", bytes).written);
  add(new TextDecoder("utf-16le").decode(bytes).length); add(new TextDecoder("latin1").decode(bytes).length);
  try { new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes); } catch (error) { add(error.name); }
  try { new TextDecoder("x"); } catch (error) { add(error.name); }
  add(btoa("hello")); add(atob("aGVsbG8="));
  try { atob("*"); } catch (error) { add(error.name); }
  out += "|";
  const source = { a: [1, , { b: 2n }], e: bytes, r: /x/g, m: NEW_MAP, d: NEW_DATE };
  source.self = source;
  const copy = structuredClone(source, { transfer: [] });
  add(copy.self === copy); add(copy.a[2].b); add(copy.a.length); add(copy.e !== bytes); add(copy.e[0]);
  add(copy.r !== source.r); add(copy.m !== source.m); add(copy.d !== source.d);
  try { structuredClone({ f() {} }); } catch (error) { add(error.name); }
  out += "|";
  const controller = new AbortController();
  controller.signal.addEventListener("abort", (event) => { add(event.type); }, { once: true, signal: undefined });
  controller.signal.onabort = () => { add("on"); };
  const any = AbortSignal.any([controller.signal]);
  controller.abort();
  add(any.aborted); add(any.reason.name); add(AbortSignal.abort(1).reason); add(AbortSignal.timeout(5).aborted);
  try { any.throwIfAborted(); } catch (error) { add(error.name); }
  console.log("%s %d %j", "x", 1, 2, source, [1, "a"], url, params, any, function f() {}, class C {}, 5n);
  console.error({ nested: { deep: [undefined, null, true] } });
  console.group("g"); console.warn("in\\nside"); console.groupEnd();
  console.count(); console.time("t"); console.timeEnd("t"); console.assert(false, "no"); console.trace("t");
  queueMicrotask(() => { globalThis.ran = "yes"; });
  return out;
})()`;

const OUT = [
  "https://user:pw@example.com:81/x?a=1&b+c=%C3%A9%26;a=1&b+c=%C3%A9%26;false;a:;TypeError;",
  "z1;z3;n+;z=1&z=3&n=%2B;1;false;3;3;1;q=w;z=1&z=3&n=%2B;",
  "|aé€😀;195;2;5;10;TypeError;RangeError;aGVsbG8=;hello;InvalidCharacterError;",
  "|true;2;3;true;195;true;true;true;DataCloneError;",
  "|on;abort;true;AbortError;1;false;AbortError;",
].join("");

const TEXTS = [
  "x 1 2 ",
  "{ nested: { deep: [ undefined, null, true ] } }",
  "g",
  "  in\n  side",
  "default: 1",
  "t: 0ms",
  "Assertion failed: no",
  "Trace: t",
];

async function checkUse(extra: string): Promise<void> {
  const context = new PreludeContext();
  context.run("globalThis.map = new Map([[1, { a: 1 }]]); globalThis.date = new Date(0);");
  context.run(POISON.replace("EXTRA", extra));
  // Everything a script can reach by name, except what ECMAScript forbids to change.
  expect(context.run("replaced")).toBeGreaterThan(600);
  expect(context.run(USE.replace("NEW_MAP", "map").replace("NEW_DATE", "date"))).toBe(OUT);
  const texts = context.texts.map((text) => text.replace(/\d+ms/u, "0ms").replace(/(Trace: t)[^]*/u, "$1"));
  expect([texts[0]?.slice(0, 6), ...texts.slice(1)]).toEqual(TEXTS);
  expect(texts[0]).toContain("self: [Circular]");
  expect(texts[0]).toContain("URLSearchParams { 'z' => '1', 'z' => '3', 'n' => '+' }");
  await settle();
  expect(context.run("ran")).toBe("yes");
  expect(context.failures).toEqual([]);
}

describe("The web globals, first used after a script poisoned everything", () => {
  it("work although every built-in function was replaced", async () => {
    await checkUse("");
  });

  it("work although Object.prototype passes on what descriptors and options are asked for", async () => {
    await checkUse(INHERITED);
  });
});
