import { performance } from "node:perf_hooks";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { nearestNames } from "../../../tools/index.ts";

test("A name with typing errors finds what was meant", () => {
  expect(nearestNames("raed_file", ["write_file", "read_file", "list"])).toEqual(["read_file", "write_file"]);
});

test("Case and separators do not matter", () => {
  expect(nearestNames("getWeather", ["list", "get-weather"])).toEqual(["get-weather"]);
});

test("A name without its namespace finds the full one", () => {
  expect(nearestNames("raed", ["mcp__files__read", "mcp__files__stat"])).toEqual(["mcp__files__read"]);
  expect(nearestNames("readFile", ["mcp__fs__stat", "mcp__fs__read_file"])).toEqual(["mcp__fs__read_file"]);
});

test("Words that most candidates have in common make none of them near", () => {
  const candidates = Array.from({ length: 20 }, (_, index) => `mcp__server__tool_${"abcdefghijklmnopqrst"[index]}`);
  expect(nearestNames("mcp__other__frobnicate", candidates)).toEqual([]);
});

test("Nothing is near a name unlike all others", () => {
  expect(nearestNames("no_such_tool", ["look_up", "echo"])).toEqual([]);
  expect(nearestNames("", ["a", "b"])).toEqual([]);
});

test("Of any candidates the wanted name itself is the nearest, and never more than asked for come back", () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-z_]{1,12}$/)), fc.stringMatching(/^[a-z]{3,12}$/), (others, name) => {
      const found = nearestNames(name, [...others, name], 2);
      const squashed = found[0]?.replaceAll("_", "");
      expect({ squashed, atMostTwo: found.length <= 2 }).toEqual({ squashed: name, atMostTwo: true });
    }),
  );
});

test("Five thousand candidates take little time", () => {
  const candidates = Array.from({ length: 5000 }, (_, index) => `mcp__server_${index % 50}__get_thing_number_${index}`);
  const wanted = "mcp__server_3__get_thing_numbr_33";
  for (let round = 0; round < 10; round++) nearestNames(wanted, candidates);
  let best = Infinity;
  for (let round = 0; round < 10; round++) {
    const start = performance.now();
    nearestNames(wanted, candidates);
    best = Math.min(best, performance.now() - start);
  }
  // Usually 1-2 ms; the slack is for busy machines.
  expect(best).toBeLessThan(20);
});
