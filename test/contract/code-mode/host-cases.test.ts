import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readCases, readDifferences } from "./case.ts";
import { CasePlayer, expectedOf } from "./play-host-case.ts";

const cases = readCases("host");
const differences = readDifferences();

describe.each(["cell", "session"] as const)("with isolation %s", (isolation) => {
  let player: CasePlayer;
  beforeAll(() => {
    player = new CasePlayer(isolation);
  });
  afterAll(() => player.close());

  test("there are cases to replay", () => {
    expect(cases.length).toBeGreaterThan(200);
  });

  describe("a script behaves as in the reference", () => {
    test.each(cases.filter(({ id }) => !differences.has(id)))("$id", async (one) => {
      expect(await player.play(one)).toEqual(expectedOf(one));
    });
  });

  describe("a listed difference is one", () => {
    test.each(cases.filter(({ id }) => differences.has(id)))("$id", async (one) => {
      expect(await player.play(one)).not.toEqual(expectedOf(one));
    });
  });
});
