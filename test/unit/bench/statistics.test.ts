import fc from "fast-check";
import { expect, test } from "vitest";
import { formatNumber, median, percentile, percentiles } from "../../../host/bench/statistics.ts";

test("Percentiles are values by nearest rank, whatever their order.", () => {
  const values = [5, 1, 4, 2, 3, 10, 9, 8, 7, 6];
  expect(percentiles(values)).toEqual({ p50: 5, p90: 9, p99: 10, count: 10 });
  expect(values[0]).toBe(5);
  expect(percentiles([7])).toEqual({ p50: 7, p90: 7, p99: 7, count: 1 });
  expect(percentiles([])).toEqual({ p50: Number.NaN, p90: Number.NaN, p99: Number.NaN, count: 0 });
});

test("At least the given share of the values is at or below a percentile, and less is below it.", () => {
  fc.assert(
    fc.property(fc.array(fc.integer(), { minLength: 1 }), fc.integer({ min: 1, max: 100 }), (values, percent) => {
      const found = percentile(values, percent);
      const wanted = (percent / 100) * values.length;
      return (
        values.filter((value) => value <= found).length >= wanted &&
        values.filter((value) => value < found).length < wanted
      );
    }),
  );
});

test("The median of an even number of values is the mean of the middle two.", () => {
  expect([median([3, 1, 2]), median([4, 1, 2, 3]), median([])]).toEqual([2, 2.5, Number.NaN]);
});

test("Numbers have three digits, large ones no fraction.", () => {
  expect([0.012345, 1.2345, 99.95, 412.4, 12_345.6, Number.NaN].map(formatNumber)).toEqual([
    "0.0123",
    "1.23",
    "100",
    "412",
    "12,346",
    "-",
  ]);
});
