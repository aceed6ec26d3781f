import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodeFrame, parseHostFrame, parseRuntimeFrame, PREFIX_BYTES } from "../../../protocol/index.ts";
import type { Frame } from "../../../protocol/index.ts";
import { HOST_FRAMES, RUNTIME_FRAMES } from "./arbitrary-frames.ts";

function roundTrip(parse: (body: Uint8Array) => Frame, arbitrary: fc.Arbitrary<Frame>): void {
  fc.assert(
    fc.property(arbitrary, (frame) => {
      const bytes = encodeFrame(frame);
      expect(bytes.readUInt32LE(0)).toBe(bytes.length - PREFIX_BYTES);
      // Cloned, since fast-check makes some objects without a prototype.
      expect(parse(bytes.subarray(PREFIX_BYTES))).toStrictEqual(structuredClone(frame));
    }),
    { numRuns: 200 },
  );
}

describe("Encoding and then decoding gives the same frame", () => {
  test.each(Object.entries(HOST_FRAMES))("for %s from a host", (_, arbitrary) => roundTrip(parseHostFrame, arbitrary));
  test.each(Object.entries(RUNTIME_FRAMES))("for %s from a runtime", (_, arbitrary) =>
    roundTrip(parseRuntimeFrame, arbitrary),
  );
});

test("A text of a million characters and a batch of ten thousand calls survive", () => {
  const payload = "é".repeat(1_000_000);
  const tools = Array.from({ length: 10_000 }, (_, index) => index);
  const frame: Frame = { type: "cell/calls", cell: 1, tools, lengths: tools.map(() => 100), payload };
  expect(parseRuntimeFrame(encodeFrame(frame).subarray(PREFIX_BYTES))).toEqual(frame);
});

test("A lone surrogate arrives as one replacement character, so that the lengths of a batch still add up", () => {
  for (const before of ["", "a", "é".repeat(40), "x".repeat(5000)]) {
    const payload = `${before}\ud800`;
    const bytes = encodeFrame({ type: "cell/calls", cell: 1, tools: [0], lengths: [payload.length], payload });
    expect(parseRuntimeFrame(bytes.subarray(PREFIX_BYTES))).toMatchObject({ payload: `${before}\ufffd` });
  }
});

test("A frame of the other direction is refused", () => {
  const refused = expect.objectContaining({ name: "IsocellError", code: "protocol_violation" }) as Error;
  const ping = encodeFrame({ type: "connection/ping", nonce: 1 }).subarray(PREFIX_BYTES);
  const stuck = encodeFrame({ type: "cell/stuck", cell: 1 }).subarray(PREFIX_BYTES);
  expect(() => parseRuntimeFrame(ping)).toThrow(refused);
  expect(() => parseHostFrame(stuck)).toThrow(refused);
});
