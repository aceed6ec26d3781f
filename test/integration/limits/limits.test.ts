import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHost } from "../../../host/index.ts";
import type { Host, Limits, Outcome } from "../../../host/index.ts";
import { echo, holdTool, textsOf } from "../../support/test-host.ts";

const hold = holdTool();
let host: Host;
beforeAll(async () => {
  host = await createHost({ tools: [echo, hold.tool] });
});
afterAll(() => host.close());

async function run(source: string, limits: Partial<Limits>): Promise<Outcome> {
  const session = host.openSession({ limits });
  try {
    return await session.run(source, { yieldTimeMs: null });
  } finally {
    await session.close();
  }
}

const caught = (code: string): string =>
  `try { ${code}; text("fits") } catch (error) { text(String(error.message ?? error)) }`;

/** A limit that ends the cell: a script, a value that stops it, and what the message must name. */
const FATAL: readonly (readonly [keyof Limits, string, string, number])[] = [
  ["memoryMb", "memory", "const a = []; while (a.length < 60) a.push(new Array(250_000).fill(a.length))", 16],
  ["cpuMs", "cpu", "const end = Date.now() + 300; while (Date.now() < end);", 50],
  ["wallMs", "wall", "await new Promise((done) => setTimeout(done, 300))", 50],
  ["sourceBytes", "source_too_large", `/* ${"é".repeat(100)} */`, 150],
];

describe.each(FATAL)("the limit %s", (name, code, source, value) => {
  test("ends the cell with its code and names its option", async () => {
    const { status, error } = await run(source, { [name]: value });
    expect([status, error?.code]).toEqual(["failed", code]);
    expect(error?.message).toContain(name);
  });

  test("is lifted by null", async () => {
    expect((await run(source, { [name]: null })).status).toBe("completed");
  });
});

/** A limit that the script can catch: what it does, a value that stops it, and what it then reads. */
const CAUGHT: readonly (readonly [keyof Limits, string, string, number])[] = [
  ["payloadBytes", "payload_too_large", 'await tools.echo("x".repeat(200))', 100],
  ["totalCalls", "too_many_calls", "for (let i = 0; i < 4; i++) await tools.echo(i)", 3],
  ["timers", "too_many_timers", "for (let i = 0; i < 4; i++) setTimeout(() => {}, 1)", 3],
  ["storedBytes", "store_full", 'store("k", "x".repeat(200))', 100],
];

describe.each(CAUGHT)("the limit %s", (name, code, source, value) => {
  test("throws an error that names its option, which a script can catch", async () => {
    const outcome = await run(caught(source), { [name]: value });
    expect(outcome.status).toBe("completed");
    expect(textsOf(outcome)).toEqual([expect.stringContaining(name)]);
  });

  test("fails a script that does not catch it, with its code", async () => {
    expect((await run(source, { [name]: value })).error).toMatchObject({ code });
  });

  test("is lifted by null", async () => {
    expect(textsOf(await run(caught(source), { [name]: null }))).toEqual(["fits"]);
  });
});

describe("the limit payloadBytes, for a result", () => {
  async function answerBig(source: string, payloadBytes: number | null): Promise<Outcome> {
    const before = hold.calls.length;
    const running = run(source, { payloadBytes });
    (await hold.call(before)).resolve("x".repeat(200));
    return running;
  }

  test("rejects the call with an error that names its option", async () => {
    const outcome = await answerBig(caught("await tools.hold()"), 100);
    expect([outcome.status, textsOf(outcome)]).toEqual(["completed", [expect.stringContaining("payloadBytes")]]);
  });

  test("fails a script that does not catch it, with its code", async () => {
    expect((await answerBig("await tools.hold()", 100)).error).toMatchObject({ code: "payload_too_large" });
  });

  test("is lifted by null", async () => {
    expect(textsOf(await answerBig(caught("await tools.hold()"), null))).toEqual(["fits"]);
  });
});

test("outputBytes cuts the output and says so", async () => {
  const outcome = await run('text("é".repeat(10)); text("more")', { outputBytes: 11 });
  expect([outcome.status, textsOf(outcome).join(""), outcome.warnings.join()]).toEqual([
    "completed",
    "é".repeat(5),
    expect.stringMatching(/outputBytes/u),
  ]);
  expect(textsOf(await run('text("x".repeat(20e6))', { outputBytes: null })).join("").length).toBe(20e6);
});

test("pendingCalls makes further calls wait their turn, and all of them complete", async () => {
  const before = hold.calls.length;
  const session = host.openSession({ limits: { pendingCalls: 2 } });
  const running = session.run("text((await Promise.all([0, 1, 2, 3, 4].map((n) => tools.hold(n)))).join())");
  for (let n = 0; n < 5; n++) {
    const call = await hold.call(before + n);
    const open = hold.calls.length - before - n;
    expect(open).toBeLessThanOrEqual(2);
    call.resolve(n);
  }
  expect(textsOf(await running)).toEqual(["0,1,2,3,4"]);
  await session.close();
});

test("idleMs ends a cell in which nothing happens but a hung call", async () => {
  const { error, calls } = await run("await tools.hold()", { idleMs: 60 });
  expect([error?.code, calls.map(({ outcome }) => outcome)]).toEqual(["idle", ["cancelled"]]);
  expect(error?.message).toContain("idleMs");
});

test("null for idleMs lets a call hang", async () => {
  const before = hold.calls.length;
  const running = run('text(await tools.hold("late"))', { idleMs: null });
  const call = await hold.call(before);
  // Longer than a host with a limit would have let it: that one ends while this one waits.
  expect((await run("await tools.hold()", { idleMs: 60 })).error?.code).toBe("idle");
  expect(call.signal.aborted).toBe(false);
  call.resolve("late");
  expect(textsOf(await running)).toEqual(["late"]);
});

test("null for pendingCalls lets every call be made at once", async () => {
  const count = 5000;
  const before = hold.calls.length;
  const source = `text((await Promise.all(Array.from({ length: ${count} }, (_, n) => tools.hold(n)))).length)`;
  const running = run(source, { pendingCalls: null });
  // More than the default limit, and the last is made although none was answered.
  await hold.call(before + count - 1);
  for (const call of hold.calls.slice(before)) call.resolve(null);
  expect(textsOf(await running)).toEqual([String(count)]);
});

test("null for maxYieldTimeMs lets an observer wait for the end, however long that takes", async () => {
  const before = hold.calls.length;
  const session = host.openSession({ limits: { maxYieldTimeMs: null } });
  const limited = host.openSession({ limits: { maxYieldTimeMs: 30 } });
  const running = session.run('text(await tools.hold("end"))', { yieldTimeMs: null });
  const call = await hold.call(before);
  expect((await limited.run("await tools.hold()", { yieldTimeMs: null })).status).toBe("yielded");
  call.resolve("end");
  const outcome = await running;
  expect([outcome.status, textsOf(outcome)]).toEqual(["completed", ["end"]]);
  await Promise.all([session.close(), limited.close()]);
});

test("idleMs leaves a cell alone that keeps getting results", async () => {
  const source = "for (let i = 0; i < 8; i++) { await new Promise((d) => setTimeout(d, 30)); await tools.echo(i) }";
  expect((await run(source, { idleMs: 150 })).status).toBe("completed");
});

test("maxYieldTimeMs answers an observer who asked to wait for longer, and the cell goes on", async () => {
  const session = host.openSession({ limits: { maxYieldTimeMs: 30 } });
  const before = hold.calls.length;
  const first = await session.run('text(await tools.hold("end"))', { yieldTimeMs: null });
  expect(first.status).toBe("yielded");
  const waiting = session.wait(first.cellId, { yieldTimeMs: null });
  (await hold.call(before)).resolve("end");
  const ends = [await waiting];
  if (ends[0]?.status === "yielded") ends.push(await session.wait(first.cellId));
  expect([ends.at(-1)?.status, ends.flatMap(textsOf)]).toEqual(["completed", ["end"]]);
  await session.close();
});

test("a cell in which nothing can happen any more is a deadlock after about a second", async () => {
  const { status, error, timing } = await run("await new Promise(() => {})", {});
  expect([status, error?.code]).toEqual(["failed", "deadlock"]);
  expect(timing.wallMs).toBeGreaterThan(900);
  expect(timing.wallMs).toBeLessThan(4000);
});
