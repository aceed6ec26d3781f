import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHost } from "../../../host/index.ts";
import type { Host, Limits, Outcome } from "../../../host/index.ts";
import { echo, holdTool, testHost } from "../../support/test-host.ts";

const MB = 1024 * 1024;
const NEVER = { yieldTimeMs: null };
/** An array that stays, of about so many MB. */
const grow = (megabytes: number): string => `globalThis.kept = new Array(${megabytes * 131_072}).fill(1.5);`;
/** The same, and let go of. */
const GROW_AND_DROP = `${grow(40)} await tools.echo(1); kept = null; for (let i = 0; i < 30; i++) { new Array(131_072).fill(i); await tools.echo(i); }`;

// Alone on a lane a cell runs on the lane's own thread, beside others on threads of isolated-vm.
describe.each(["alone", "beside others"])("memoryPeakBytes of a cell that runs %s", (where) => {
  const hold = holdTool();
  let host: Host;
  beforeAll(async () => {
    host = await createHost({ tools: [echo, hold.tool], pool: { processes: 1 } });
    if (where === "alone") return;
    const crowd = host.openSession();
    for (let i = 0; i < 3; i++) void crowd.run("await tools.hold()", NEVER);
    await hold.call(2);
  });
  afterAll(() => host.close());

  async function run(source: string, limits: Partial<Limits> = {}): Promise<Outcome> {
    const session = host.openSession({ limits });
    const outcome = await session.run(source, NEVER);
    await session.close();
    return outcome;
  }

  test("is what its heap takes at the end, if that is most", async () => {
    const small = (await run("1")).memoryPeakBytes;
    const large = (await run(grow(40))).memoryPeakBytes;
    expect(small).toBeGreaterThan(0.5 * MB);
    expect(small).toBeLessThan(20 * MB);
    expect(large - small).toBeGreaterThan(35 * MB);
    expect(large).toBeLessThan(128 * MB);
  });

  test("is what it took before it let go of it", async () => {
    const { status, memoryPeakBytes } = await run(GROW_AND_DROP);
    expect(status).toBe("completed");
    expect(memoryPeakBytes).toBeGreaterThan(38 * MB);
  });

  test("is measured before exit() takes the isolate away", async () => {
    expect((await run("exit()")).memoryPeakBytes).toBeGreaterThan(0.5 * MB);
    expect((await run(`${grow(40)} exit()`)).memoryPeakBytes).toBeGreaterThan(38 * MB);
  });

  test("is known of a cell whose source does not compile", async () => {
    expect((await run("let let let")).memoryPeakBytes).toBeGreaterThan(0.5 * MB);
  });

  test("is at least the limit, for a cell that needed more", async () => {
    const { error, memoryPeakBytes } = await run(
      "const a = []; while (a.length < 60) a.push(new Array(250_000).fill(a.length))",
      { memoryMb: 16 },
    );
    expect(error?.code).toBe("memory");
    expect(memoryPeakBytes).toBeGreaterThanOrEqual(16 * MB);
  });

  test.each<[string, string, Partial<Limits>]>([
    ["cpu", "for (;;);", { cpuMs: 60 }],
    ["deadlock", "await new Promise(() => {})", {}],
  ])("is known of a cell that ends with %s", async (code, source, limits) => {
    const { error, memoryPeakBytes } = await run(source, limits);
    expect(error?.code).toBe(code);
    expect(memoryPeakBytes).toBeGreaterThan(0.5 * MB);
  });
});

// Without a word from the runtime there is what the operating system says of a process with nothing else in it.
describe("memoryPeakBytes of a cell that was", () => {
  const hold = holdTool();
  const SOURCE = `${grow(60)} await tools.hold()`;

  test("terminated is what its process grew by, for everybody who is told of it", async () => {
    const session = (await testHost({ tools: [hold.tool], pool: { processes: 1 } })).openSession();
    const running = session.run(SOURCE, NEVER);
    await hold.call(hold.calls.length);
    const { memoryPeakBytes } = await session.terminate("1");
    expect(memoryPeakBytes).toBeGreaterThan(50 * MB);
    expect((await running).memoryPeakBytes).toBe(memoryPeakBytes);
  });

  test("stopped for its wall time is what its process grew by", async () => {
    const host = await testHost({ tools: [hold.tool], pool: { processes: 1 }, limits: { wallMs: 3000 } });
    const { error, memoryPeakBytes } = await host.openSession().run(SOURCE, NEVER);
    expect(error?.code).toBe("wall");
    expect(memoryPeakBytes).toBeGreaterThan(50 * MB);
  });

  test("killed with its process for its memory is at least its limit", async () => {
    const host = await testHost({ pool: { processes: 1 }, limits: { memoryMb: 32, cpuMs: null } });
    const source = "const map = new Map(); for (let i = 0; ; i++) map.set(i, i)";
    const { error, memoryPeakBytes } = await host.openSession().run(source, NEVER);
    expect(error?.code).toBe("memory");
    expect(memoryPeakBytes).toBeGreaterThanOrEqual(32 * MB);
  });
});

test("A cell whose stored values need more memory once more, when it hands them over, fails alone", async () => {
  const hold = holdTool();
  const host = await testHost({ tools: [hold.tool], pool: { processes: 1 }, limits: { storedBytes: null } });
  const small = host.openSession({ limits: { memoryMb: 64 } });
  const neighbour = host.openSession().run("await tools.hold()", NEVER);
  const call = await hold.call(0);
  // A quote has two characters in the store and four in what is handed over: 40 MB fit with room to spare, 120 do not.
  const source = `for (let i = 0; i < 40; i++) store("key" + i, '"'.repeat(5e5)); text("end")`;
  const { status, error, content } = await small.run(source, NEVER);
  expect([status, error?.code, content]).toEqual(["failed", "memory", [{ type: "text", text: "end" }]]);
  call.resolve(null);
  expect(await neighbour).toMatchObject({ status: "completed", warnings: [] });
});
