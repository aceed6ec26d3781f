import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { anyFrame } from "./arbitrary-frames.ts";
import { bodyOf, builtins, decodeHostile, SAMPLE_BODIES } from "./hostile-peer.ts";

const before = builtins();
afterAll(() => {
  expect(builtins()).toEqual(before);
});

const body = fc.oneof(fc.constantFrom(...SAMPLE_BODIES), anyFrame.map(bodyOf));

/** Headers of msgpack values that announce more than a frame has: lengths, extensions, and bytes nobody may use. */
const HEADERS = [
  "d9ff", "daffff", "dbffffffff", "c4ff", "c5ffff", "c6ffffffff", "9f", "dcffff", "ddffffffff", "dd01ffffff", "dd7fffffff",
  "8f", "deffff", "dfffffffff", "df7fffffff", "c7ff00", "c8ffff00", "c9ffffffff00", "d4ff00", "c1", "cf7fffffffffffffff",
  "cfffffffffffffffff", "d3ffffffffffffffff", "cbfff8000000000000", "cb7ff0000000000000",
].map((hex) => Buffer.from(hex, "hex")); // prettier-ignore

/** A byte of every kind that msgpack knows, and both ends of the kinds that are ranges. */
const TOKENS = [0, 0x3f, 0x40, 0x7f, 0x80, 0x81, 0x8f, 0x90, 0x91, 0x9f, 0xa0, 0xa1, 0xbf, 0xe0, 0xff].concat(
  Array.from({ length: 32 }, (_, index) => 0xc0 + index),
);

/** One change to a valid body. */
type Mutation = (bytes: Buffer) => Buffer;

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(fc.nat(), fc.nat({ max: 7 })).map(([at, bit]): Mutation => (bytes) => {
    const copy = Buffer.from(bytes);
    if (copy.length > 0) copy[at % copy.length] = (copy[at % copy.length] ?? 0) ^ (1 << bit);
    return copy;
  }),
  fc.tuple(fc.nat(), fc.nat({ max: 255 })).map(([at, byte]): Mutation => (bytes) => {
    const copy = Buffer.from(bytes);
    if (copy.length > 0) copy[at % copy.length] = byte;
    return copy;
  }),
  fc.nat().map(
    (end): Mutation =>
      (bytes) =>
        bytes.subarray(0, end % (bytes.length + 1)),
  ),
  fc.nat().map(
    (start): Mutation =>
      (bytes) =>
        bytes.subarray(start % (bytes.length + 1)),
  ),
  fc.tuple(fc.nat(), fc.nat(), body).map(
    ([at, from, other]): Mutation =>
      (bytes) =>
        Buffer.concat([bytes.subarray(0, at % (bytes.length + 1)), other.subarray(from % (other.length + 1))]),
  ),
  fc
    .tuple(fc.nat(), fc.oneof(fc.constantFrom(...HEADERS), fc.uint8Array({ maxLength: 8 })))
    .map(([at, inserted]): Mutation => (bytes) => {
      const place = at % (bytes.length + 1);
      return Buffer.concat([bytes.subarray(0, place), inserted, bytes.subarray(place)]);
    }),
  fc.tuple(fc.nat(), fc.constantFrom(...HEADERS)).map(([at, header]): Mutation => (bytes) => {
    const place = at % (bytes.length + 1);
    return Buffer.concat([bytes.subarray(0, place), header, bytes.subarray(place + header.length)]);
  }),
);

describe("Bytes from a hostile peer give a frame or `protocol_violation`, and nothing else", () => {
  test("when they are arbitrary", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void decodeHostile(bytes)),
      { numRuns: 20_000 },
    );
  });

  test("when they are the bytes of a frame after one to four changes", () => {
    let refused = 0;
    const mutations = fc.array(mutation, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(body, mutations, (bytes, changes) => {
        const frames = decodeHostile(changes.reduce((current, change) => change(current), bytes));
        if (frames.length === 0) refused += 1;
      }),
      { numRuns: 30_000 },
    );
    expect(refused).toBeGreaterThan(15_000);
  });

  test("when any one byte of a sample is the first of another kind of value", () => {
    for (const sample of SAMPLE_BODIES) {
      for (let at = 0; at < Math.min(sample.length, 120); at++) {
        for (const byte of TOKENS) {
          const copy = Buffer.from(sample);
          copy[at] = byte;
          decodeHostile(copy);
        }
      }
    }
  });

  test.each([...SAMPLE_BODIES.entries()])(
    "when sample %d ends anywhere but at its end, or goes on: always refused",
    (_, sample) => {
      for (let end = 0; end < sample.length; end++) expect(decodeHostile(sample.subarray(0, end))).toEqual([]);
      for (const more of [Buffer.of(0), Buffer.of(0xc0), sample]) {
        expect(decodeHostile(Buffer.concat([sample, more]))).toEqual([]);
      }
    },
  );

  test.each([
    ["fixarray", [0x91]],
    ["array 16", [0xdc, 0, 1]],
    ["array 32", [0xdd, 0, 0, 0, 1]],
    ["fixmap", [0x81, 0xa0]],
    ["map 16", [0xde, 0, 1, 0xa0]],
    ["map 32", [0xdf, 0, 0, 0, 1, 0xa0]],
    // Extensions that hold the value which follows: an error, and a target of references.
    ["error", [0xc7, 0, 0x65]],
    ["reference", [0xd6, 0x69, 0, 0, 0, 1]],
  ])("when 200,000 headers of kind %s are nested", (_, header) => {
    const nested = Buffer.concat([...Array.from({ length: 200_000 }, () => Buffer.from(header)), Buffer.of(0xc0)]);
    expect(decodeHostile(nested)).toEqual([]);
  });

  test.each(HEADERS.map((header) => [header.toString("hex"), header] as const))(
    "when lengths of %s are announced a thousand times over, at no cost in memory",
    (_, header) => {
      const start = process.memoryUsage();
      expect(decodeHostile(Buffer.concat(Array.from({ length: 1000 }, () => header)))).toEqual([]);
      const end = process.memoryUsage();
      const grown = end.heapTotal + end.external - start.heapTotal - start.external;
      expect(grown).toBeLessThan(64 * 1024 * 1024);
    },
  );
});
