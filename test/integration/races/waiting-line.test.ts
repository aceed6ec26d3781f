// Cells that the host places behind a short one, on the lane of its process: what happens to them when that one is not
// short after all, or when somebody stops them, looks at them or kills the process meanwhile.
import { setImmediate as turn } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Host, Outcome, Session } from "../../../host/index.ts";
import { until } from "../../support/processes.ts";
import { echo, gist, holdTool, testHost, textsOf } from "../../support/test-host.ts";
import type { HeldTool } from "../../support/test-host.ts";

/** A cell behind a busy one may take this long, and not as long as `cpuMs` of that one, in ms. */
const SOON_MS = 4000;

interface Scene {
  readonly host: Host;
  readonly session: Session;
  readonly other: Session;
  readonly hold: HeldTool;
}

/** A host with one process whose cells have been short so far: of two that come at once, one is placed behind the other. */
async function scene(isolation: "cell" | "session" = "cell"): Promise<Scene> {
  const hold = holdTool();
  const host = await testHost({ isolation, tools: [echo, hold.tool], pool: { processes: 1 } });
  const session = host.openSession();
  for (let i = 0; i < 25; i++) await session.run("1", { yieldTimeMs: null });
  // A session's first cell waits for the list of tools; those that matter here are submitted at once.
  const other = host.openSession();
  await other.run("1", { yieldTimeMs: null });
  return { host, session, other, hold };
}

async function within<T>(promise: Promise<T>, what: string): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`not within ${SOON_MS} ms: ${what}`)), SOON_MS);
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

const NEVER = { yieldTimeMs: null };
const LOOPS = { "that loops at once": "for (;;);", "that loops after a call": "await tools.echo(1); for (;;);" };

describe.each(Object.entries(LOOPS))("a cell behind one %s", (_what, loop) => {
  test("runs elsewhere, soon", async () => {
    const { session, other } = await scene();
    const first = session.run(loop, NEVER);
    const second = await within(other.run("text(2)", NEVER), "the cell behind a busy one");
    expect([gist(second), second.warnings]).toEqual([{ status: "completed", code: null, texts: ["2"], calls: [] }, []]);
    await session.close();
    expect((await first).status).toBe("terminated");
  });

  test("runs elsewhere also when it was looked at meanwhile", async () => {
    const { session, other } = await scene();
    const first = session.run(loop, NEVER);
    const second = other.run("text(2)", NEVER);
    other.yieldNow("2");
    const outcomes = [await within(second, "the look at the cell in line")];
    if (outcomes[0]?.status === "yielded") {
      outcomes.push(await within(other.wait("2", NEVER), "the cell behind a busy one"));
    }
    expect([outcomes.at(-1)?.status, outcomes.flatMap(textsOf)]).toEqual(["completed", ["2"]]);
    await session.close();
    await first;
  });

  test("runs when that one is terminated", async () => {
    const { session, other } = await scene();
    const first = session.run(loop, NEVER);
    const second = other.run("text(2)", NEVER);
    await session.close();
    expect((await first).status).toBe("terminated");
    expect(gist(await within(second, "the cell behind a terminated one"))).toMatchObject({
      status: "completed",
      texts: ["2"],
    });
    // What runs next does not wait for the lane on which the loop was.
    expect(textsOf(await within(other.run("text(3)", NEVER), "the cell after"))).toEqual(["3"]);
  });
});

describe.each(["cell", "session"] as const)("with isolation %s, a cell behind another", (isolation) => {
  test("that is terminated leaves the other alone, and takes no stored values with it", async () => {
    const { session, other, hold } = await scene(isolation);
    await other.run('store("key", "kept")', NEVER);
    const first = session.run('await tools.hold(); text("first")', NEVER);
    const second = other.run('text("second")', NEVER);
    expect(gist(await other.terminate("3"))).toMatchObject({ status: "terminated", texts: [] });
    expect((await second).status).toBe("terminated");
    (await hold.call(0)).resolve(null);
    expect(textsOf(await first)).toEqual(["first"]);
    for (let i = 0; i < 3; i++) expect(textsOf(await other.run('text(load("key"))', NEVER))).toEqual(["kept"]);
  });

  test("whose session is closed never runs, and the other ends as it would have", async () => {
    const { session, other, hold } = await scene(isolation);
    const first = session.run('await tools.hold(1); text("first")', NEVER);
    const second = other.run("await tools.hold(2)", NEVER);
    await other.close();
    expect((await second).status).toBe("terminated");
    const call = await hold.call(0);
    expect(call.input).toBe(1);
    call.resolve(null);
    expect(textsOf(await first)).toEqual(["first"]);
    expect(hold.calls.length).toBe(1);
  });

  test("is run again when the process is killed, and the other is lost only if it had called a tool", async () => {
    const { host, session, other, hold } = await scene(isolation);
    const first = session.run("await tools.hold()", NEVER);
    const second = other.run('text("second")', NEVER);
    await Promise.race([hold.call(0), until("the call is made", () => hold.calls.length > 0)]);
    for (const pid of host.runtimePids()) process.kill(pid, "SIGKILL");
    expect(gist(await within(first, "the lost cell"))).toMatchObject({ status: "failed", code: "lost" });
    expect(gist(await within(second, "the cell that runs again"))).toMatchObject({
      status: "completed",
      texts: ["second"],
    });
  });
});

describe("cells in a row with terminations, looks, closed sessions and killed processes in any order", () => {
  test("all settle with what they did, and what was stored is there afterwards", async () => {
    const { host } = await scene();
    const SOURCES = [
      'text("tiny")',
      'text(await tools.echo("tiny"))',
      'const end = Date.now() + 40; while (Date.now() < end); text("tiny")',
      'store("key", "tiny"); text("tiny")',
      "for (;;);",
    ];
    const act = fc.record({
      kind: fc.constantFrom("run", "run", "run", "run", "terminate", "yield", "turn", "kill", "close"),
      which: fc.nat({ max: 9 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 16 }), async (acts) => {
        const sessions = [host.openSession(), host.openSession()];
        for (const session of sessions) await session.run("1", NEVER);
        const running: { session: Session; id: string; source: string; outcome: Promise<Outcome | null> }[] = [];
        let killed = false;
        for (const { kind, which } of acts) {
          const session = sessions[which % 2] as Session;
          const cell = running[which % Math.max(1, running.length)];
          if (kind === "run") {
            const source = SOURCES[which % SOURCES.length] as string;
            const id = String(running.filter((other) => other.session === session).length + 2);
            // A session that was closed refuses; nothing else may reject.
            const outcome = session.run(source, NEVER).catch((error: unknown) => {
              expect(error).toMatchObject({ code: "session_closed" });
              return null;
            });
            running.push({ session, id, source, outcome });
          } else if (kind === "turn") {
            for (let i = 0; i < which; i++) await turn();
          } else if (kind === "kill") {
            killed = true;
            for (const pid of host.runtimePids()) process.kill(pid, "SIGKILL");
          } else if (kind === "close") {
            if (which === 0) await session.close();
          } else if (cell !== undefined) {
            if (kind === "yield") cell.session.yieldNow(cell.id);
            else void cell.session.terminate(cell.id);
          }
        }
        // Loops end only when they are told to.
        for (const { session, id, source } of running) if (source === "for (;;);") void session.terminate(id);
        const outcomes = await within(Promise.all(running.map(({ outcome }) => outcome)), "all cells settle");
        for (const [index, outcome] of outcomes.entries()) {
          if (outcome === null || outcome.status === "terminated") continue;
          if (outcome.status === "yielded") {
            const { session, id } = running[index] as (typeof running)[number];
            const end = await within(session.wait(id, NEVER), "a cell that yielded");
            expect(["completed", "terminated", "failed"]).toContain(end.status);
            continue;
          }
          if (outcome.status === "failed") expect([outcome.error?.code, killed]).toEqual(["lost", true]);
          else expect(textsOf(outcome)).toEqual(["tiny"]);
        }
        for (const session of sessions) {
          const stored = running.some(({ session: of, source }, index) => {
            return of === session && source.startsWith("store") && outcomes[index]?.status === "completed";
          });
          const look = session.run('text(load("key") ?? "nothing")', NEVER).catch(() => null);
          const seen = await within(look, "the look at what was stored");
          if (seen !== null && stored) expect(textsOf(seen)).toEqual(["tiny"]);
          await session.close();
        }
      }),
      { numRuns: 20 },
    );
  }, 120_000);
});
