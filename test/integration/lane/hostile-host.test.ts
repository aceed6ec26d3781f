import { describe, expect, test } from "vitest";
import { encodeFrame, MAX_FRAME_BYTES, PROTOCOL_VERSION } from "../../../protocol/index.ts";
import type { HostFrame } from "../../../protocol/index.ts";
import { isAlive } from "../../support/processes.ts";
import { CATALOG, execute, HELLO, openLane, openSession, RawLane } from "../../support/raw-lane.ts";

const frame = (value: HostFrame): Buffer => encodeFrame(value);

function oversized(): Buffer {
  const prefix = Buffer.alloc(4);
  prefix.writeUInt32LE(MAX_FRAME_BYTES + 1);
  return prefix;
}

/** Bytes a host must not send to a lane that knows sessions 1 and 2 and catalog 1, and what the runtime says of them. */
const BREACHES: Readonly<Record<string, readonly [Buffer, RegExp]>> = {
  "bytes that are no msgpack value": [Buffer.from([2, 0, 0, 0, 0xc1, 0xc1]), /not one complete msgpack value/u],
  "a frame of a type nobody has": [Buffer.from([1, 0, 0, 0, 0x80]), /malformed frame: unknown type/u],
  "a frame without a byte in it": [Buffer.alloc(4), /a frame of 0 bytes/u],
  "a frame larger than the largest": [oversized(), /a frame of 268435457 bytes/u],
  "a second greeting": [frame(HELLO), /connection\/hello is out of place/u],
  "a cell of a session that was never opened": [frame(execute(1, 9, "1")), /names a session that is not open/u],
  "a cell of a session that was closed": [
    Buffer.concat([frame({ type: "session/close", session: 1 }), frame(execute(1, 1, "1"))]),
    /names a session that is not open/u,
  ],
  "a cell with a catalog that was forgotten": [
    Buffer.concat([frame({ type: "catalog/forget", revision: 1 }), frame(execute(1, 1, "1"))]),
    /names a catalog that is not defined/u,
  ],
  "a cell under the number of one that runs": [
    Buffer.concat([frame(execute(1, 1, "await tools.hold()")), frame(execute(1, 1, "1"))]),
    /names a cell twice/u,
  ],
  "a cell under the number of one that waits in line": [
    Buffer.concat([frame(execute(1, 1, "await tools.hold()")), frame(execute(2, 1, "1")), frame(execute(2, 1, "1"))]),
    /names a cell twice/u,
  ],
  "stored values of a session that is not open": [
    frame({ type: "session/store", session: 9, stored: [] }),
    /session\/store names a session that is not open/u,
  ],
};

describe("a lane that is sent", () => {
  test.each(Object.entries(BREACHES))("%s ends its process and says why", async (_what, [bytes, reason]) => {
    const lane = await openLane();
    lane.sendBytes(bytes);
    const { stderr, signal } = await lane.exit;
    expect(stderr).toMatch(reason);
    expect(signal).toBe("SIGKILL");
  });

  test("anything before the greeting ends its process and says why", async () => {
    const lane = new RawLane();
    lane.send(openSession(1), HELLO);
    expect((await lane.exit).stderr).toMatch(/expected connection\/hello, got session\/open/u);
    expect(lane.frames).toEqual([]);
  });

  test("a greeting in another version is refused in words before it ends", async () => {
    const lane = new RawLane();
    lane.send({ ...HELLO, versions: [999] } as HostFrame);
    expect((await lane.exit).stderr).toMatch(/no common protocol version/u);
    expect(lane.frames).toEqual([
      { type: "connection/rejected", reason: `this runtime speaks version ${PROTOCOL_VERSION}, the host 999` },
    ]);
  });

  test("words about cells and sessions that it does not know, as they may be late, goes on", async () => {
    const lane = await openLane();
    lane.send(
      { type: "cell/terminate", cell: 77 },
      { type: "cell/yield", cell: 77 },
      { type: "cell/results", cell: 77, calls: [0], ok: [true], lengths: [1], payload: "1" },
      { type: "session/close", session: 77 },
      { type: "catalog/forget", revision: 77 },
      CATALOG,
      execute(1, 1, "text(1)"),
    );
    expect((await lane.end(1)).error).toBe(null);
  });

  test("half a frame and then nothing ends with its host, and leaves no process", async () => {
    const lane = await openLane();
    lane.sendBytes(frame(execute(1, 1, "text(1)")).subarray(0, 20));
    lane.hangUp();
    await lane.exit;
    expect(lane.pid === undefined || !isAlive(lane.pid)).toBe(true);
  });
});
