/**
 * Every limit of a cell or session. The defaults let real scripts run and stop runaway ones; the table is also what
 * README's limits table is checked against. `null` as a value lifts a limit.
 */
export const LIMITS = {
  memoryMb: {
    default: 128,
    min: 8,
    unit: "MB",
    scope: "cell",
    meaning: "heap and buffers of one cell",
    onHit: "failed `memory`",
  },
  cpuMs: {
    default: 30_000,
    min: 1,
    unit: "ms",
    scope: "cell",
    meaning: "time the cell's own code runs",
    onHit: "failed `cpu`",
  },
  wallMs: {
    default: 3_600_000,
    min: 1,
    unit: "ms",
    scope: "cell",
    meaning: "time from start to end, waiting included",
    onHit: "failed `wall`",
  },
  idleMs: {
    default: 900_000,
    min: 1,
    unit: "ms",
    scope: "cell",
    meaning: "time in which nothing happens but waiting for tool calls",
    onHit: "failed `idle`",
  },
  sourceBytes: {
    default: 4_194_304,
    min: 1,
    unit: "bytes",
    scope: "cell",
    meaning: "length of the source in UTF-8",
    onHit: "failed `source_too_large`, nothing runs",
  },
  outputBytes: {
    default: 16_777_216,
    min: 0,
    unit: "bytes",
    scope: "cell",
    meaning: "all that the cell emits",
    onHit: "output is cut and marked",
  },
  payloadBytes: {
    default: 67_108_864,
    min: 16,
    unit: "bytes",
    scope: "cell",
    meaning: "one argument or one result as JSON",
    onHit: "the call rejects, `payload_too_large`",
  },
  pendingCalls: {
    default: 4096,
    min: 1,
    unit: "calls",
    scope: "cell",
    meaning: "calls under way at once",
    onHit: "further calls wait their turn",
  },
  totalCalls: {
    default: 25_000,
    min: 0,
    unit: "calls",
    scope: "cell",
    meaning: "calls a cell may make",
    onHit: "the call rejects, `too_many_calls`",
  },
  timers: {
    default: 10_000,
    min: 0,
    unit: "timers",
    scope: "cell",
    meaning: "timers set at once",
    onHit: "`setTimeout` throws, `too_many_timers`",
  },
  storedBytes: {
    default: 67_108_864,
    min: 0,
    unit: "bytes",
    scope: "session",
    meaning: "keys and values kept by `store`",
    onHit: "`store` throws, `store_full`",
  },
  maxYieldTimeMs: {
    default: null,
    min: 0,
    unit: "ms",
    scope: "session",
    meaning: "longest time one `run` or `wait` observes a cell",
    onHit: "the answer is `yielded`, the cell goes on",
  },
} as const;

/** The name of a limit, as it stands in `limits` of the host's options and in error texts. */
export type LimitName = keyof typeof LIMITS;

/** All limits with their values in force; `null` means none. */
export type Limits = { readonly [K in LimitName]: number | null };

/** The names of all limits, in the table's order. */
export const LIMIT_NAMES: readonly LimitName[] = Object.keys(LIMITS) as LimitName[];

/** The default value of every limit. */
export const DEFAULT_LIMITS: Limits = Object.freeze(
  Object.fromEntries(LIMIT_NAMES.map((name) => [name, LIMITS[name].default])),
) as Limits;

/** Largest frame either side accepts, in bytes: room for a batch of payloads at their default limit. */
export const MAX_FRAME_BYTES: number = 256 * 1024 * 1024;

/**
 * Most that one payload, source, item of output, or all that a cell stores may have in a frame, in bytes of UTF-8: the
 * rest of the frame is for its other fields. Holds where the limit of the same thing is larger or lifted.
 */
export const MAX_PAYLOAD_BYTES: number = MAX_FRAME_BYTES - 4 * 1024 * 1024;

/** Most calls or results that are sent in one frame: their numbers and lengths need room beside the payload. */
export const MAX_BATCH_CALLS = 65_536;

/** Longest error text that a cell ends with, in UTF-16 units; it may share a frame with what the cell stored. */
export const MAX_ERROR_UNITS: number = 256 * 1024;
