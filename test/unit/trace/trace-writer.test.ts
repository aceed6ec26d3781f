import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, afterAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { IsocellError } from "../../../protocol/index.ts";
import type { HostEvent } from "../../../host/events/events.ts";
import { createTraceWriter } from "../../../host/trace/trace-writer.ts";
import { packageVersion } from "../../../host/version.ts";
import { runCommand } from "../../support/command.ts";
import { until } from "../../support/processes.ts";
import { ROOT } from "../../support/project.ts";
import { callEnd, ONE_OF_EACH } from "../events/sample-events.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "isocell-trace-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function linesOf(file: string): readonly unknown[] {
  const text = readFileSync(file, "utf8");
  expect(text.endsWith("\n")).toBe(true);
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as unknown);
}

function header(pid: unknown): unknown {
  return {
    type: "trace/header",
    format: 1,
    version: packageVersion(),
    pid,
    timeOrigin: expect.closeTo(performance.timeOrigin, -6) as number,
    at: expect.any(Number) as number,
  };
}

describe("A trace writer", () => {
  test("writes a header, then each event as a line, and closes twice with the same figures", async () => {
    const file = join(folder, "all.jsonl");
    const writer = createTraceWriter(file);
    for (const event of ONE_OF_EACH) writer.write(event);
    const summary = await writer.close();
    writer.write(callEnd(99));
    expect(linesOf(file)).toEqual([header(process.pid), ...ONE_OF_EACH]);
    expect(summary).toEqual({ events: ONE_OF_EACH.length, dropped: 0, bytes: statSync(file).size });
    expect(await writer.close()).toBe(summary);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test("writes what came within 100 ms although it stays open, and many small events as few batches", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const file = join(folder, "open.jsonl");
    const writer = createTraceWriter(file);
    for (const event of ONE_OF_EACH) writer.write(event);
    vi.advanceTimersByTime(49);
    expect(statSync(file).size).toBe(0);
    vi.advanceTimersByTime(51);
    vi.useRealTimers();
    await until("the batch is on the disk", () => statSync(file).size > 0);
    expect(linesOf(file)).toHaveLength(1 + ONE_OF_EACH.length);
    await writer.close();
  });

  test("drops events beyond 16 MB that the disk has not taken, says how many and where, and goes on", async () => {
    const file = join(folder, "flood.jsonl");
    const writer = createTraceWriter(file);
    const message = "x".repeat(8_000);
    // In one turn of the event loop no write can finish.
    const sent = 3_000;
    for (let index = 0; index < sent; index++) writer.write(callEnd(index, { callId: `c${index}`, message }));
    let probes = 0;
    await until("it takes events again", () => {
      probes += 1;
      writer.write(callEnd(sent, { callId: "probe" }));
      return readFileSync(file).includes("probe");
    });
    const summary = await writer.close();
    const lines = linesOf(file) as readonly (HostEvent & { readonly events?: number })[];
    const kept = lines.findIndex(({ type }) => (type as string) === "trace/dropped");
    expect(summary.events + summary.dropped).toBe(sent + probes);
    expect(lines[kept]).toEqual({ type: "trace/dropped", at: expect.any(Number) as number, events: summary.dropped });
    const taken = lines.slice(kept + 1);
    expect(taken.length).toBeGreaterThan(0);
    expect(taken).toEqual(taken.map(() => callEnd(sent, { callId: "probe" })));
    // The header, and all of the first ones without a gap.
    expect(lines.slice(1, kept).map((line) => ("callId" in line ? line.callId : ""))).toEqual(
      Array.from({ length: kept - 1 }, (_, index) => `c${index}`),
    );
    expect(statSync(file).size).toBeLessThanOrEqual(16 * 1_048_576 + 1_000 * (1 + taken.length));
  });

  test("says at its close what was dropped last", async () => {
    const file = join(folder, "flood-end.jsonl");
    const writer = createTraceWriter(file);
    for (let index = 0; index < 3_000; index++) writer.write(callEnd(index, { message: "x".repeat(8_000) }));
    const { dropped } = await writer.close();
    expect(dropped).toBeGreaterThan(0);
    expect(linesOf(file).at(-1)).toMatchObject({ type: "trace/dropped", events: dropped });
  });

  test("cuts texts that are far too long", async () => {
    const file = join(folder, "long.jsonl");
    const writer = createTraceWriter(file);
    writer.write(callEnd(1, { outcome: "failed", message: "y".repeat(2_000_000) }));
    await writer.close();
    expect(linesOf(file)[1]).toEqual(
      callEnd(1, { outcome: "failed", message: `${"y".repeat(4_096)}… (1995904 more)` }),
    );
  });

  test("counts what can't be JSON as dropped instead of throwing", async () => {
    const file = join(folder, "bigint.jsonl");
    const writer = createTraceWriter(file);
    writer.write(callEnd(1, { outputBytes: 1n as unknown as number }));
    expect(await writer.close()).toMatchObject({ events: 0, dropped: 1 });
    expect(linesOf(file).at(-1)).toMatchObject({ type: "trace/dropped", events: 1 });
  });

  test.skipIf(process.platform !== "linux")(
    "reports a disk that is full when it is closed, and never throws",
    async () => {
      const writer = createTraceWriter("/dev/full");
      writer.write(callEnd(1));
      const { error, bytes } = await writer.close();
      expect({ code: (error as NodeJS.ErrnoException).code, bytes }).toEqual({ code: "ENOSPC", bytes: 0 });
    },
  );

  test.each([
    ["", "its path must be a text that is not empty"],
    ["/", "it is a folder"],
    ["/no/such/folder/trace.jsonl", "there is no such folder"],
  ])("refuses the path %j with the reason", (path, reason) => {
    const expected = new IsocellError("invalid_options", `The trace file ${path} can't be written: ${reason}.`);
    expect(() => createTraceWriter(path)).toThrow(expected);
  });
});

/** A program that traces one event and then ends in its own way. */
async function tracedProgram(name: string, end: string): Promise<readonly unknown[]> {
  const file = join(folder, `${name}.jsonl`);
  const program = `
    import { createTraceWriter } from "./host/trace/trace-writer.ts";
    import { ONE_OF_EACH } from "./test/unit/events/sample-events.ts";
    const writer = createTraceWriter(process.argv[1]);
    writer.write(ONE_OF_EACH[0]);
    ${end}`;
  await runCommand(process.execPath, ["--input-type=module-typescript", "-e", program, file], { cwd: ROOT });
  return linesOf(file);
}

describe("A trace that nobody closes", () => {
  test.each([
    ["process.exit", "process.exit(3);"],
    ["an uncaught exception", "throw new Error('crash');"],
    ["an empty event loop", ""],
    [
      "exit while a batch is being written",
      'for (let i = 0; i < 400; i++) writer.write({ ...ONE_OF_EACH[0], reason: "z".repeat(3_000) }); process.exit(0);',
    ],
  ])("is complete after %s", async (name, end) => {
    const lines = await tracedProgram(name, end);
    expect(lines.slice(0, 2)).toEqual([header(expect.any(Number)), ONE_OF_EACH[0]]);
    expect(lines).toHaveLength(name.startsWith("exit while") ? 402 : 2);
  });

  test("holds what is older than 100 ms after SIGKILL", async () => {
    const end = "setTimeout(() => { writer.write(ONE_OF_EACH[1]); process.kill(process.pid, 'SIGKILL'); }, 300);";
    expect(await tracedProgram("killed", end)).toEqual([header(expect.any(Number)), ONE_OF_EACH[0]]);
  });
});
