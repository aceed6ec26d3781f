import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createHooks } from "../../../host/hooks/create-hooks.ts";
import type { FunctionHook, HooksOptions } from "../../../host/hooks/sources.ts";
import { until } from "../../support/processes.ts";
import { answering, collector, commandHook, hookCall } from "./hook-call.ts";

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

describe("Configured commands", () => {
  test("A command is told of the call under the known names.", async () => {
    const source = {
      hooks: { ...commandHook("PreToolUse", "cat > before").hooks, ...commandHook("PostToolUse", "cat > after").hooks },
    };
    const hooks = make([source], { model: "m", permissionMode: "plan", turnId: () => "turn" });
    const call = hookCall({ source: { kind: "cell", cellId: "3" } });
    await hooks.before(call, ignore);
    await hooks.after(call, { ok: "ü" }, ignore);
    const told = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), "utf8"));
    const common = {
      session_id: "session",
      turn_id: "turn",
      transcript_path: null,
      cwd: folder,
      model: "m",
      permission_mode: "plan",
      tool_name: "Bash",
      tool_input: { command: "echo orig" },
      tool_use_id: "call",
      cell_id: "3",
    };
    expect(told("before")).toEqual({ ...common, hook_event_name: "PreToolUse" });
    expect(told("after")).toEqual({ ...common, hook_event_name: "PostToolUse", tool_response: { ok: "ü" } });
  });

  test("Without options the turn is the step, and a direct call has no cell.", async () => {
    await make([commandHook("PreToolUse", "cat > told")]).before(hookCall(), ignore);
    const told = JSON.parse(readFileSync(join(folder, "told"), "utf8")) as Record<string, unknown>;
    expect(told).toMatchObject({ turn_id: "step", model: "", permission_mode: "default" });
    expect(told).not.toHaveProperty("cell_id");
  });

  test("Commands of one call run at the same time.", async () => {
    // Each waits for the other's mark: one after the other they would both time out.
    const wait = (own: string, other: string): string =>
      `touch ${own}; while [ ! -e ${other} ]; do sleep 0.02; done; exit 0`;
    const handlers = [wait("a", "b"), wait("b", "a")].map((command) => ({ type: "command", command, timeout: 10 }));
    const { reports, report } = collector();
    await make([{ hooks: { PreToolUse: [{ hooks: handlers }] } }]).before(hookCall(), report);
    expect(reports.map(({ decision }) => decision)).toEqual(["none", "none"]);
  });

  test("A command that fails leaves the call alone; closed, its source, its handler or its file denies it.", async () => {
    const reason =
      "Command blocked by PreToolUse hook: the hook PreToolUse[0].hooks[0] failed: it ended with exit code 127. Command: echo orig";
    const open = commandHook("PreToolUse", "no-such-command-at-all");
    const { reports, report } = collector();
    expect(await make([open]).before(hookCall(), report)).toEqual({ context: [] });
    expect(reports).toMatchObject([{ hook: "PreToolUse[0].hooks[0]", decision: "failed" }]);
    expect(reports[0]?.detail).toMatch(/^it ended with exit code 127: .*no-such-command-at-all.*not found/);
    const closed = [
      { ...open, failClosed: true },
      commandHook("PreToolUse", "no-such-command-at-all", { failClosed: true }),
    ];
    for (const source of closed) {
      expect(await make([source]).before(hookCall(), ignore)).toEqual({ deny: { reason }, context: [] });
    }
    const exempt = { ...commandHook("PreToolUse", "exit 1", { failClosed: false }), failClosed: true };
    expect(await make([exempt]).before(hookCall(), ignore)).toEqual({ context: [] });
  });

  test("An asynchronous command delays nothing and outlives its call; its answer is not heard.", async () => {
    const controller = new AbortController();
    const command = `while [ ! -e go ]; do sleep 0.02; done; echo late >&2; exit 2`;
    const { reports, report } = collector();
    const hooks = make([commandHook("PreToolUse", command, { async: true })]);
    expect(await hooks.before(hookCall({ signal: controller.signal }), report)).toEqual({ context: [] });
    expect(reports).toEqual([]);
    controller.abort();
    writeFileSync(join(folder, "go"), "");
    await until("it has ended", () => reports.length > 0);
    expect(reports).toMatchObject([
      { decision: "none", detail: "it is asynchronous: its answer came too late to be heard" },
    ]);
  });

  test("Trust is asked once for each handler, with a hash that depends on what runs when.", async () => {
    const asked: [string, string][] = [];
    const trusted = (hash: string, command: string): boolean => asked.push([hash, command]) < 0 || command === "exit 0";
    const group = (matcher: string, command: string): object => ({ matcher, hooks: [{ type: "command", command }] });
    const source = {
      hooks: {
        PreToolUse: [group("Bash", "exit 0"), group("Bash", "exit 2"), group("x", "exit 0"), group("Bash", "exit 0")],
      },
    };
    const hooks = make([source, { before: () => ({ context: "functions are always trusted" }) }], { trusted });
    expect(asked.map(([, command]) => command)).toEqual(["exit 0", "exit 2", "exit 0", "exit 0"]);
    expect(new Set(asked.map(([hash]) => hash)).size).toBe(3);
    expect(asked.every(([hash]) => /^sha256:[0-9a-f]{64}$/.test(hash))).toBe(true);
    const { reports, report } = collector();
    const { context } = await hooks.before(hookCall(), report);
    expect([context, reports.length]).toEqual([["functions are always trusted"], 3]);
  });

  test("A matcher that is no regular expression leaves its group out with a warning, and is refused where hooks fail closed.", () => {
    const source = { hooks: { PreToolUse: [{ matcher: "[", hooks: [{ type: "command", command: "true" }] }] } };
    const warnings: string[] = [];
    const hooks = make([source], { onWarning: (text) => void warnings.push(text) });
    expect(hooks.concerns("before", "Bash", [])).toBe(false);
    expect(warnings).toEqual([
      expect.stringMatching(/^PreToolUse\[0\]\.hooks\[0\]: the matcher "\[" is no regular expression/),
    ]);
    expect(() => make([{ ...source, failClosed: true }])).toThrow(expect.objectContaining({ code: "invalid_config" }));
  });

  test("Context beyond its limit goes to a file, and its head, its tail and the file's place remain.", async () => {
    const long = `start ${"long text ".repeat(2000)}end`;
    const command = (file: string): string => `cat ${file}`;
    writeFileSync(join(folder, "answer.json"), JSON.stringify({ hookSpecificOutput: { additionalContext: long } }));
    const outputFolder = join(folder, "kept");
    const limited = async (more: Readonly<Record<string, unknown>>): Promise<string> => {
      const hooks = make([commandHook("PreToolUse", command("answer.json"), more)], { outputFolder });
      return (await hooks.before(hookCall(), ignore)).context[0] ?? "";
    };
    const text = await limited({ additionalContextLimit: 200 });
    const [, file = ""] = /\n\nFull hook output saved to: (.+)$/.exec(text) ?? [];
    expect(file.startsWith(outputFolder)).toBe(true);
    expect(readFileSync(file, "utf8")).toBe(long);
    expect(text).toMatch(
      /^Warning: truncated output[^\n]*\nTotal output lines: 1\n\nstart .*tokens truncated….*end\n\n/,
    );
    expect(await limited({})).toContain("tokens truncated");
    expect(await limited({ additionalContextLimit: 0 })).toBe(long);
    expect(await limited({ additionalContextLimit: 10_000 })).toBe(long);
  });

  test("A flood on standard output is a failure.", async () => {
    const { reports, report } = collector();
    await make([commandHook("PreToolUse", "yes '{' | head -c 2000000")]).before(hookCall(), report);
    expect(reports).toMatchObject([{ decision: "failed", detail: "it wrote more than 1 MB to its standard output" }]);
  });

  test("Each kind of decision is reported as what it is.", async () => {
    const specific = (fields: object): string => answering({ hookSpecificOutput: fields });
    const commands = [
      "exit 0",
      "echo x >&2; exit 2",
      specific({ permissionDecision: "allow", updatedInput: {}, additionalContext: "c" }),
      specific({ additionalContext: "c" }),
      specific({ permissionDecision: "allow" }),
      "exit 9",
    ];
    const handlers = commands.map((command) => ({ type: "command", command, statusMessage: "checking" }));
    const { reports, report } = collector();
    await make([{ hooks: { PreToolUse: [{ hooks: handlers }] } }]).before(hookCall(PLAIN), report);
    const byHook = reports.toSorted((a, b) => (a.hook < b.hook ? -1 : 1));
    expect(byHook.map(({ decision }) => decision)).toEqual(["none", "deny", "rewrite", "context", "none", "failed"]);
    expect(byHook[0]).toEqual({ event: "before", hook: "PreToolUse[0].hooks[0] (checking)", decision: "none" });
    expect(byHook[4]?.detail).toBe("permissionDecision allow has no effect");
  });

  test("A tool input that is no JSON is a failure of the hook and not of the call.", async () => {
    const { reports, report } = collector();
    await make([commandHook("PreToolUse", "exit 2")]).before(hookCall({ input: { n: 1n } }), report);
    expect(reports).toMatchObject([
      { decision: "failed", detail: expect.stringContaining("the call cannot be told as JSON") as string },
    ]);
  });
});

describe("MCP tools as hooks", () => {
  const source = (more: object = {}): { hooks: Record<string, unknown> } => ({
    hooks: { PreToolUse: [{ hooks: [{ type: "mcp_tool", server: "guard", tool: "check", ...more }] }] },
  });

  test("The tool is called with its input, in which fields of the call stand, and its text is read like a command's.", async () => {
    const calls: unknown[] = [];
    const hooks = make(
      [
        source({
          input: {
            what: "${tool_name}: ${tool_input.command}",
            all: ["${tool_input}"],
            none: "<${a.b}${__proto__.x}>",
            n: 1,
          },
        }),
      ],
      {
        callMcpTool: async (call) => {
          calls.push(call);
          return { text: JSON.stringify({ decision: "block", reason: "said the guard" }), isError: false };
        },
      },
    );
    const { deny } = await hooks.before(hookCall(), ignore);
    expect(calls).toEqual([
      {
        server: "guard",
        tool: "check",
        input: { what: "Bash: echo orig", all: ['{"command":"echo orig"}'], none: "<>", n: 1 },
      },
    ]);
    expect(deny?.reason).toBe("Command blocked by PreToolUse hook: said the guard. Command: echo orig");
  });

  test("A tool that fails, rejects, or gives no text is a failure of the hook.", async () => {
    const answers: readonly (readonly [HooksOptions["callMcpTool"], string])[] = [
      [async () => ({ text: "no", isError: true }), "its tool failed: no"],
      [async () => ({}) as never, "its tool gave no text"],
      [async () => null as never, "its tool gave no text"],
      [() => Promise.reject(new Error("gone")), "it failed: Error: gone"],
    ];
    for (const [callMcpTool, detail] of answers) {
      const { reports, report } = collector();
      expect(
        await make([source()], callMcpTool === undefined ? {} : { callMcpTool }).before(hookCall(), report),
      ).toEqual({ context: [] });
      expect(reports).toMatchObject([{ decision: "failed", detail }]);
    }
  });

  test("Without somebody who calls them they are refused.", () => {
    expect(() => make([source()])).toThrow(/PreToolUse\[0\]\.hooks\[0\]: .*mcp_tool/);
  });
});

test("Hooks say which tools they concern, by name and alias, for each event.", () => {
  const hooks = make([
    { matcher: "Write|exec", before: () => {} },
    { matcher: "^mcp__", after: () => {} },
  ]);
  expect([
    hooks.concerns("before", "apply_patch", ["Write", "Edit"]),
    hooks.concerns("before", "exec", []),
    hooks.concerns("before", "exec_command", []),
    hooks.concerns("before", "mcp__a__b", []),
    hooks.concerns("after", "mcp__a__b", []),
    hooks.concerns("after", "exec", []),
  ]).toEqual([true, true, false, false, true, false]);
});

test.each([
  [null, "sources[0]: expected an object"],
  [{}, "sources[0]: expected a function before or after, or hooks of a configuration"],
  [{ befor: ignore }, "sources[0].befor: expected no such key"],
  [{ before: 1 }, "sources[0].before: expected a function"],
  [{ before: ignore, matcher: "(" }, "sources[0].matcher: expected a regular expression"],
  [{ before: ignore, timeoutMs: -1 }, "sources[0].timeoutMs: expected milliseconds"],
])("A source that is %o is refused.", (source, message) => {
  expect(() => make([source as never])).toThrow(
    expect.objectContaining({ code: "invalid_options", message: expect.stringContaining(message) as string }),
  );
});
