import { expect, test } from "vitest";
import { echo, testHost, textsOf } from "../../support/test-host.ts";

/** What a loaded machine may add to a delay, in ms. */
const SLACK_MS = 150;
const MAX_DELAY_MS = 50;

/** Median and longest time of small cells with a call each, one after the other. */
async function timesOf(run: () => Promise<unknown>): Promise<readonly number[]> {
  const times: number[] = [];
  for (let i = 0; i < 15; i++) {
    const startedAt = performance.now();
    await run();
    times.push(performance.now() - startedAt);
  }
  return times.sort((a, b) => a - b);
}

test("three busy loops at once delay no other cell by more than 50 ms", async () => {
  const host = await testHost({ tools: [echo], pool: { processes: 2 } });
  const other = host.openSession();
  const run = async (): Promise<void> => {
    const outcome = await other.run("text(await tools.echo(1))", { yieldTimeMs: null });
    expect(textsOf(outcome)).toEqual(["1"]);
  };
  await run();
  const alone = await timesOf(run);
  const loops = [host.openSession(), host.openSession(), host.openSession()];
  await Promise.all(loops.map((session) => session.run('text("on"); for (;;);', { yieldTimeMs: 200 })));
  const beside = await timesOf(run);
  expect(beside[7]).toBeLessThan((alone[7] ?? 0) + MAX_DELAY_MS + SLACK_MS);
});

test("a busy loop that yields shows what it has emitted", async () => {
  const session = (await testHost()).openSession();
  const first = await session.run('text("a"); text("b"); for (;;);', { yieldTimeMs: 150 });
  expect([first.status, textsOf(first)]).toEqual(["yielded", ["a", "b"]]);
});

test("terminate of a busy loop answers within 250 ms, and the next cell runs at once", async () => {
  const session = (await testHost()).openSession();
  await session.run("1", { yieldTimeMs: null });
  const { cellId } = await session.run('text("on"); for (;;);', { yieldTimeMs: 100 });
  const startedAt = performance.now();
  expect((await session.terminate(cellId)).status).toBe("terminated");
  expect(performance.now() - startedAt).toBeLessThan(250);
  expect(textsOf(await session.run("text(2)", { yieldTimeMs: null }))).toEqual(["2"]);
});
