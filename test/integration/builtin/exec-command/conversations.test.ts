import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { FunctionHook } from "../../../../host/index.ts";
import { builtinHost, callWith, runCommand, shownText } from "../../../support/builtin-host.ts";
import { isAlive, until } from "../../../support/processes.ts";
import { textsOf } from "../../../support/test-host.ts";

const TOOLS = ["exec_command"] as const;

interface Told {
  readonly name: string;
  readonly callId: string;
  readonly source: string;
  readonly tool: string;
  readonly input: unknown;
  readonly response: unknown;
}

/** A hook that writes down which ends of calls it is told of. */
function listening(): { readonly told: Told[]; readonly hook: FunctionHook } {
  const told: Told[] = [];
  const hook: FunctionHook = {
    after: ({ name, callId, source, tool, input }, response) => {
      told.push({ name, callId, source: source.kind, tool: tool.name, input, response });
      return undefined;
    },
  };
  return { told, hook };
}

const CMD = "until [ -e go ]; do sleep 0.01; done; echo late";
const END = { name: "Bash", tool: "exec_command", input: { command: CMD }, response: "late\n" };

describe("Hooks are told of a command that went on after its call", () => {
  test("once, when a later call sees its end, as the end of the call that started it", async () => {
    const { told, hook } = listening();
    const { host } = await builtinHost({ builtins: { tools: TOOLS }, mode: "direct", hooks: [hook] });
    const step = await host.openSession().step();
    const { value } = await step.call(callWith("exec_command", { cmd: CMD, yield_time_ms: 250 }, "first"));
    const { session_id } = value as { session_id: number };
    expect(told).toEqual([]);
    await runCommand(step, "touch go");
    const last = await step.call(callWith("write_stdin", { session_id, yield_time_ms: 5000 }, "sees"));
    expect(shownText(last)).toContain("Process exited with code 0");
    expect(told.slice(1)).toEqual([{ ...END, callId: "first", source: "direct" }]);
  });

  test("and may withhold what the later call has read", async () => {
    const hook: FunctionHook = { matcher: "Bash", after: () => ({ block: "not for you" }) };
    const { host } = await builtinHost({ builtins: { tools: TOOLS }, mode: "direct", hooks: [hook] });
    const step = await host.openSession().step();
    const { session_id } = await runCommand(step, "sleep 0.4; echo late", { yield_time_ms: 250 });
    expect(shownText(await step.call(callWith("write_stdin", { session_id })))).toBe("not for you");
  });

  test("of a script, too, whoever sees the end", async () => {
    const { told, hook } = listening();
    const { host } = await builtinHost({ builtins: { tools: TOOLS }, hooks: [hook] });
    const session = host.openSession();
    const outcome = await session.run(`
      const { session_id } = await tools.exec_command({ cmd: ${JSON.stringify(CMD)}, yield_time_ms: 250 });
      text(session_id)`);
    const [sessionId] = textsOf(outcome);
    const step = await session.step();
    await runCommand(step, "touch go");
    await step.call(callWith("write_stdin", { session_id: Number(sessionId), yield_time_ms: 5000 }));
    const callId = outcome.calls[0]?.callId ?? "";
    expect(callId).toMatch(/^exec-/u);
    expect(told.slice(1)).toEqual([{ ...END, callId, source: "cell" }]);
  });
});

describe("A terminal session belongs to the conversation that started it", () => {
  test("so that another does not find it", async () => {
    const { host } = await builtinHost({ builtins: { tools: TOOLS }, mode: "direct" });
    const mine = await host.openSession().step();
    const other = await host.openSession().step();
    const { session_id } = await runCommand(mine, "sleep 0.4; echo mine", { yield_time_ms: 250 });
    const asked = callWith("write_stdin", { session_id });
    expect(shownText(await other.call(asked))).toBe("write_stdin failed: Unknown process id <sid>");
    expect(shownText(await mine.call(asked))).toContain("Output:\nmine\n");
  });

  test("and ends with it, while those of others go on", async () => {
    const { host, work } = await builtinHost({ builtins: { tools: TOOLS }, mode: "direct" });
    const sessions = [host.openSession(), host.openSession()];
    const pids: number[] = [];
    for (const [index, session] of sessions.entries()) {
      await runCommand(await session.step(), `echo $$ > pid${index}; exec sleep 60`, { yield_time_ms: 250 });
      pids.push(Number(await readFile(join(work, `pid${index}`), "utf8")));
    }
    expect(pids.map(isAlive)).toEqual([true, true]);
    await sessions[0]?.close();
    await until("the command of the closed session ends", () => !isAlive(pids[0] ?? 0));
    expect(isAlive(pids[1] ?? 0)).toBe(true);
    await host.close();
    expect(pids.map(isAlive)).toEqual([false, false]);
  });
});

describe("Where whole outputs are kept", () => {
  const handleIn = (text: string): string => /read_output\(\{"handle":"([^"]+)"\}\)\]$/u.exec(text)?.[1] ?? "";

  test("a command's output that was cut can be read to its end", async () => {
    const { host } = await builtinHost({ builtins: { tools: TOOLS }, mode: "direct", outputs: {} });
    const step = await host.openSession().step();
    const cut = shownText(await step.call(callWith("exec_command", { cmd: "seq 1 30000", max_output_tokens: 20 })));
    expect(cut).toContain("[The whole output has 168894 bytes: read_output(");
    let whole = "";
    for (let offset: number | null = 0; offset !== null;) {
      const read = await step.call(callWith("read_output", { handle: handleIn(cut), offset, limit: 65_536 }));
      const part = read.value as { readonly text: string; readonly nextOffset: number | null };
      whole += part.text;
      offset = part.nextOffset;
    }
    expect(whole).toBe(Array.from({ length: 30_000 }, (_, index) => `${index + 1}\n`).join(""));
  });

  test("what was never kept is not promised", async () => {
    const { host } = await builtinHost({ builtins: { tools: TOOLS }, mode: "direct", outputs: {} });
    const step = await host.openSession().step();
    const cut = shownText(await step.call(callWith("exec_command", { cmd: "head -c 3000000 /dev/zero | tr '\\0' x" })));
    expect(cut.slice(-120)).toContain("[All that was kept of the output has 1048607 bytes: read_output(");
  });

  test("an output that fits has no note", async () => {
    const { host } = await builtinHost({ builtins: { tools: TOOLS }, mode: "direct", outputs: {} });
    const output = await (await host.openSession().step()).call(callWith("exec_command", { cmd: "echo a" }));
    expect(output.content).toHaveLength(1);
    expect(handleIn(shownText(output))).toBe("");
  });
});
