import { describe, expect, it } from "vitest";
import { PreludeContext } from "./prelude-context.ts";

const NAMES = [
  "AbortController",
  "AbortSignal",
  "TextDecoder",
  "TextEncoder",
  "URL",
  "URLSearchParams",
  "atob",
  "btoa",
  "console",
  "queueMicrotask",
  "structuredClone",
];

const describeGlobal = (name: string): string =>
  `(() => {
    const { value, get, writable, configurable, enumerable } = Object.getOwnPropertyDescriptor(globalThis, ${JSON.stringify(name)});
    return [get ? "accessor" : typeof value, writable, enumerable, configurable].join();
  })()`;

describe("The web globals", () => {
  it("are accessors that become plain properties when they are first read", () => {
    const context = new PreludeContext();
    for (const name of NAMES) {
      expect(context.run(describeGlobal(name))).toBe("accessor,,false,true");
      const type = name === "console" ? "object" : "function";
      expect(context.run(`typeof ${name}`)).toBe(type);
      expect(context.run(describeGlobal(name))).toBe(`${type},true,false,true`);
      expect(context.run(`${name} === globalThis.${name}`)).toBe(true);
      if (name !== "console") expect(context.run(`${name}.name`)).toBe(name);
    }
  });

  it("can be replaced, deleted and shadowed like any other", () => {
    const context = new PreludeContext();
    for (const name of NAMES) {
      expect(context.run(`"use strict"; globalThis.${name} = 5; ${name}`)).toBe(5);
      expect(context.run(describeGlobal(name))).toBe("number,true,false,true");
      expect(context.run(`delete globalThis.${name} && typeof ${name}`)).toBe("undefined");
    }
  });

  it("stay the same objects on a frozen global object", () => {
    const context = new PreludeContext();
    expect(context.run("Object.freeze(globalThis); URL === URL && new URL('a:b') instanceof URL")).toBe(true);
  });

  it("do not show when the script lists its globals", () => {
    const context = new PreludeContext();
    expect(
      context.run(`Object.keys(globalThis).filter((name) => ${JSON.stringify(NAMES)}.includes(name)).length`),
    ).toBe(0);
  });

  it("work for each other although a script replaced their public parts", () => {
    const context = new PreludeContext();
    expect(
      context.call(`
        const { prototype } = URLSearchParams;
        URLSearchParams = null;
        for (const key of Reflect.ownKeys(prototype)) Object.defineProperty(prototype, key, { value: () => { throw 1; } });
        const url = new URL("http://a.b/?x=1");
        const { searchParams } = url;
        url.search = "?y=2";
        AbortController = null;
        const any = AbortSignal.any([AbortSignal.abort("r")]);
        return [url.href, Object.getPrototypeOf(searchParams) === prototype, any.reason].join();`),
    ).toBe("http://a.b/?y=2,true,r");
  });
});
