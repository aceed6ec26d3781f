import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ChromeEvent } from "../../../host/trace/chrome/chrome-event.ts";
import { callBegin, callEnd, cellBegin, cellEnd, DIRECT, NESTED, ONE_OF_EACH } from "../events/sample-events.ts";
import { convertLines, problemsOf, rowsOf } from "./chrome-picture.ts";

function complete(events: readonly ChromeEvent[], name: string): ChromeEvent | undefined {
  return events.find((event) => event.ph === "X" && event.name === name);
}

describe("A trace as a picture", () => {
  test("has a process a session, a row for direct calls, one a cell with its calls in it, and all kinds of events", async () => {
    const { events, otherData, skipped } = await convertLines(ONE_OF_EACH);
    expect(problemsOf(events)).toEqual([]);
    expect(rowsOf(events)).toEqual({
      "host / others": [
        "dropped mcp__files__odd@0",
        "tools changed@4000",
        "server files ready@18000",
        "server mail failed@18000",
        "server files says@18000",
        "server files asked@18000",
      ],
      "session s1 / steps": ["step[3750-5000]"],
      "session s1 / direct calls": ["exec[10000-18000]"],
      "session s1 / cell 1": [
        "cell 1[11000-17000]",
        "mcp__files__read[12000-16000]",
        "hook before: audit@13000",
        "approval: allow-for-session@14000",
        "bad result@15000",
      ],
    });
    expect(otherData).toEqual({ isocell: "1.2.3", pid: 77, timeOrigin: "2023-11-14T22:13:20.000Z" });
    expect(skipped).toEqual([]);
    expect(complete(events, "mcp__files__read")).toMatchObject({
      cat: "call",
      args: {
        callId: "exec-1",
        step: "s1.1",
        exposure: "direct",
        inputBytes: 12,
        outcome: "failed",
        message: "no such file",
        attempts: 2,
        gateMs: 0.5,
        handlerMs: 2,
        outputBytes: 34,
      },
    });
    expect(complete(events, "cell 1")).toMatchObject({
      cat: "cell",
      args: { sourceBytes: 56, status: "completed", calls: 1, cpuMs: 3 },
    });
  });

  test("lays calls that overlap on lanes of their own, the first that is free", async () => {
    const call = (id: string, begin: number, end: number): readonly unknown[] => [
      { ...callBegin(begin, { callId: id, name: id, namespace: "" }), order: begin },
      { ...callEnd(end, { callId: id, name: id, namespace: "" }), order: end },
    ];
    const calls = [...call("a", 2, 5), ...call("b", 3, 9), ...call("c", 4, 6), ...call("d", 7, 8)];
    const ordered = (calls as readonly { order: number }[]).toSorted((x, y) => x.order - y.order);
    const { events } = await convertLines([cellBegin(1), ...ordered, cellEnd(10)]);
    expect(problemsOf(events)).toEqual([]);
    expect(rowsOf(events)).toEqual({
      "session s1 / cell 1": ["cell 1[1000-10000]", "a[2000-5000]", "d[7000-8000]"],
      "session s1 / cell 1 (2)": ["b[3000-9000]"],
      "session s1 / cell 1 (3)": ["c[4000-6000]"],
    });
  });

  test("moves a call that outlived its cell out of the cell's lane", async () => {
    const cancelled = callEnd(12, { outcome: "cancelled" });
    const { events } = await convertLines([cellBegin(1), callBegin(2), cellEnd(10), cancelled]);
    expect(problemsOf(events)).toEqual([]);
    expect(rowsOf(events)).toEqual({
      "session s1 / cell 1": ["cell 1[1000-10000]"],
      "session s1 / cell 1 (2)": ["mcp__files__read[2000-12000]"],
    });
  });

  test("keeps sessions and cells of the same id apart", async () => {
    const other = { sessionId: "s2" };
    const { events } = await convertLines([
      cellBegin(1),
      cellBegin(2, other),
      callBegin(3),
      callBegin(4, other),
      callEnd(5),
      callEnd(6, other),
      cellEnd(7),
      cellEnd(8, other),
    ]);
    expect(rowsOf(events)).toEqual({
      "session s1 / cell 1": ["cell 1[1000-7000]", "mcp__files__read[3000-5000]"],
      "session s2 / cell 1": ["cell 1[2000-8000]", "mcp__files__read[4000-6000]"],
    });
  });

  test("closes what never ended at the last time seen, and marks what has no beginning", async () => {
    const { events } = await convertLines([
      callEnd(1, { callId: "lost" }),
      cellEnd(2, { cellId: "9" }),
      callBegin(3, DIRECT),
      cellBegin(4),
      callBegin(5),
      { ...NESTED, callId: "gone", type: "approval/decided", at: 6, answer: "deny", by: "policy", ms: 0 },
      { type: "trace/dropped", at: 7, events: 12 },
    ]);
    expect(problemsOf(events)).toEqual([]);
    expect(rowsOf(events)).toEqual({
      "session s1 / others": [
        "mcp__files__read ended without a beginning@1000",
        "cell 9 ended without a beginning@2000",
        "approval: deny@6000",
      ],
      "session s1 / direct calls": ["exec[3000-7000]"],
      "session s1 / cell 1": ["cell 1[4000-7000]", "mcp__files__read[5000-7000]"],
      "host / others": ["events missing@7000"],
    });
    expect(complete(events, "cell 1")).toMatchObject({ args: { sourceBytes: 56, unfinished: true } });
  });

  test("shows control characters in names, and cuts long texts", async () => {
    const name = "a\u001b[2Jb\n";
    const message = "m".repeat(5_000);
    const { events } = await convertLines([
      callBegin(1, { ...DIRECT, name, sessionId: "\u202es" }),
      callEnd(2, { ...DIRECT, name, sessionId: "\u202es", outcome: "fatal", message }),
    ]);
    expect(rowsOf(events)).toEqual({ "session \\u{202e}s / direct calls": ["a\\u{1b}[2Jb\\n[1000-2000]"] });
    expect(complete(events, "a\\u{1b}[2Jb\\n")).toMatchObject({
      args: { message: `${"m".repeat(1_000)}… (4000 more)` },
    });
  });

  test("makes 10,000 calls at once 10,000 lanes, and uses them again", async () => {
    const ids = Array.from({ length: 10_000 }, (_, index) => `c${index}`);
    const round = (from: number): readonly unknown[] => [
      ...ids.map((callId) => callBegin(from, { callId })),
      ...ids.map((callId) => callEnd(from + 5, { callId })),
    ];
    const { events } = await convertLines([cellBegin(1), ...round(10), ...round(20), cellEnd(30)]);
    expect(events.filter(({ name }) => name === "thread_name")).toHaveLength(10_000);
    expect(events.filter(({ ph }) => ph === "X")).toHaveLength(20_001);
  });

  test("nests nothing wrongly, whatever events come in whatever order", async () => {
    const at = fc.nat(40).map((tick) => tick / 2);
    const callId = fc.constantFrom("a", "b", "c", "d", "e");
    const cellId = fc.constantFrom("1", "2");
    const source = fc.oneof(
      fc.constant({ kind: "direct" } as const),
      cellId.map((id) => ({ kind: "cell", cellId: id }) as const),
    );
    const event = fc.oneof(
      {
        arbitrary: fc
          .tuple(at, callId, source)
          .map(([time, id, from]) => callBegin(time, { callId: id, source: from })),
        weight: 4,
      },
      {
        arbitrary: fc.tuple(at, callId, source).map(([time, id, from]) => callEnd(time, { callId: id, source: from })),
        weight: 4,
      },
      fc.tuple(at, cellId).map(([time, id]) => cellBegin(time, { cellId: id })),
      fc.tuple(at, cellId).map(([time, id]) => cellEnd(time, { cellId: id })),
      fc.constantFrom(...ONE_OF_EACH),
    );
    const stream = fc.array(event, { maxLength: 60 });
    const inOrder = stream.map((events) => events.toSorted((x, y) => ("at" in x ? x.at : 0) - ("at" in y ? y.at : 0)));
    await fc.assert(
      fc.asyncProperty(fc.oneof(stream, inOrder), async (lines) => {
        const { events } = await convertLines(lines);
        expect(problemsOf(events)).toEqual([]);
        // Whatever began is there once.
        const begun = lines.filter(({ type }) => type === "call/begin" || type === "cell/begin").length;
        expect(events.filter((made) => made.ph === "X" && made.cat !== "step")).toHaveLength(begun);
      }),
      { numRuns: 300 },
    );
  });
});
