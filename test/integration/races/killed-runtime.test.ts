import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { defineTool } from "../../../host/index.ts";
import type { Host } from "../../../host/index.ts";
import { isAlive, until } from "../../support/processes.ts";
import { echo, gist, holdTool, testHost, textsOf } from "../../support/test-host.ts";

const AGAIN = "The runtime process was lost before the script had called a tool; the script was run again.";

function killAll(host: Host, signal: NodeJS.Signals = "SIGKILL"): readonly number[] {
  const pids = host.runtimePids();
  for (const pid of pids) process.kill(pid, signal);
  return pids;
}

/** The process without which nothing is emitted; it is left stopped. */
async function findSilencing(pids: readonly number[], emitted: () => number): Promise<number> {
  for (const pid of pids) {
    process.kill(pid, "SIGSTOP");
    await delay(100);
    const before = emitted();
    await delay(150);
    if (emitted() === before) return pid;
    process.kill(pid, "SIGCONT");
  }
  throw new Error("No process is the one that emits.");
}

describe("a runtime process that is killed", () => {
  test("before the cell starts costs nothing: the cell runs in the next one", async () => {
    const host = await testHost({ tools: [echo] });
    const running = host.openSession().run("text(await tools.echo(1))", { yieldTimeMs: null });
    await until("a runtime exists", () => host.runtimePids().length > 0);
    killAll(host);
    expect(gist(await running)).toMatchObject({ status: "completed", texts: ["1"], calls: ["echo succeeded"] });
  });

  test("while the script computes without having called a tool is not seen: the script runs again", async () => {
    const emitted: string[] = [];
    const host = await testHost({ tools: [echo] });
    const session = host.openSession({ onContent: () => void emitted.push("") });
    // The first run keeps its thread busy until it is killed, the second, later, has what it needs.
    const source = `text("on"); const end = Date.now() + 1500; while (Date.now() < end); text(await tools.echo("end"))`;
    const running = session.run(source, { yieldTimeMs: null });
    await until("it computes", () => emitted.length === 1);
    killAll(host);
    const outcome = await running;
    expect([gist(outcome), outcome.warnings]).toEqual([
      { status: "completed", code: null, texts: ["on", "end"], calls: ["echo succeeded"] },
      [AGAIN],
    ]);
  });

  test("with the one that the script was to run in next: a run that nothing was heard of does not count", async () => {
    let emitted = 0;
    const host = await testHost({ tools: [echo] });
    const session = host.openSession({ onContent: () => void emitted++ });
    await until("two processes wait", () => host.runtimePids().length >= 2);
    const source = `const end = ${Date.now() + 3000}; while (Date.now() < end) { text("."); await new Promise((resolve) => setTimeout(resolve, 5)); } text(await tools.echo("end"))`;
    const running = session.run(source, { yieldTimeMs: null });
    await until("it runs", () => emitted > 0);
    const pids = host.runtimePids();
    const first = await findSilencing(pids, () => emitted);
    // The script's own process dies, and the other one, which gets the script next, cannot begin it before it dies too.
    for (const pid of pids) if (pid !== first) process.kill(pid, "SIGSTOP");
    process.kill(first, "SIGKILL");
    await until("its end is seen", () => !host.runtimePids().includes(first));
    for (const pid of pids) if (pid !== first) process.kill(pid, "SIGKILL");
    const outcome = await running;
    expect([gist(outcome), outcome.warnings]).toMatchObject([
      { status: "completed", calls: ["echo succeeded"] },
      [AGAIN],
    ]);
    expect(textsOf(outcome).at(-1)).toBe("end");
  });

  test("while a call is pending loses the cell with its ledger, and the tool is not called again", async () => {
    const hold = holdTool();
    const host = await testHost({ tools: [hold.tool, echo] });
    const session = host.openSession();
    const running = session.run('text(await tools.echo("out")); await tools.hold()', { yieldTimeMs: null });
    const call = await hold.call(0);
    killAll(host);
    const outcome = await running;
    expect(gist(outcome)).toEqual({
      status: "failed",
      code: "lost",
      texts: ["out"],
      calls: ["echo succeeded", "hold cancelled"],
    });
    expect(outcome.error?.message).toMatch(/It had made 2 calls, which may have taken effect/u);
    expect(call.signal.aborted).toBe(true);
    expect(textsOf(await session.run("text(2)", { yieldTimeMs: null }))).toEqual(["2"]);
    expect(hold.calls.length).toBe(1);
  });

  test("by SIGSEGV blames the cell that was alone in it", async () => {
    const hold = holdTool();
    const host = await testHost({ tools: [hold.tool] });
    const session = host.openSession();
    const running = session.run("await tools.hold()", { yieldTimeMs: null });
    await hold.call(0);
    killAll(host, "SIGSEGV");
    expect(gist(await running)).toEqual({ status: "failed", code: "crashed", texts: [], calls: ["hold cancelled"] });
    expect(textsOf(await session.run("text(2)", { yieldTimeMs: null }))).toEqual(["2"]);
  });

  test("after the cell ended takes neither its result nor the stored values", async () => {
    const host = await testHost();
    const session = host.openSession();
    const first = await session.run('store("n", 41); text("end")', { yieldTimeMs: null });
    const gone = killAll(host);
    await until("they are gone", () => gone.every((pid) => !isAlive(pid)));
    expect([textsOf(first), textsOf(await session.run('text(load("n") + 1)', { yieldTimeMs: null }))]).toEqual([
      ["end"],
      ["42"],
    ]);
  });

  test("while a cell waits to be observed keeps what it had emitted for whoever asks", async () => {
    const hold = holdTool();
    const host = await testHost({ tools: [hold.tool] });
    const session = host.openSession();
    const first = await session.run('yield_control(); text("kept"); await tools.hold()', { yieldTimeMs: null });
    await hold.call(0);
    const gone = killAll(host);
    await until("they are replaced", () => host.runtimePids().every((pid) => !gone.includes(pid)));
    expect(gist(await session.wait(first.cellId, { yieldTimeMs: null }))).toEqual({
      status: "failed",
      code: "lost",
      texts: ["kept"],
      calls: ["hold cancelled"],
    });
  });

  test("again and again never makes a call happen twice", async () => {
    const made = new Map<number, number>();
    const count = defineTool<{ n: number }>({
      name: "count",
      description: "",
      inputSchema: true,
      parallel: true,
      handler: async ({ n }) => {
        made.set(n, (made.get(n) ?? 0) + 1);
        return null;
      },
    });
    const host = await testHost({ tools: [count] });
    const session = host.openSession();
    const cells = Array.from({ length: 30 }, (_, n) =>
      session.run(`await tools.count({ n: ${n} }); await new Promise((resolve) => setTimeout(resolve, 20))`, {
        yieldTimeMs: null,
      }),
    );
    for (let kills = 1; kills <= 3; kills++) {
      const before = made.size;
      await until("another cell has made its call", () => made.size > before || made.size === 30, 20_000);
      killAll(host);
    }
    const outcomes = await Promise.all(cells);
    expect(
      outcomes.map(({ status, error }) => error?.code ?? status).filter((end) => end !== "completed" && end !== "lost"),
    ).toEqual([]);
    expect([...made.values()].filter((times) => times !== 1)).toEqual([]);
    // What was lost without having called a tool twice over is told to its caller, and was not run at all.
    expect(outcomes.filter(({ calls }) => calls.length > 1)).toEqual([]);
  });
});
