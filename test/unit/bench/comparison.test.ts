import { expect, test } from "vitest";
import { comparisonTable } from "../../bench/comparison-table.ts";
import { FrameReader } from "../../bench/frame-reader.ts";
import { compare, isMet } from "../../bench/row.ts";
import type { Comparison, Row } from "../../bench/row.ts";

const RATE: Comparison = {
  name: "eight",
  work: "cells",
  unit: "/s",
  kind: "rate",
  ours: 300,
  other: { name: "Codex", value: 100 },
  atLeast: 3,
};
const TIME: Comparison = { ...RATE, name: "call", work: "call", unit: "µs", kind: "time", ours: 50 };

test("Rates are compared as ours by theirs, times the other way round.", () => {
  expect([compare(RATE).target?.reached, compare(TIME).target?.reached]).toEqual([3, 2]);
  expect([isMet(compare(RATE)), isMet(compare(TIME))]).toEqual([true, false]);
});

test("Without a peer or a target nothing is met or missed.", () => {
  expect(isMet(compare({ ...RATE, other: { name: "Codex", value: null } }))).toBe(null);
  expect(isMet(compare({ ...RATE, atLeast: null }))).toBe(null);
});

test("A target under its value is missed at the value, and when what must hold does not.", () => {
  const row = (reached: number, holds: boolean): Row => ({
    ...compare(RATE),
    target: { kind: "under", value: 2, unit: "MB", reached, holds },
  });
  expect([row(1.9, true), row(2, true), row(1, false), row(Number.NaN, true)].map(isMet)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test("The table has a line for each row and names what was missed.", () => {
  const rows = [compare(RATE), compare(TIME), compare({ ...RATE, other: { name: "Codex", value: null } })];
  expect(comparisonTable(rows).split("\n")).toEqual([
    "work   isocell  compared with  target        reached",
    "-".repeat(61),
    "cells   300 /s  Codex 100 /s   at least 3 x      3 x  met",
    "call     50 µs  Codex 100 µs   at least 3 x      2 x  missed",
    "cells   300 /s  Codex -        at least 3 x           no peer",
    "",
    "Missed 1 of 2: call (Codex).",
    "",
  ]);
});

test("Frames come out whole however the stream is cut.", () => {
  const frame = (text: string): Buffer => {
    const head = Buffer.alloc(4);
    head.writeUInt32LE(Buffer.byteLength(text));
    return Buffer.concat([head, Buffer.from(text)]);
  };
  const texts = ["one", "", "a longer third", "4"];
  const bytes = Buffer.concat(texts.map(frame));
  for (let size = 1; size <= bytes.length; size++) {
    const got: string[] = [];
    const reader = new FrameReader((payload) => got.push(payload.toString()));
    for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
    expect(got).toEqual(texts);
  }
});
