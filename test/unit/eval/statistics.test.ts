import { describe, expect, test } from "vitest";
import * as fc from "fast-check";
import {
  fisherExact,
  holmAdjusted,
  logFactorial,
  mcNemarExact,
  wilsonInterval,
} from "../../../host/eval/compare/exact-tests.ts";

function table(a: number, b: number, c: number, d: number): number {
  return fisherExact({ passed: a, runs: a + b }, { passed: c, runs: c + d });
}

/** By counting, in whole numbers: for small tables. */
function choose(n: number, k: number): bigint {
  let result = 1n;
  for (let i = 1; i <= k; i++) result = (result * BigInt(n - k + i)) / BigInt(i);
  return result;
}

function fisherByCounting(a: number, b: number, c: number, d: number): number {
  const [one, other, passed] = [a + b, c + d, a + c];
  const weight = (k: number): bigint => choose(one, k) * choose(other, passed - k);
  let sum = 0n;
  for (let k = Math.max(0, passed - other); k <= Math.min(passed, one); k++) {
    if (weight(k) <= weight(a)) sum += weight(k);
  }
  return Number((sum * 10n ** 15n) / choose(one + other, passed)) / 1e15;
}

describe("Fisher's exact test", () => {
  test.for([
    // Fisher's tea tasting; the textbook tables with 1 of 10 and 11 of 14; the tables of the experiment.
    [3, 1, 1, 3, 0.4857142857142857],
    [1, 9, 11, 3, 0.0027594561852200836],
    [0, 12, 12, 0, 7.395846e-7],
    [7, 5, 12, 0, 0.0372670807453416],
    [0, 12, 7, 5, 0.004576659038901606],
    [5, 5, 5, 5, 1],
    [0, 0, 3, 4, 1],
  ] as const)("of %i/%i against %i/%i gives %d.", ([a, b, c, d, p]) => {
    expect(table(a, b, c, d)).toBeCloseTo(p, 9);
  });

  test("agrees with counting in whole numbers, and takes rows in either order.", () => {
    const count = fc.integer({ min: 0, max: 20 });
    fc.assert(
      fc.property(count, count, count, count, (a, b, c, d) => {
        const p = table(a, b, c, d);
        expect(p).toBeCloseTo(fisherByCounting(a, b, c, d), 9);
        expect(p).toBeCloseTo(table(c, d, a, b), 9);
        expect(p).toBeCloseTo(table(b, a, d, c), 9);
      }),
    );
  });

  test("stays right to eight digits for thousands of runs.", () => {
    expect(logFactorial(170)).toBeCloseTo(706.5730622457874, 8);
    expect(table(5000, 5000, 5000, 5000)).toBeCloseTo(1, 8);
    expect(table(4800, 5200, 5200, 4800)).toBeGreaterThan(0);
  });
});

describe("McNemar's exact test", () => {
  test.for([
    [0, 5, 0.0625],
    [0, 7, 0.015625],
    [0, 12, 0.00048828125],
    [2, 8, 0.109375],
    [3, 3, 1],
    [0, 0, 1],
  ] as const)("of %i and %i differing pairs gives %d.", ([one, other, p]) => {
    expect(mcNemarExact(one, other)).toBeCloseTo(p, 12);
    expect(mcNemarExact(other, one)).toBeCloseTo(p, 12);
  });
});

describe("Wilson's interval", () => {
  test.for([
    [7, 12, 0.31951, 0.80674],
    [0, 12, 0, 0.24249],
    [12, 12, 0.75751, 1],
    [1, 10, 0.01788, 0.40415],
    [81, 263, 0.25527, 0.36621],
  ] as const)("of %i in %i goes from %d to %d.", ([passed, runs, low, high]) => {
    const interval = wilsonInterval(passed, runs);
    expect(interval[0]).toBeCloseTo(low, 4);
    expect(interval[1]).toBeCloseTo(high, 4);
  });

  test("of no runs is everything.", () => {
    expect(wilsonInterval(0, 0)).toEqual([0, 1]);
  });
});

test("Holm's correction never falls with rank and never exceeds 1.", () => {
  expect(holmAdjusted([0.01, 0.04, 0.03, 0.005])).toEqual([0.03, 0.06, 0.06, 0.02]);
  expect(holmAdjusted([0.6, 0.7])).toEqual([1, 1]);
  expect(holmAdjusted([])).toEqual([]);
});
