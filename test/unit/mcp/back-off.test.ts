import fc from "fast-check";
import { expect, test } from "vitest";
import { BackOff } from "../../../host/mcp/life/back-off.ts";

const POLICY = { firstMs: 100, maxMs: 1000, healthyMs: 5000 };

test("Each pause is twice as long as the last one, up to the longest.", () => {
  const backOff = new BackOff(POLICY, () => 0);
  expect(Array.from({ length: 6 }, () => backOff.next())).toEqual([100, 200, 400, 800, 1000, 1000]);
});

test("A server that has worked for long enough begins anew; one that has not goes on.", () => {
  const backOff = new BackOff(POLICY, () => 0);
  backOff.next();
  backOff.worked(4999);
  expect(backOff.next()).toBe(200);
  backOff.worked(5000);
  expect(backOff.next()).toBe(100);
});

test("Chance takes at most half of a pause, and no pause is ever too long.", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2000 }), fc.double({ min: 0, max: 1, noNaN: true }), (restarts, random) => {
      const backOff = new BackOff(POLICY, () => random);
      let last = 0;
      for (let index = 0; index < restarts; index++) last = backOff.next();
      const full = Math.min(POLICY.firstMs * 2 ** (restarts - 1), POLICY.maxMs);
      expect(last).toBeLessThanOrEqual(full);
      expect(last).toBeGreaterThanOrEqual(full / 2);
    }),
  );
});
