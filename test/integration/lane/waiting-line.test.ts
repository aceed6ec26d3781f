import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { HostFrame, RuntimeFrame } from "../../../protocol/index.ts";
import { answer, execute, openLane } from "../../support/raw-lane.ts";
import type { RawLane } from "../../support/raw-lane.ts";

const callOf =
  (cell: number) =>
  (frame: RuntimeFrame): boolean =>
    frame.type === "cell/calls" && frame.cell === cell;

/** Texts that a cell emitted. */
function textsOf(lane: RawLane, cell: number): readonly string[] {
  return lane.frames.flatMap((frame) =>
    frame.type === "cell/events" && frame.cell === cell
      ? frame.events.flatMap((event) => (event[0] === "text" ? [event[1]] : []))
      : [],
  );
}

describe("a cell that arrives on an inline lane while another is there", () => {
  test("waits for it, is named as waiting in the answer to a ping, and starts when it ends", async () => {
    const lane = await openLane();
    lane.send(
      execute(1, 1, "await tools.hold(); text(1)"),
      execute(2, 1, "text(2)"),
      { type: "connection/ping", nonce: 900 },
      answer(1, 0),
    );
    await lane.end(2);
    expect(lane.frames.find((frame) => frame.type === "connection/pong")).toEqual({
      type: "connection/pong",
      nonce: 900,
      running: [],
      waiting: [2],
    });
    expect(lane.frames.flatMap((frame) => (frame.type === "cell/end" ? [frame.cell] : []))).toEqual([1, 2]);
  });

  test("starts beside it when that takes long, and is not named as waiting any more", async () => {
    const lane = await openLane();
    lane.send(execute(1, 1, "await tools.hold()"), execute(2, 1, "await tools.hold()"));
    await lane.until(callOf(2));
    expect(await lane.ping()).not.toHaveProperty("waiting");
    lane.send(answer(2, 0), answer(1, 0));
    expect([(await lane.end(2)).error, (await lane.end(1)).error]).toEqual([null, null]);
  });

  test("is not overtaken by one that comes when the first has just ended", async () => {
    const lane = await openLane();
    lane.send(execute(1, 1, "await tools.hold()"), execute(2, 1, "text(2)"), answer(1, 0), execute(3, 1, "text(3)"));
    await Promise.all([lane.end(1), lane.end(2), lane.end(3)]);
    expect(lane.frames.flatMap((frame) => (frame.type === "cell/end" ? [frame.cell] : []))).toEqual([1, 2, 3]);
  });

  test("and is terminated there never starts, and what it brought for its session stays", async () => {
    const lane = await openLane();
    lane.send(
      execute(1, 1, "await tools.hold()"),
      execute(2, 2, "text(2)", [["key", '"kept"']]),
      { type: "cell/terminate", cell: 2 },
      answer(1, 0),
      execute(3, 2, 'text(load("key"))'),
    );
    await lane.end(3);
    expect([lane.said(2), textsOf(lane, 3)]).toEqual([[], ["kept"]]);
  });

  test("whose session is closed there never starts, and the next one does", async () => {
    const lane = await openLane();
    lane.send(
      execute(1, 1, "await tools.hold()"),
      execute(2, 2, "text(2)"),
      execute(3, 1, "text(3)"),
      { type: "cell/terminate", cell: 2 },
      { type: "session/close", session: 2 },
      answer(1, 0),
    );
    await lane.end(3);
    expect([lane.said(2), textsOf(lane, 3)]).toEqual([[], ["3"]]);
  });

  test("whose session is closed without a word to it never starts either", async () => {
    const lane = await openLane();
    lane.send(
      execute(1, 1, "await tools.hold()"),
      execute(2, 2, "text(2)"),
      execute(3, 1, "text(3)"),
      { type: "session/close", session: 2 },
      answer(1, 0),
    );
    await lane.end(3);
    expect([lane.said(2), textsOf(lane, 3)]).toEqual([[], ["3"]]);
  });

  test("says at once that it has nothing to show, if it is asked to yield", async () => {
    const lane = await openLane();
    lane.send(execute(1, 1, "await tools.hold()"), execute(2, 1, "text(2)"), { type: "cell/yield", cell: 2 });
    await lane.until((frame) => frame.type === "cell/yielded");
    expect(lane.said(2)[0]).toBe("cell/yielded");
    lane.send(answer(1, 0));
    expect((await lane.end(2)).error).toBe(null);
  });
});

describe("cells in a row, with terminations, yields and results in any order", () => {
  test("each end once or never, never start after they were terminated, and leave the lane usable", async () => {
    const lane = await openLane();
    let last = 0;
    const act = fc.record({
      kind: fc.constantFrom("execute", "execute", "execute", "terminate", "yield", "answer", "turn"),
      which: fc.nat({ max: 9 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 25 }), async (acts) => {
        const cells: number[] = [];
        const terminated = new Set<number>();
        let batch: HostFrame[] = [];
        for (const { kind, which } of acts) {
          const cell = cells[which % Math.max(1, cells.length)];
          if (kind === "execute") {
            cells.push(++last);
            batch.push(execute(last, 1 + (which % 2), which < 5 ? "text(1)" : "await tools.hold(); text(1)"));
          } else if (kind === "turn") {
            lane.send(...batch.splice(0));
            await lane.ping();
          } else if (cell !== undefined) {
            if (kind === "terminate") terminated.add(cell);
            batch.push(
              kind === "answer" ? answer(cell, 0) : { type: kind === "yield" ? "cell/yield" : "cell/terminate", cell },
            );
          }
        }
        lane.send(...batch);
        batch = [];
        const open = cells.filter((cell) => !terminated.has(cell));
        await Promise.all(
          open.map(async (cell) => {
            // An answer that came too early was dropped; each cell that waits for one gets it now.
            await lane.until((frame) => "cell" in frame && frame.cell === cell && frame.type !== "cell/yielded");
            lane.send(answer(cell, 0));
            expect((await lane.end(cell)).error).toBe(null);
          }),
        );
        for (const cell of cells) {
          const ends = lane.said(cell).filter((type) => type === "cell/end").length;
          expect(ends).toBeLessThanOrEqual(1);
          if (!terminated.has(cell)) expect(textsOf(lane, cell)).toEqual(["1"]);
        }
        const { nonce: _, ...pong } = await lane.ping();
        expect(pong).toEqual({ type: "connection/pong", running: [] });
        lane.frames.length = 0;
      }),
      { numRuns: 60 },
    );
  });
});
