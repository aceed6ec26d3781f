import { expect, test } from "vitest";
import { nextCallId } from "../../../host/cells/call-ids.ts";

test("Ids of nested calls are random UUIDs of version 4 behind a prefix, and none comes twice.", () => {
  const ids = Array.from({ length: 10_000 }, nextCallId);
  const form = /^exec-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u;
  expect(ids.filter((id) => !form.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
  // Each digit that is free to be anything is so at every place.
  const places = Array.from((ids[0] ?? "").slice(5).matchAll(/[0-9a-f]/gu), ({ index }) => index + 5);
  const fixed = places.filter((at) => new Set(ids.map((id) => id[at])).size < 16);
  expect(fixed).toEqual([19, 24]);
});
