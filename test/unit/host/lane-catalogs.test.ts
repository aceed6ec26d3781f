import { PassThrough } from "node:stream";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Attempt, CellClient } from "../../../host/pool/attempt.ts";
import { Lane } from "../../../host/pool/lane.ts";
import { DEFAULT_LIMITS, FrameSplitter, MAX_FRAME_BYTES, parseHostFrame } from "../../../protocol/index.ts";
import type { HostFrame } from "../../../protocol/index.ts";

const MAX_CATALOGS = 8;

/** A lane whose other end is the test: what was sent to it, in order. */
function laneWithFrames(): { readonly lane: Lane; readonly sent: HostFrame[] } {
  const sent: HostFrame[] = [];
  const toRuntime = new PassThrough();
  const splitter = new FrameSplitter(MAX_FRAME_BYTES);
  const ignore = (): void => undefined;
  const lane = new Lane(
    { toRuntime, fromRuntime: new PassThrough() },
    { memoryMb: 128, warmIsolates: 1, inline: true },
    { onReady: ignore, onFrame: ignore, onBroken: ignore },
  );
  // What is written can be read at once: the stream holds it until then.
  const read = toRuntime.read.bind(toRuntime);
  const collect = (): void => {
    for (let chunk = read() as Buffer | null; chunk !== null; chunk = read() as Buffer | null) {
      splitter.push(chunk, (body) => sent.push(parseHostFrame(body)));
    }
  };
  const send = lane.send.bind(lane);
  lane.send = (frame) => {
    send(frame);
    collect();
  };
  collect();
  return { lane, sent };
}

let lastId = 0;
function attempt(catalog: number, stored: readonly (readonly [string, string])[] = [], source = "1"): Attempt {
  const client = {
    session: {
      number: 1,
      isolation: "cell",
      limits: DEFAULT_LIMITS,
      storedSince: (revision: number) => ({ revision: 1, changes: revision === 0 ? stored : [] }),
    },
    catalog: { type: "catalog/define", revision: catalog, tools: [] },
    source,
  } as unknown as CellClient;
  return {
    id: ++lastId,
    client,
    restart: () => undefined,
    queuedAt: 0,
    losses: 0,
    sentAt: 0,
    processGrowthBytes: 0,
    started: false,
    calledTool: false,
    calledAt: 0,
    answeredAt: 0,
    unanswered: 0,
    timesAnswered: 0,
  };
}

describe("A lane's catalogs", () => {
  test("are at most eight, the ones used last, and each cell has its own when it arrives", () => {
    const act = fc.record({ catalog: fc.integer({ min: 1, max: 30 }), stays: fc.boolean(), leaves: fc.nat() });
    fc.assert(
      fc.property(fc.array(act, { maxLength: 120 }), (acts) => {
        const { lane, sent } = laneWithFrames();
        const defined = new Set<number>();
        const lastUse = new Map<number, number>();
        for (const [time, { catalog, stays, leaves }] of acts.entries()) {
          const cell = attempt(catalog);
          sent.length = 0;
          const inUse = new Set([...lane.residents.values()].map(({ client }) => client.catalog.revision));
          lastUse.set(catalog, time);
          lane.execute(cell);
          for (const frame of sent) {
            if (frame.type === "catalog/define") {
              // Nothing is sent that is there already.
              expect(defined.has(frame.revision)).toBe(false);
              defined.add(frame.revision);
            } else if (frame.type === "cell/execute") {
              expect(defined.has(frame.catalog)).toBe(true);
            } else if (frame.type === "catalog/forget") {
              expect([inUse.has(frame.revision), frame.revision === catalog]).toEqual([false, false]);
              const age = lastUse.get(frame.revision) ?? -1;
              const idle = [...defined].filter((other) => !inUse.has(other) && other !== catalog);
              expect(Math.min(...idle.map((other) => lastUse.get(other) ?? -1))).toBe(age);
              expect(defined.delete(frame.revision)).toBe(true);
            }
          }
          expect(defined.size).toBeLessThanOrEqual(Math.max(MAX_CATALOGS, inUse.size + 1));
          if (!stays) lane.finish(cell);
          const residents = [...lane.residents.values()];
          const leaving = residents[leaves % Math.max(1, residents.length)];
          if (leaving !== undefined && leaves % 3 === 0) lane.finish(leaving);
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe("Stored values on their way to a lane", () => {
  const value = (megabytes: number): string => "x".repeat(megabytes * 1024 * 1024);

  test("come with the cell if they are few, and before it in several frames if they are many", () => {
    const { lane, sent } = laneWithFrames();
    const stored = [1, 6, 6, 1, 20].map((megabytes, index) => [String(index), value(megabytes)] as const);
    lane.execute(attempt(1, stored));
    const parts = sent.flatMap((frame) =>
      frame.type === "session/store" || frame.type === "cell/execute"
        ? [[frame.type, frame.stored.map(([key]) => key).join("")]]
        : [],
    );
    expect(parts).toEqual([
      ["session/store", "0"],
      ["session/store", "1"],
      ["session/store", "2"],
      ["session/store", "3"],
      ["cell/execute", "4"],
    ]);
    sent.length = 0;
    lane.execute(attempt(1, stored));
    expect(sent.map(({ type }) => type)).toEqual(["cell/execute"]);
  });

  test("leave the frame of a large source to it", () => {
    const { lane, sent } = laneWithFrames();
    lane.execute(attempt(1, [["key", "1"]], `//${value(2)}`));
    expect(sent.map(({ type }) => type).slice(-2)).toEqual(["session/store", "cell/execute"]);
    expect(sent.at(-1)).toMatchObject({ stored: [] });
  });
});
