import type { Executor } from "@cloudflare/codemode/browser";
import { afterAll, describe, expect, test } from "vitest";
import { createExecutor } from "../../../host/backends/cloudflare/index.ts";
import type { ExecuteOptions, ExecuteResult, ResolvedProvider } from "../../../host/backends/cloudflare/index.ts";
import { IsocellError } from "../../../protocol/index.ts";
import { testHost } from "../../support/test-host.ts";

type Fns = ResolvedProvider["fns"];

const executor = createExecutor({ timeout: 20_000, pool: { processes: 1 } });
afterAll(() => executor.close());

function provider(fns: Fns = {}, name = "codemode", prelude?: string): ResolvedProvider {
  return { name, fns, ...(prelude === undefined ? {} : { prelude }) };
}

function run(code: string, fns: Fns = {}, options?: ExecuteOptions): Promise<ExecuteResult> {
  return executor.execute(code, [provider(fns)], options);
}

const failed = (error: unknown, logs: readonly string[] = []): object => ({ result: undefined, error, logs });

describe("An executor", () => {
  test("runs a function with functions by namespace, and gives its result and what it logged", async () => {
    // Fails to compile where the package's own type differs.
    const theirs: Executor = executor;
    const code = `async () => {
      console.log("sum", 1, { a: 1 }, null); console.warn("careful"); console.error("bad");
      return { weather: await codemode.getWeather({ city: "Oslo" }), files: await state.list("/", 2) };
    }`;
    const getWeather = async (input: unknown): Promise<unknown> => ({ ...(input as object), degrees: 7 });
    const list = async (...args: unknown[]): Promise<unknown> => args;
    expect(await theirs.execute(code, [provider({ getWeather }), provider({ list }, "state")])).toEqual({
      result: { weather: { city: "Oslo", degrees: 7 }, files: ["/", 2] },
      logs: ["sum 1 [object Object] null", "[warn] careful", "[error] bad"],
    });
  });

  test("takes a mere record of functions for the namespace `codemode`", async () => {
    expect(await executor.execute("async () => codemode.one()", { one: async () => 1 })).toEqual({
      result: 1,
      logs: [],
    });
  });

  test("runs calls at the same time", async () => {
    const both = Promise.withResolvers<void>();
    let running = 0;
    const meet = async (): Promise<number> => {
      if (++running === 2) both.resolve();
      await both.promise;
      return running;
    };
    const code = "async () => Promise.all([codemode.meet(), codemode.meet()])";
    expect(await run(code, { meet })).toEqual({ result: [2, 2], logs: [] });
  });

  test("carries bytes both ways, and gives nothing for what JSON has nothing for", async () => {
    const reverse = async (bytes: unknown): Promise<unknown> => {
      if (!(bytes instanceof Uint8Array)) throw new TypeError("no bytes");
      return { bytes: Buffer.from(bytes.toReversed()), buffer: Uint8Array.of(9).buffer };
    };
    const code = `async () => {
      const { bytes, buffer } = await codemode.reverse(new Uint8Array([1, 2, 255]));
      return [bytes instanceof Uint8Array, bytes, buffer, () => 1, undefined];
    }`;
    expect(await run(code, { reverse })).toEqual({
      result: [true, Uint8Array.of(255, 2, 1), Uint8Array.of(9), null, null],
      logs: [],
    });
    expect(await run("async () => codemode.nothing()", { nothing: async () => undefined })).toEqual({
      result: undefined,
      logs: [],
    });
    expect(await run('async () => JSON.parse(\'{"__proto__":{"a":1}}\')')).toEqual({
      result: Object.fromEntries([["__proto__", { a: 1 }]]),
      logs: [],
    });
  });

  test("shows code no globals of a cell, no network and nothing of what serves it", async () => {
    const names = ["tools", "text", "store", "exit", "ALL_TOOLS", "fetch", "require", "process", "serve", "namespaces"];
    const code = `async () => [${names.map((name) => `typeof ${name}`).join(", ")}].filter((type) => type !== "undefined")`;
    expect(await run(code)).toEqual({ result: [], logs: [] });
  });

  test("keeps runs apart", async () => {
    await run("async () => { globalThis.left = 1; Array.prototype.map = null; }");
    expect(await run("async () => [typeof left, [1].map((x) => x + 1)]")).toEqual({
      result: ["undefined", [2]],
      logs: [],
    });
  });
});

describe("What goes wrong", () => {
  test.each([
    ["an error that is thrown", 'async () => { console.log("a"); throw new Error("no luck"); }', "no luck", ["a"]],
    ["something else that is thrown", "async () => { throw 5; }", "5", []],
    ["an error without a message", "async () => { throw new TypeError(); }", "TypeError", []],
    ["code that cannot be parsed", "async () => { const x = ; }", "SyntaxError: Unexpected token ';'", []],
    [
      "a function that is not there",
      "async () => codemode.nope()",
      'Tool "nope" not found in codemode; there are fail',
      [],
    ],
    ["a result that JSON cannot hold", "async () => 1n", "Do not know how to serialize a BigInt", []],
    ["a function that fails", "async () => codemode.fail()", "the tool failed", []],
  ])("is told in `error`: %s", async (_, code, error, logs) => {
    const fail = (): Promise<never> => Promise.reject(new Error("the tool failed"));
    expect(await run(code, { fail })).toEqual(failed(error, logs));
  });

  test("with a function can be caught by code", async () => {
    const fail = (): Promise<never> => Promise.reject(new Error("the tool failed"));
    const code = "async () => { try { await codemode.fail(); } catch (e) { return [e instanceof Error, e.message]; } }";
    expect(await run(code, { fail })).toEqual({ result: [true, "the tool failed"], logs: [] });
  });

  test("with time ends code that waits and code that does not, with what it logged", async () => {
    const short = createExecutor({ timeout: 300, pool: { processes: 1 } });
    const hang = (): Promise<never> => new Promise(() => undefined);
    const waits = 'async () => { console.log("a"); await codemode.hang(); }';
    const busy = 'async () => { console.log("a"); await null; for (;;); }';
    expect(await short.execute(waits, [provider({ hang })])).toEqual(failed("Execution timed out after 300 ms", ["a"]));
    expect(await short.execute(busy, [provider({})])).toMatchObject({ error: "Execution timed out after 300 ms" });
    await short.close();
  });

  test("with console output is only that a flood of it is cut; the result is there", async () => {
    const { result, logs = [] } = await run(
      'async () => { for (let i = 0; i < 3000; i++) console.log("x".repeat(1000)); return "end"; }',
    );
    expect([result, logs.at(-1)]).toEqual(["end", "[further console output was left out]"]);
    expect(logs.length).toBeLessThan(1_100);
  });

  test("with an executor: it was closed, before or while code runs, or its options make no sense", async () => {
    const closing = createExecutor({ pool: { processes: 1 } });
    const called = Promise.withResolvers<void>();
    const hang = (): Promise<never> => (called.resolve(), new Promise(() => undefined));
    const running = closing.execute("async () => codemode.hang()", [provider({ hang })]);
    await called.promise;
    await closing.close();
    await closing.close();
    expect(await running).toEqual(failed("The executor was closed while the code ran"));
    expect(await closing.execute("async () => 1", [])).toEqual(failed("The executor was closed. Create another one."));
    expect(() => createExecutor({ timeout: 0 })).toThrow(IsocellError);
  });
});

describe("Namespaces", () => {
  test.each([
    ["reserved", [provider({}, "console")], 'The namespace "console" is reserved'],
    ["no identifiers", [provider({}, "a-b")], 'The namespace "a-b" is not a JavaScript identifier'],
    ["given twice", [provider(), provider()], 'The namespace "codemode" is given twice'],
    [
      "with functions that read alike",
      [provider({ "a-b": async () => 1, a_b: async () => 2 })],
      'The tools "a-b" and "a_b" of "codemode" are both called "a_b" in code',
    ],
  ])("that are %s are refused", async (_, providers, error) => {
    expect(await executor.execute("async () => 1", providers)).toEqual(failed(error));
  });

  test("have functions under names that are identifiers, also where two namespaces read alike", async () => {
    const one = async (): Promise<number> => 1;
    const two = async (): Promise<number> => 2;
    const code = "async () => [await a.b__c(), await a__b.c(), await a._3d(), await a.delete_(), Object.keys(a)]";
    const providers = [provider({ b__c: one, "3d": one, delete: one }, "a"), provider({ c: two }, "a__b")];
    expect(await executor.execute(code, providers)).toEqual({
      result: [1, 2, 1, 1, ["b__c", "_3d", "delete_"]],
      logs: [],
    });
  });

  test("can be added to by a prelude, whose functions go before those of the host", async () => {
    const prelude = "codemode.step = async (name, run) => name + ':' + await run();";
    const code = 'async () => codemode.step("a", () => codemode.one())';
    const providers = [provider({ one: async () => 1, step: async () => "host" }, "codemode", prelude)];
    expect(await executor.execute(code, providers)).toEqual({ result: "a:1", logs: [] });
  });

  test("of connectors take any method with one argument, and may end the run", async () => {
    const callTool = async (method: string, args: unknown): Promise<unknown> => {
      if (method === "pause") return { __codemode_control__: "pause" };
      if (method === "fail") return { __codemode_control__: "error", message: "refused" };
      return { method, args };
    };
    const connectors = [{ name: "github", binding: { callTool } }];
    expect(await run("async () => github.list({ a: 1 }, 2)", {}, { connectors })).toEqual({
      result: { method: "list", args: { a: 1 } },
      logs: [],
    });
    expect(await run("async () => github.fail()", {}, { connectors })).toEqual(failed("refused"));
    expect(await run("async () => github.pause()", {}, { connectors })).toEqual(failed("__CODEMODE_PAUSE__"));
  });
});

test("On a host of the embedder's, runs have its hooks, and the host stays open.", async () => {
  const seen: string[] = [];
  const before = ({ tool }: { readonly tool: { readonly namespace: string; readonly name: string } }) => {
    seen.push(`${tool.namespace}.${tool.name}`);
    return tool.name === "drop" ? { deny: "not that" } : {};
  };
  const host = await testHost({ pool: { processes: 1 }, hooks: [{ before }] });
  const onHost = createExecutor({ host });
  const fns = { keep: async () => 1, drop: async () => 2 };
  const code = "async () => [await codemode.keep(), await codemode.drop().catch((e) => e.message)]";
  expect(await onHost.execute(code, [provider(fns)])).toEqual({
    result: [1, expect.stringContaining("not that") as unknown],
    logs: [],
  });
  expect(seen).toEqual(["codemode.keep", "codemode.drop"]);
  await onHost.close();
  expect((await host.openSession().run("text(1)")).status).toBe("completed");
});
