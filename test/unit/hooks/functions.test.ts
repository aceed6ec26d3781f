import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createHooks } from "../../../host/hooks/create-hooks.ts";
import type { FunctionHook, HooksOptions } from "../../../host/hooks/sources.ts";
import { until } from "../../support/processes.ts";
import { collector, hookCall } from "./hook-call.ts";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "isocell-hooks-test-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const make = (sources: HooksOptions["sources"], more: Partial<HooksOptions> = {}): ReturnType<typeof createHooks> =>
  createHooks({ sources, cwd: folder, ...more });
const ignore = (): void => {};
const PLAIN = { name: "search", input: { query: "x" } };

describe("Functions", () => {
  test("A denial reads as the model is used to, for commands and for other tools.", async () => {
    const hooks = make([{ before: () => ({ deny: "not today" }) }]);
    expect(await hooks.before(hookCall(), ignore)).toEqual({
      deny: { reason: "Command blocked by PreToolUse hook: not today. Command: echo orig" },
      context: [],
    });
    expect(await hooks.before(hookCall({ name: "exec", input: { source: "text(1)" } }), ignore)).toEqual({
      deny: { reason: "Tool call blocked by PreToolUse hook: not today. Tool: exec" },
      context: [],
    });
  });

  test("The first denial in the order of sources gives the reason, whichever came first, and all contexts are kept.", async () => {
    const second = Promise.withResolvers<void>();
    const hooks = make([
      { before: async () => (await second.promise, { deny: "one", context: "a" }) },
      { before: () => (second.resolve(), { deny: "two", context: ["b", "", "c"] }) },
    ]);
    const { deny, context } = await hooks.before(hookCall(PLAIN), ignore);
    expect(deny?.reason).toBe("Tool call blocked by PreToolUse hook: one. Tool: search");
    expect(context).toEqual(["a", "b", "c"]);
  });

  test("All run at the same time, and the rewrite that finished last wins.", async () => {
    for (const slowFirst of [true, false]) {
      const started = Promise.withResolvers<void>();
      const fastEnded = Promise.withResolvers<void>();
      const slow: FunctionHook = {
        before: async () => {
          started.resolve();
          await fastEnded.promise;
          return { input: { from: "slow" } };
        },
      };
      const fast: FunctionHook = {
        name: "fast",
        before: async () => {
          await started.promise;
          return { input: { from: "fast" } };
        },
      };
      const decision = make(slowFirst ? [slow, fast] : [fast, slow]).before(hookCall(PLAIN), ({ hook }) => {
        if (hook === "fast") fastEnded.resolve();
      });
      expect(await decision).toEqual({ rewritten: { input: { from: "slow" } }, context: [] });
    }
  });

  test("A denial beats a rewrite that comes later.", async () => {
    const denied = Promise.withResolvers<void>();
    const hooks = make([
      { before: () => ({ deny: "no" }) },
      { before: async () => (await denied.promise, { input: {} }) },
    ]);
    const { deny, rewritten } = await hooks.before(hookCall(PLAIN), () => denied.resolve());
    expect([deny !== undefined, rewritten]).toEqual([true, undefined]);
  });

  test("A rewrite for Bash and apply_patch needs a string command.", async () => {
    for (const name of ["Bash", "apply_patch"]) {
      for (const input of [{}, { command: 1 }, [], "echo"]) {
        const { deny } = await make([{ before: () => ({ input }) }]).before(hookCall({ name }), ignore);
        expect(deny?.reason).toBe("hook returned updatedInput without string field `command`");
      }
    }
  });

  test("After a call, blocks and replacements are joined by a blank line; one block makes it a failure.", async () => {
    const block: FunctionHook = { after: () => ({ block: "secret" }) };
    const replace: FunctionHook = { after: (_, response) => ({ replace: `was ${String(response)}`, context: "note" }) };
    expect(await make([replace, replace]).after(hookCall(), "value", ignore)).toEqual({
      replace: { text: "was value\n\nwas value" },
      context: ["note", "note"],
    });
    expect(await make([replace, block]).after(hookCall(), "value", ignore)).toEqual({
      block: { reason: "was value\n\nsecret" },
      context: ["note"],
    });
  });

  test("What fails is reported and the call goes on, unless the hook fails closed.", async () => {
    const failing: readonly (readonly [FunctionHook["before"], string])[] = [
      [
        () => {
          throw new Error("out of order");
        },
        "it threw an error",
      ],
      [() => new Promise(ignore), "it ran longer than 0.01 s"],
      [() => ({ input: { big: 1n } }), "it gave an input that cannot be used: it holds a value of type bigint"],
      [() => "deny" as never, "it answered with a value of type string"],
      [() => ({ denied: "x" }) as never, "it answered with denied; known are deny, input, context"],
      [() => ({ deny: true }) as never, "it gave a deny that is not text"],
    ];
    for (const [before, message] of failing) {
      const hook = { name: "guard", timeoutMs: 10, before } as FunctionHook;
      const { reports, report } = collector();
      expect(await make([hook]).before(hookCall(PLAIN), report)).toEqual({ context: [] });
      expect(reports).toEqual([
        { event: "before", hook: "guard", decision: "failed", detail: expect.stringContaining(message) as string },
      ]);
      expect(await make([{ ...hook, failClosed: true }]).before(hookCall(PLAIN), ignore)).toEqual({
        deny: { reason: `Tool call blocked by PreToolUse hook: the hook guard failed: ${message}. Tool: search` },
        context: [],
      });
    }
  });

  test("What an error says of itself is for reports, not for the model.", async () => {
    const { reports, report } = collector();
    const hooks = make([
      {
        name: "g",
        failClosed: true,
        after: () => {
          throw new Error("a private place");
        },
      },
    ]);
    const { block } = await hooks.after(hookCall(), 1, report);
    expect(block?.reason).toBe("Tool result withheld: the hook g failed: it threw an error.");
    expect(reports[0]?.detail).toBe("it threw an error: a private place");
  });

  test("A denial counts whatever else is wrong with the answer.", async () => {
    const hooks = make([{ before: () => ({ deny: " ", input: 1n, context: 1, more: 1 }) as never }]);
    const { deny } = await hooks.before(hookCall(PLAIN), ignore);
    expect(deny?.reason).toBe("Tool call blocked by PreToolUse hook: no reason was given. Tool: search");
  });

  test("A cyclic input is refused.", async () => {
    const cycle: { self?: unknown } = {};
    cycle.self = cycle;
    const { reports, report } = collector();
    await make([{ before: () => ({ input: cycle }) }]).before(hookCall(PLAIN), report);
    expect(reports[0]?.detail).toBe("it gave an input that cannot be used: it is nested deeper than 100 levels");
  });

  test("The signal a function gets fires with the call's own, and then nobody waits for it.", async () => {
    const controller = new AbortController();
    let seen: AbortSignal | undefined;
    const hooks = make([{ before: ({ signal }) => ((seen = signal), new Promise(ignore)) }]);
    const decision = hooks.before(hookCall({ signal: controller.signal }), ignore);
    await until("the function was called", () => seen !== undefined);
    controller.abort();
    expect([await decision, seen?.aborted]).toEqual([{ context: [] }, true]);
  });

  test("An observer that throws changes nothing.", async () => {
    const hooks = make([{ before: () => ({ deny: "no" }) }]);
    const { deny } = await hooks.before(hookCall(PLAIN), () => {
      throw new Error("observer");
    });
    expect(deny).toBeDefined();
  });
});
