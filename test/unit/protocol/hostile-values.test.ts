import fc from "fast-check";
import { Packr } from "msgpackr";
import { afterAll, describe, expect, test } from "vitest";
import { bodyOf, builtins, decodeHostile } from "./hostile-peer.ts";
import { SAMPLES } from "./sample-frames.ts";

const before = builtins();
afterAll(() => {
  expect(builtins()).toEqual(before);
});

// What another program's msgpackr may write: all of its types, records, shared strings, references.
const PEERS = {
  "plain maps": new Packr({ useRecords: false, mapsAsObjects: true, moreTypes: true }),
  records: new Packr({ useRecords: true, moreTypes: true }),
  "bundled strings": new Packr({ useRecords: false, bundleStrings: true, moreTypes: true }),
  references: new Packr({ useRecords: false, structuredClone: true, moreTypes: true }),
};

const circular: unknown[] = [];
circular.push(circular);

/** Values that no frame holds anywhere. */
const HOSTILE: Readonly<Record<string, unknown>> = {
  "a Set": new Set(["a"]),
  "an empty Set": new Set(),
  "an Error": new TypeError("x"),
  "an AggregateError": new AggregateError([new Error("x")], "y"),
  "an Error named after an inherited method": Object.assign(new Error("x"), { name: "__defineGetter__" }),
  "a RegExp": /(a+)+$/,
  "a Date": new Date(0),
  "a BigInt": 2n ** 70n,
  "a negative BigInt": -(2n ** 63n),
  "a typed array": new Float64Array([1]),
  "an ArrayBuffer": new ArrayBuffer(3),
  bytes: Buffer.from("abc"),
  undefined,
  NaN: Number.NaN,
  Infinity: Number.POSITIVE_INFINITY,
  "a negative number": -1,
  "a fraction": 1.5,
  "a number that is not safe": 2 ** 53,
  "an unknown map": { a: 1 },
  "a list of lists": [[[]]],
};

type Path = readonly (string | number)[];

/** Every place in a value, its own included. */
function places(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => places(inner, [...path, key]))];
}

/** A copy in which the value at a place is another. */
function withValue(value: unknown, [key, ...rest]: Path, other: unknown): unknown {
  if (key === undefined) return other;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<string, unknown>;
  copy[key] = withValue(copy[key], rest, other);
  return copy;
}

function at(value: unknown, path: Path): unknown {
  return path.reduce((inner, key) => (inner as Record<string, unknown>)[key], value);
}

describe.each(Object.entries(PEERS))("Of a peer that writes %s", (_, peer) => {
  test.each(Object.entries(HOSTILE))("%s is refused wherever it stands in a frame", (_name, hostile) => {
    for (const [, frame] of SAMPLES) {
      for (const path of places(frame)) expect(decodeHostile(peer.pack(withValue(frame, path, hostile)))).toEqual([]);
    }
  });

  test("anything at all in any place gives a frame or `protocol_violation`", () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withTypedArray: true,
    });
    fc.assert(
      fc.property(fc.constantFrom(...SAMPLES), fc.nat(), anything, ([, frame], choice, value) => {
        const all = places(frame);
        decodeHostile(peer.pack(withValue(frame, all[choice % all.length] ?? [], value)));
      }),
      { numRuns: 3000 },
    );
  });
});

describe("The maps of a frame", () => {
  const maps = SAMPLES.flatMap(([name, frame]) =>
    places(frame)
      .filter((path) => {
        const value = at(frame, path);
        return typeof value === "object" && value !== null && !Array.isArray(value);
      })
      .map((path) => [name, path.join("."), frame, path] as const),
  );

  test.each(maps)("of %s at '%s' take no further key, whatever its name", (_name, _place, frame, path) => {
    const names = ["extra", "constructor", "toString", "prototype", "hasOwnProperty", "", "0", "x".repeat(5000)];
    for (const name of names) {
      const more = { ...(at(frame, path) as object), [name]: 1 };
      expect(decodeHostile(PEERS["plain maps"].pack(withValue(frame, path, more)))).toEqual([]);
    }
  });

  test.each(maps)("of %s at '%s' take no `__proto__` key", (_name, _place, frame, path) => {
    const own = at(frame, path) as object;
    const more = Object.fromEntries([...Object.entries(own), ["__proto__", { polluted: true }]]);
    const body = PEERS["plain maps"].pack(withValue(frame, path, more));
    expect(body.includes("__proto__")).toBe(true);
    expect(decodeHostile(body)).toEqual([]);
    expect(Reflect.get({}, "polluted")).toBe(undefined);
  });

  test.each(maps)(
    "of %s at '%s' lack no key but the optional ones of errors, pongs, results and call sites",
    (_name, _place, frame, path) => {
      const optional = new Set(["stack", "line", "column", "waiting", "callSites", "sites", "alone"]);
      const own = at(frame, path) as object;
      for (const name of Object.keys(own).filter((key) => !optional.has(key))) {
        const less = Object.fromEntries(Object.entries(own).filter(([key]) => key !== name));
        expect(decodeHostile(PEERS["plain maps"].pack(withValue(frame, path, less)))).toEqual([]);
      }
    },
  );
});

test("A value that holds itself is refused", () => {
  for (const [, frame] of SAMPLES) {
    for (const path of places(frame)) {
      expect(decodeHostile(PEERS.references.pack(withValue(frame, path, circular)))).toEqual([]);
    }
  }
});

test("A record that one frame defines does not change what the next one means", () => {
  const records = new Packr({ useRecords: true });
  for (const [, frame] of SAMPLES) {
    decodeHostile(records.pack(frame));
    expect(decodeHostile(bodyOf(frame))).toEqual([frame]);
  }
});
