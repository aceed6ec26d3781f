// Processes that end by themselves, as a fault in V8 or in isolated-vm would end them, and what becomes of each cell.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Host } from "../../../host/index.ts";
import { until } from "../../support/processes.ts";
import { echo, gist, holdTool, testHost, textsOf } from "../../support/test-host.ts";

const NEVER = { yieldTimeMs: null };
const AGAIN = "The runtime process was lost before the script had called a tool; the script was run again.";
/** Computing time after which a process certainly has begun what it was given, in the kernel's ticks of 10 ms. */
const MANY_TICKS = 30;
/** How long a cell waits that is there when its process ends, in ms: longer than it takes to see that all are at rest. */
const WAIT_MS = 5000;
/** Looks in a row at which a process has not computed before it counts as idle. */
const LOOKS_AT_REST = 20;

/** CPU time that a process has used, in ticks. */
function ticksOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "latin1")
    .replace(/^.*\) /su, "")
    .split(" ");
  return Number(fields[11]) + Number(fields[12]);
}

/** Waits until a host of one process has started that and the shared one, and neither has anything left to do. */
async function atRest(host: Host): Promise<void> {
  let ticks = -1;
  let same = 0;
  await until("its processes are at rest", () => {
    const now = host.runtimePids().reduce((sum, pid) => sum + ticksOf(pid), 0);
    same = now === ticks && host.runtimePids().length === 2 ? same + 1 : 0;
    ticks = now;
    return same >= LOOKS_AT_REST;
  });
}

/** Waits until one of the processes that a host has now has computed for some time, and gives its id. */
async function busyProcess(host: Host): Promise<number> {
  const before = new Map(host.runtimePids().map((pid) => [pid, ticksOf(pid)]));
  let found: number | undefined;
  await until("a process computes", () => {
    found = host.runtimePids().find((pid) => ticksOf(pid) - (before.get(pid) ?? Number.MAX_VALUE) > MANY_TICKS);
    return found !== undefined;
  });
  return found as number;
}

function kill(host: Host, signal: NodeJS.Signals): void {
  for (const pid of host.runtimePids()) process.kill(pid, signal);
}

describe("a process that is killed while it compiles a script", () => {
  test("costs nothing: no tool was called, and the script is compiled and run in another one", async () => {
    const host = await testHost({
      tools: [echo],
      pool: { processes: 1 },
      limits: { sourceBytes: null, memoryMb: null },
    });
    await host.openSession().run("1", NEVER);
    await atRest(host);
    // One expression, which V8 has to compile as a whole before anything runs.
    const source = `text("on"); const list = [${"[1,2,3],".repeat(1_500_000)}]; text(await tools.echo(list.length))`;
    const emitted: string[] = [];
    const running = host.openSession({ onContent: () => void emitted.push("") }).run(source, NEVER);
    const pid = await busyProcess(host);
    expect(emitted).toEqual([]);
    process.kill(pid, "SIGKILL");
    const outcome = await running;
    expect([gist(outcome), outcome.warnings]).toEqual([
      { status: "completed", code: null, texts: ["on", "1500000"], calls: ["echo succeeded"] },
      [AGAIN],
    ]);
  }, 60_000);
});

describe.each(["SIGSEGV", "SIGABRT"] as const)("processes with several cells that end by %s", (signal) => {
  test("lose the cells that had called a tool, and run the others again: none was seen to run", async () => {
    const hold = holdTool();
    const host = await testHost({ tools: [hold.tool], pool: { processes: 1 } });
    const texts: string[] = [];
    const session = host.openSession({ onContent: ({ item }) => void texts.push(item.type) });
    const callers = Array.from({ length: 6 }, (_, n) => session.run(`await tools.hold(${n})`, NEVER));
    await hold.call(5);
    // By the clock, so that those that are run again one after the other need not all wait as long.
    const endAt = Date.now() + WAIT_MS;
    const waiters = Array.from({ length: 4 }, (_, n) =>
      session.run(
        `text(${n}); await new Promise((done) => setTimeout(done, ${endAt} - Date.now())); text("end")`,
        NEVER,
      ),
    );
    await until("all of them have begun", () => texts.length >= 4);
    // Else the one that was just seen to run would be taken for the guilty one, and rightly.
    await atRest(host);
    kill(host, signal);
    for (const outcome of await Promise.all(callers)) {
      expect(gist(outcome)).toEqual({ status: "failed", code: "lost", texts: [], calls: ["hold cancelled"] });
      expect(outcome.error?.message).toMatch(/another cell\. It had made 1 call, which may have taken effect/u);
    }
    for (const [n, outcome] of (await Promise.all(waiters)).entries()) {
      expect([gist(outcome), outcome.warnings]).toEqual([
        { status: "completed", code: null, texts: [String(n), "end"], calls: [] },
        [AGAIN],
      ]);
    }
    expect(hold.calls.length).toBe(6);
  });

  test("blame the cell that was seen to run, and treat the others as above", async () => {
    const hold = holdTool();
    const host = await testHost({ tools: [hold.tool], pool: { processes: 1 } });
    const session = host.openSession();
    // The first has the only process for single cells; the next ones share.
    const callers = [session.run("await tools.hold(0)", NEVER), session.run("await tools.hold(1)", NEVER)];
    await hold.call(1);
    await atRest(host);
    const emitted = Promise.withResolvers<void>();
    const busy = host.openSession({ onContent: () => emitted.resolve() });
    const guilty = busy.run('text("on"); for (;;);', NEVER);
    await emitted.promise;
    process.kill(await busyProcess(host), signal);
    expect(gist(await guilty)).toEqual({ status: "failed", code: "crashed", texts: ["on"], calls: [] });
    kill(host, "SIGKILL");
    expect((await Promise.all(callers)).map(({ error }) => error?.code)).toEqual(["lost", "lost"]);
    expect(textsOf(await session.run("text(2)", NEVER))).toEqual(["2"]);
  });
});
