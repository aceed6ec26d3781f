import { describe, expect, it } from "vitest";
import { hintForMissing } from "../../../host/cells/missing-names.ts";
import { PreludeContext } from "./prelude-context.ts";

const context = new PreludeContext();

describe("Hints for missing names", () => {
  it("say in a sentence what to use instead of what other hosts have", () => {
    const names = [
      "fetch",
      "XMLHttpRequest",
      "WebSocket",
      "process",
      "require",
      "module",
      "exports",
      "Buffer",
      "fs",
      "path",
      "os",
      "child_process",
      "setImmediate",
      "clearImmediate",
      "performance",
      "crypto",
      "window",
      "self",
      "global",
      "document",
      "navigator",
      "localStorage",
      "Deno",
      "Bun",
      "Temporal",
      "WebAssembly",
      "Worker",
      "Event",
      "Blob",
      "__dirname",
    ];
    for (const name of names) expect(`${name}: ${hintForMissing(name) ?? ""}`).toMatch(/^\w+: [A-Z`].{10,140}[.]$/u);
  });

  it("are none for other names", () => {
    for (const name of ["x", "foo", "", "constructor", "__proto__", "URL", "console", "tools"])
      expect(hintForMissing(name)).toBe(null);
  });

  it("do not define what they are about", () => {
    expect(
      context.run('[typeof fetch, typeof process, typeof require, typeof Buffer, "fetch" in globalThis].join()'),
    ).toBe("undefined,undefined,undefined,undefined,false");
    expect(context.run("try { require('fs') } catch (error) { error.stack.split('\\n').slice(0, 2).join('|') }")).toBe(
      "ReferenceError: require is not defined|    at exec_main.mjs:1:7",
    );
  });
});
