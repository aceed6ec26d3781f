import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { FrameSplitter, PREFIX_BYTES } from "../../../protocol/index.ts";

const MAX_BYTES = 1000;
const REFUSED = expect.objectContaining({ name: "IsocellError", code: "protocol_violation" }) as Error;

function prefix(length: number): Buffer {
  const bytes = Buffer.alloc(PREFIX_BYTES);
  bytes.writeUInt32LE(length);
  return bytes;
}

/** Bodies, the stream that carries them, and the sorted places at which it is cut into chunks. */
const cutStream = fc
  .array(fc.uint8Array({ minLength: 1, maxLength: 50 }), { maxLength: 12 })
  .map((bodies) => bodies.map((body) => Buffer.from(body)))
  .map((bodies) => ({ bodies, stream: Buffer.concat(bodies.flatMap((body) => [prefix(body.length), body])) }))
  .chain(({ bodies, stream }) =>
    fc
      .array(fc.nat({ max: stream.length }), { maxLength: 40 })
      .map((cuts) => ({ bodies, stream, cuts: [0, ...cuts, stream.length].toSorted((a, b) => a - b) })),
  );

describe("A FrameSplitter", () => {
  test("gives the same bodies however the stream is cut into chunks, empty ones included", () => {
    fc.assert(
      fc.property(cutStream, ({ bodies, stream, cuts }) => {
        const splitter = new FrameSplitter(MAX_BYTES);
        const found: Buffer[] = [];
        for (const [index, cut] of cuts.slice(1).entries()) {
          splitter.push(stream.subarray(cuts[index], cut), (body) => found.push(Buffer.from(body)));
        }
        expect(found).toEqual(bodies);
      }),
      { numRuns: 1000 },
    );
  });

  test("gives the same bodies when every byte comes alone", () => {
    const bodies = [Buffer.from("a"), Buffer.alloc(300, "b"), Buffer.from("ccc")];
    const splitter = new FrameSplitter(MAX_BYTES);
    const found: Buffer[] = [];
    for (const byte of Buffer.concat(bodies.flatMap((body) => [prefix(body.length), body]))) {
      // A body is good until the callback returns; after that its room is used for the next one.
      splitter.push(Buffer.of(byte), (body) => found.push(Buffer.from(body)));
    }
    expect(found).toEqual(bodies);
  });

  test.each([0, MAX_BYTES + 1, 2 ** 31, 2 ** 32 - 1])(
    "refuses a length of %d before it allocates anything",
    (length) => {
      const allocations = [vi.spyOn(Buffer, "alloc"), vi.spyOn(Buffer, "allocUnsafe"), vi.spyOn(Buffer, "from")];
      try {
        for (const chunks of [[prefix(length)], [...prefix(length)].map((byte) => Buffer.of(byte))]) {
          const splitter = new FrameSplitter(MAX_BYTES);
          const onBody = vi.fn<(body: Buffer) => void>();
          for (const spy of allocations) spy.mockClear();
          expect(() => {
            for (const chunk of chunks) splitter.push(chunk, onBody);
          }).toThrow(REFUSED);
          expect(onBody).not.toHaveBeenCalled();
          for (const spy of allocations) expect(spy).not.toHaveBeenCalled();
        }
      } finally {
        vi.restoreAllMocks();
      }
    },
  );

  test("hands out what came before an oversized frame, and takes one of exactly the largest size", () => {
    const splitter = new FrameSplitter(MAX_BYTES);
    const largest = Buffer.alloc(MAX_BYTES, "x");
    const found: Buffer[] = [];
    const stream = Buffer.concat([prefix(MAX_BYTES), largest, prefix(MAX_BYTES + 1)]);
    expect(() => splitter.push(stream, (body) => found.push(body))).toThrow(REFUSED);
    expect(found).toEqual([largest]);
  });
});
