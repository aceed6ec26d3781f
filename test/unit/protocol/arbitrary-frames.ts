import fc from "fast-check";
import { ERROR_CODES, isOutcomeErrorCode, LIMIT_NAMES } from "../../../protocol/index.ts";
import type { CellEvent, Frame, HostFrame, Limits, RuntimeFrame, WireError } from "../../../protocol/index.ts";

const count = fc.maxSafeNat();
const counts = fc.array(count, { maxLength: 20 });
/** Text without lone surrogates, which UTF-8 can't carry. Long ones take other paths in the codec than short ones. */
const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.string({ unit: "binary", minLength: 60, maxLength: 300 }),
  fc.string({ unit: "binary-ascii", maxLength: 70 }),
);
const texts = fc.array(text, { maxLength: 5 });
const pairs = fc.array(fc.tuple(text, text), { maxLength: 5 });
const limits = fc.record(
  Object.fromEntries(LIMIT_NAMES.map((name) => [name, fc.option(count)])),
) as fc.Arbitrary<unknown> as fc.Arbitrary<Limits>;

const event: fc.Arbitrary<CellEvent> = fc.oneof(
  fc.tuple(fc.constantFrom("text" as const, "audio" as const, "notify" as const), text),
  fc.tuple(fc.constant("image" as const), text, text),
  fc.constant(["yield"] as const),
  fc.tuple(fc.constant("cut" as const), count),
);

const wireError: fc.Arbitrary<WireError> = fc.record(
  {
    code: fc.constantFrom(...Object.keys(ERROR_CODES).filter(isOutcomeErrorCode)),
    message: text,
    stack: text,
    line: count,
    column: count,
  },
  { requiredKeys: ["code", "message"] },
);

type ArbitraryOf<F extends Frame> = { readonly [T in F["type"]]: fc.Arbitrary<Extract<F, { type: T }>> };

/** Any frame of each type that a host sends. */
export const HOST_FRAMES: ArbitraryOf<HostFrame> = {
  "connection/hello": fc.record({
    type: fc.constant("connection/hello"),
    versions: counts,
    capabilities: texts,
    memoryMb: count,
    warmIsolates: count,
    inline: fc.boolean(),
  }),
  "connection/ping": fc.record({ type: fc.constant("connection/ping"), nonce: count }),
  "session/open": fc.record(
    {
      type: fc.constant("session/open"),
      session: count,
      isolation: fc.constantFrom("cell", "session"),
      limits,
      callSites: fc.boolean(),
    },
    { requiredKeys: ["type", "session", "isolation", "limits"] },
  ),
  "session/close": fc.record({ type: fc.constant("session/close"), session: count }),
  "session/store": fc.record({ type: fc.constant("session/store"), session: count, stored: pairs }),
  "catalog/define": fc.record({ type: fc.constant("catalog/define"), revision: count, tools: pairs }),
  "catalog/forget": fc.record({ type: fc.constant("catalog/forget"), revision: count }),
  "cell/execute": fc.record({
    type: fc.constant("cell/execute"),
    cell: count,
    session: count,
    catalog: count,
    source: text,
    stored: pairs,
  }),
  "cell/results": fc
    .tuple(
      count,
      fc.array(fc.tuple(count, fc.boolean(), text), { maxLength: 20 }),
      fc.record({ alone: fc.boolean() }, { requiredKeys: [] }),
    )
    .map(([cell, results, more]) => ({
      ...more,
      type: "cell/results",
      cell,
      calls: results.map(([call]) => call),
      ok: results.map(([, ok]) => ok),
      lengths: results.map(([, , payload]) => payload.length),
      payload: results.map(([, , payload]) => payload).join(""),
    })),
  "cell/yield": fc.record({ type: fc.constant("cell/yield"), cell: count }),
  "cell/terminate": fc.record({ type: fc.constant("cell/terminate"), cell: count }),
};

/** Any frame of each type that a runtime sends. */
export const RUNTIME_FRAMES: ArbitraryOf<RuntimeFrame> = {
  "connection/ready": fc.record({ type: fc.constant("connection/ready"), version: count, capabilities: texts }),
  "connection/rejected": fc.record({ type: fc.constant("connection/rejected"), reason: text }),
  "connection/pong": fc.record(
    { type: fc.constant("connection/pong"), nonce: count, running: counts, waiting: counts },
    { requiredKeys: ["type", "nonce", "running"] },
  ),
  "cell/events": fc.record({
    type: fc.constant("cell/events"),
    cell: count,
    events: fc.array(event, { maxLength: 20 }),
  }),
  "cell/calls": fc
    .tuple(count, fc.boolean(), fc.array(fc.tuple(count, text, count), { maxLength: 20 }))
    .map(([cell, told, calls]) => ({
      type: "cell/calls",
      cell,
      tools: calls.map(([tool]) => tool),
      lengths: calls.map(([, payload]) => payload.length),
      payload: calls.map(([, payload]) => payload).join(""),
      ...(told ? { sites: calls.flatMap(([, , line]) => [line, 1]) } : {}),
    })),
  "cell/yielded": fc.record({ type: fc.constant("cell/yielded"), cell: count }),
  "cell/end": fc.record({
    type: fc.constant("cell/end"),
    cell: count,
    error: fc.option(wireError),
    stored: pairs,
    cpuMicros: count,
    memoryBytes: count,
    unsent: count,
  }),
  "cell/stuck": fc.record({ type: fc.constant("cell/stuck"), cell: count }),
};

/** Any frame at all. */
export const anyFrame: fc.Arbitrary<Frame> = fc.oneof(
  ...Object.values<fc.Arbitrary<Frame>>(HOST_FRAMES),
  ...Object.values<fc.Arbitrary<Frame>>(RUNTIME_FRAMES),
);
