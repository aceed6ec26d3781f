import { describe, expect, test } from "vitest";
import { readCases, readDifferences } from "./case.ts";
import { expectedOf, playHostCase } from "./play-host-case.ts";

const cases = readCases("host");
const differences = readDifferences();

describe.each(["cell", "session"] as const)("with isolation %s", (isolation) => {
  test("there are cases to replay", () => {
    expect(cases.length).toBeGreaterThan(200);
  });

  describe("a script behaves as in the reference", () => {
    test.each(cases.filter(({ id }) => !differences.has(id)))("$id", async (one) => {
      expect(await playHostCase(one, { isolation })).toEqual(expectedOf(one));
    });
  });

  describe("a listed difference is one", () => {
    test.each(cases.filter(({ id }) => differences.has(id)))("$id", async (one) => {
      expect(await playHostCase(one, { isolation })).not.toEqual(expectedOf(one));
    });
  });
});
