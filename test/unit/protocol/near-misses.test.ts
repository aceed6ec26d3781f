import { Packr } from "msgpackr";
import { expect, test } from "vitest";
import { decodeHostile } from "./hostile-peer.ts";
import { HOST_SAMPLES, RUNTIME_SAMPLES } from "./sample-frames.ts";

const peer = new Packr({ useRecords: false, mapsAsObjects: true, moreTypes: true });

const results = HOST_SAMPLES["cell-results"];
const calls = RUNTIME_SAMPLES["cell-calls"];
const end = RUNTIME_SAMPLES["cell-end"];
const events = RUNTIME_SAMPLES["cell-events"];
const open = HOST_SAMPLES["session-open"];
const define = HOST_SAMPLES["catalog-define"];

/** Frames that are wrong in one thing only. */
const NEAR_MISSES: Readonly<Record<string, unknown>> = {
  "a type nobody has": { type: "cell/nothing", cell: 1 },
  "a type that every object inherits": { type: "toString", cell: 1 },
  "no type": { cell: 1 },
  "lengths that do not reach the payload's end": { ...calls, lengths: [12, 0, 8] },
  "lengths beyond the payload's end": { ...calls, lengths: [12, 0, 10] },
  "lengths that overflow": { ...calls, lengths: [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 23] },
  "a length too few": { ...calls, lengths: [12, 9] },
  "a tool too few": { ...calls, tools: [0, 1] },
  "a result without its outcome": { ...results, ok: [true, false] },
  "an outcome without its result": { ...results, ok: [true, false, true, true] },
  "a stored value that is a key alone": { ...end, stored: [["seen"]] },
  "a stored value with something behind it": { ...end, stored: [["seen", "1", "2"]] },
  "a tool without description": { ...define, tools: [["read_file"]] },
  "an error with a code nobody has": { ...end, error: { code: "nothing", message: "x" } },
  "an error with a code that every object inherits": { ...end, error: { code: "constructor", message: "x" } },
  "an error with a code that is for callers": { ...end, error: { code: "host_closed", message: "x" } },
  "an event nobody has": { ...events, events: [["video", "x"]] },
  "an event without a kind": { ...events, events: [[]] },
  "a text without its text": { ...events, events: [["text"]] },
  "a text with two texts": { ...events, events: [["text", "a", "b"]] },
  "an image without its detail": { ...events, events: [["image", "a"]] },
  "a yield with a reason": { ...events, events: [["yield", "a"]] },
  "an isolation nobody has": { ...open, isolation: "none" },
};

test.each(Object.entries(NEAR_MISSES))("A frame with %s is refused", (_, frame) => {
  expect(decodeHostile(peer.pack(frame))).toEqual([]);
});

test("The samples that the near misses are made from are accepted", () => {
  for (const frame of [results, calls, end, events, open, define]) {
    expect(decodeHostile(peer.pack(frame))).toEqual([frame]);
  }
});
