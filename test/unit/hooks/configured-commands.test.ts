import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createHooks } from "../../../host/hooks/create-hooks.ts";
import type { HooksOptions } from "../../../host/hooks/sources.ts";
import { until } from "../../support/processes.ts";
import { answering, collector, commandHook, hookCall } from "./hook-call.ts";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "isocell-hooks-test-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const make = (sources: HooksOptions["sources"], more: Partial<HooksOptions> = {}): ReturnType<typeof createHooks> =>
  createHooks({ sources, cwd: folder, ...more });
const ignore = (): void => {};
const PLAIN = { name: "search", input: { query: "x" } };

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
