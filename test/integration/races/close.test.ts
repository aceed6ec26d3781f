import { describe, expect, test } from "vitest";
import type { Host, Outcome, Session } from "../../../host/index.ts";
import { isAlive } from "../../support/processes.ts";
import { gist, holdTool, testHost } from "../../support/test-host.ts";
import type { HeldTool } from "../../support/test-host.ts";

interface Scene {
  readonly host: Host;
  readonly session: Session;
  readonly hold: HeldTool;
  /** Settles when something was emitted. */
  readonly emitted: Promise<void>;
}

async function scene(): Promise<Scene> {
  const hold = holdTool();
  const host = await testHost({ tools: [hold.tool], pool: { processes: 1 } });
  const { promise: emitted, resolve } = Promise.withResolvers<void>();
  return { host, session: host.openSession({ onContent: () => resolve() }), hold, emitted };
}

/** Brings a cell into a phase of its life, and gives what its observer was promised. */
const PHASES: Readonly<Record<string, (scene: Scene) => Promise<readonly Promise<Outcome>[]>>> = {
  "has just been submitted": async ({ session }) => [session.run("text(1)", { yieldTimeMs: null })],
  "is in line behind others": async ({ session, hold }) => {
    const cells = Array.from({ length: 20 }, () => session.run("await tools.hold()", { yieldTimeMs: null }));
    await hold.call(0);
    return cells;
  },
  "waits for a tool": async ({ session, hold }) => {
    const cell = session.run("await tools.hold()", { yieldTimeMs: null });
    await hold.call(0);
    return [cell];
  },
  "waits for a timer": async ({ session, emitted }) => {
    const cell = session.run('text("on"); await new Promise((done) => setTimeout(done, 1e6))', { yieldTimeMs: null });
    await emitted;
    return [cell];
  },
  "has yielded": async ({ session, hold }) => {
    const { cellId } = await session.run("yield_control(); await tools.hold()", { yieldTimeMs: null });
    await hold.call(0);
    return [session.wait(cellId, { yieldTimeMs: null })];
  },
  "is in a busy loop": async ({ session, emitted }) => {
    const cell = session.run('text("on"); for (;;);', { yieldTimeMs: null });
    await emitted;
    return [cell];
  },
};

describe.each(Object.entries(PHASES))("while a cell %s", (_phase, enter) => {
  test("closing the session terminates it and leaves the host usable", async () => {
    const { host, session, ...rest } = await scene();
    const ends = endsOf(await enter({ host, session, ...rest }));
    await session.close();
    await session.close();
    expect([...new Set(await ends)]).toEqual([expect.stringMatching(/^(terminated|session_closed)$/u)]);
    await expect(session.run("1")).rejects.toMatchObject({ code: "session_closed" });
    expect(gist(await host.openSession().run("text(2)", { yieldTimeMs: null }))).toEqual({
      status: "completed",
      code: null,
      texts: ["2"],
      calls: [],
    });
  });

  test("closing the host settles every promise and ends every process", async () => {
    const { host, session, hold, ...rest } = await scene();
    const ends = endsOf(await enter({ host, session, hold, ...rest }));
    const pids = host.runtimePids();
    await Promise.all([host.close(), host.close()]);
    expect(pids.filter(isAlive)).toEqual([]);
    expect(host.runtimePids()).toEqual([]);
    expect([...new Set(await ends)]).toEqual([expect.stringMatching(/^(terminated|session_closed)$/u)]);
    expect(hold.calls.filter(({ signal }) => !signal.aborted)).toEqual([]);
    expect(() => host.openSession()).toThrow(expect.objectContaining({ code: "host_closed" }));
  });
});

/** How each cell ends for whoever observes it: with a status, or with the code of a refusal. */
function endsOf(cells: readonly Promise<Outcome>[]): Promise<readonly string[]> {
  return Promise.all(
    cells.map((cell) =>
      cell.then(
        ({ status }) => status,
        (error: unknown) => (error as { code: string }).code,
      ),
    ),
  );
}
