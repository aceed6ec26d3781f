import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHost, defineTool } from "../../../host/index.ts";
import type { Host } from "../../../host/index.ts";
import { echo, gist, textsOf } from "../../support/test-host.ts";

const failing = defineTool({
  name: "failing",
  description: "",
  handler: () => {
    throw new Error("not today");
  },
});

/** Replaces every function on every built-in prototype and namespace, and every global, by one that throws. */
const POISON = `
const boom = () => { throw new Error("poisoned") };
const keep = { text, store, load, tools, setTimeout };
const { ownKeys, getOwnPropertyDescriptor, defineProperty } = Reflect;
const root = globalThis;
const globals = ownKeys(root);
const targets = [];
// From here on nothing but syntax may be relied on.
for (let i = 0; i < globals.length; i++) {
  let value;
  try { value = root[globals[i]]; } catch { continue; }
  const type = typeof value;
  if ((type !== "function" && type !== "object") || value === null || value === root || value === keep.tools) continue;
  targets[targets.length] = value;
  // await itself goes through these; a script that breaks them breaks its own awaiting.
  if (value === Promise) continue;
  if (type === "function" && value.prototype) targets[targets.length] = value.prototype;
}
for (let i = 0; i < targets.length; i++) {
  const keys = ownKeys(targets[i]);
  for (let j = 0; j < keys.length; j++) {
    const descriptor = getOwnPropertyDescriptor(targets[i], keys[j]);
    try {
      if (descriptor.configurable) defineProperty(targets[i], keys[j], { __proto__: null, value: boom, configurable: true });
      else if (descriptor.writable) targets[i][keys[j]] = boom;
    } catch {}
  }
}
for (let i = 0; i < globals.length; i++) { try { delete root[globals[i]]; } catch {} }
`;

let host: Host;
beforeAll(async () => {
  host = await createHost({ tools: [echo, failing] });
});
afterAll(() => host.close());

async function texts(source: string): Promise<readonly string[]> {
  const outcome = await host.openSession().run(source, { yieldTimeMs: 20_000 });
  expect(outcome.error?.message).toBe(undefined);
  return textsOf(outcome);
}

describe("a script", () => {
  test("that poisons every built-in and deletes every global can still call, emit, store and wait", async () => {
    const session = host.openSession();
    const outcome = await session.run(
      `${POISON}
      const answer = await keep.tools.echo({ n: 1, list: [1, { deep: true }] });
      keep.text(answer.n === 1 && answer.list[1].deep === true ? "called" : "not called");
      keep.store("key", "value");
      await { then(done) { keep.setTimeout(done, 1) } };
      keep.text(keep.load("key"));`,
      { yieldTimeMs: null },
    );
    expect(outcome.error?.message).toBe(undefined);
    expect(gist(outcome)).toEqual({
      status: "completed",
      code: null,
      texts: ["called", "value"],
      calls: ["echo succeeded"],
    });
    expect(textsOf(await session.run('text(load("key"))', { yieldTimeMs: null }))).toEqual(["value"]);
  });

  test("finds nothing of the machine among its globals", async () => {
    const names = ["process", "require", "module", "Buffer", "global", "__dirname", "SharedArrayBuffer.x", "fetch"];
    const source = `text(${JSON.stringify(names)}.filter((name) => name in globalThis).join())`;
    expect(await texts(source)).toEqual([""]);
  });

  test("that climbs constructors arrives in its own realm", async () => {
    const seen = await texts(`
      const roots = [text, tools, tools.echo, store, setTimeout, console.log, URL, await tools.echo({}), ALL_TOOLS,
        tools.echo({}), (() => { try { null.x } catch (e) { return e } })()];
      try { await tools.failing() } catch (error) { roots.push(error) }
      const climbs = roots.flatMap((root) => {
        try {
          const run = root.constructor.constructor("return [typeof process, typeof require, this === globalThis].join()");
          return [run()];
        } catch (error) { return [error.name] }
      });
      text([...new Set(climbs)].join(" "));
    `);
    expect(seen).toEqual(["undefined,undefined,true"]);
  });

  test("cannot import, whichever way it asks", async () => {
    const session = host.openSession();
    const refused = await session.run('import fs from "node:fs"; text(typeof fs)', { yieldTimeMs: null });
    expect([refused.error?.code, refused.error?.message]).toEqual([
      "syntax",
      expect.stringContaining("Unsupported import in exec: node:fs"),
    ]);
    expect(await texts('try { await import("node:fs"); text("in") } catch (error) { text(String(error)) }')).toEqual([
      "unsupported import in exec",
    ]);
    const indirect = 'try { await (0, eval)("import(\'node:fs\')"); text("in") } catch { text("refused") }';
    expect(await texts(indirect)).toEqual(["refused"]);
  });

  test("reads no path of the runtime in any stack", async () => {
    const stacks = await texts(`
      const stacks = [];
      const note = (act) => { try { act() } catch (error) { stacks.push(String(error?.stack)) } };
      note(() => null.x);
      note(() => text(Symbol()));
      note(() => store(1n, () => {}));
      note(() => setTimeout("no"));
      note(() => new URL("::"));
      note(() => tools.nothing());
      note(() => { const f = () => f(); f() });
      note(() => (0, eval)("}"));
      for (const call of [tools.failing(), tools.echo(1n), tools.echo(Symbol())]) {
        try { await call } catch (error) { stacks.push(String(error?.stack)) }
      }
      stacks.push(await new Promise((done) => setTimeout(() => done(new Error("timer").stack), 1)));
      text(stacks.join("\\n"));
    `);
    expect(stacks.join("")).not.toMatch(/\/[\w.-]+\/|node:|node_modules|isolated-vm|\.ts\b|file:/u);
    expect(stacks.join("")).toContain("not today");
  });
});
