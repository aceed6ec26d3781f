import type { Frame, HostFrame, Limits, RuntimeFrame } from "../../../protocol/index.ts";

// Written out, so that another default does not change what is on the wire.
const LIMITS: Limits = {
  memoryMb: 128,
  cpuMs: 30_000,
  wallMs: 3_600_000,
  idleMs: null,
  sourceBytes: 4_194_304,
  outputBytes: 16_777_216,
  payloadBytes: 67_108_864,
  pendingCalls: 4096,
  totalCalls: 1_000_000,
  timers: 10_000,
  storedBytes: 0,
  maxYieldTimeMs: null,
};

/** One of every frame a host sends, and more where a frame has forms of its own. The key names the fixture's file. */
export const HOST_SAMPLES: Readonly<Record<string, HostFrame>> = {
  "connection-hello": {
    type: "connection/hello",
    versions: [1],
    capabilities: ["batches", "sessions", "catalogs"],
    memoryMb: 128,
    warmIsolates: 2,
    inline: true,
  },
  "connection-ping": { type: "connection/ping", nonce: 7 },
  "session-open": { type: "session/open", session: 3, isolation: "cell", limits: LIMITS },
  "session-open-sites": { type: "session/open", session: 5, isolation: "cell", limits: LIMITS, callSites: true },
  "session-open-shared": { type: "session/open", session: 4, isolation: "session", limits: LIMITS },
  "session-store": { type: "session/store", session: 3, stored: [["seen", '["a"]']] },
  "session-close": { type: "session/close", session: 3 },
  "catalog-define": {
    type: "catalog/define",
    revision: 5,
    tools: [
      ["read_file", "Reads a file."],
      ["größe", "Größe einer Datei 📏"],
    ],
  },
  "catalog-forget": { type: "catalog/forget", revision: 5 },
  "cell-execute": {
    type: "cell/execute",
    cell: 70_000,
    session: 3,
    catalog: 5,
    source: 'text(await tools.read_file({ path: "a" }));\n',
    stored: [["seen", '["a"]']],
  },
  "cell-results": {
    type: "cell/results",
    cell: 70_000,
    calls: [0, 2, 1],
    ok: [true, false, true],
    lengths: [3, 14, 4],
    payload: '"é""no such file"null',
  },
  "cell-results-alone": {
    type: "cell/results",
    cell: 70_000,
    calls: [3],
    ok: [true],
    lengths: [1],
    payload: "1",
    alone: true,
  },
  "cell-yield": { type: "cell/yield", cell: 70_000 },
  "cell-terminate": { type: "cell/terminate", cell: 70_000 },
};

/** One of every frame a runtime sends, and more where a frame has forms of its own. */
export const RUNTIME_SAMPLES: Readonly<Record<string, RuntimeFrame>> = {
  "connection-ready": { type: "connection/ready", version: 1, capabilities: ["batches", "sessions", "catalogs"] },
  "connection-rejected": { type: "connection/rejected", reason: "no common protocol version" },
  "connection-pong": { type: "connection/pong", nonce: 7, running: [70_000, 70_001] },
  "connection-pong-waiting": { type: "connection/pong", nonce: 8, running: [], waiting: [70_002] },
  "cell-events": {
    type: "cell/events",
    cell: 70_000,
    events: [
      ["text", "42"],
      ["image", "data:image/png;base64,AAAA", "high"],
      ["audio", "data:audio/wav;base64,AAAA"],
      ["notify", "half done"],
      ["yield"],
      ["cut", 1_048_576],
    ],
  },
  "cell-calls": {
    type: "cell/calls",
    cell: 70_000,
    tools: [0, 1, 0],
    lengths: [12, 0, 9],
    payload: '{"path":"a"}{"n":"ß"}',
  },
  "cell-calls-sites": {
    type: "cell/calls",
    cell: 70_000,
    tools: [0, 1],
    lengths: [2, 2],
    payload: "{}{}",
    sites: [12, 5, 0, 0],
  },
  "cell-yielded": { type: "cell/yielded", cell: 70_000 },
  "cell-end": {
    type: "cell/end",
    cell: 70_000,
    error: null,
    stored: [["seen", '["a","b"]']],
    cpuMicros: 1234,
    memoryBytes: 5_000_000_000,
    unsent: 0,
  },
  "cell-end-failed": {
    type: "cell/end",
    cell: 70_000,
    error: {
      code: "script",
      message: "ReferenceError: x is not defined",
      stack: "ReferenceError: x is not defined\n    at script:3:5",
      line: 3,
      column: 5,
    },
    stored: [],
    cpuMicros: 99,
    memoryBytes: 1_048_576,
    unsent: 2,
  },
  "cell-end-without-position": {
    type: "cell/end",
    cell: 70_000,
    error: { code: "memory", message: "the cell needed more than 128 MB (limits.memoryMb)" },
    stored: [],
    cpuMicros: 0,
    memoryBytes: 0,
    unsent: 0,
  },
  "cell-stuck": { type: "cell/stuck", cell: 70_000 },
};

/** Every sample, with the name of its fixture. */
export const SAMPLES: readonly (readonly [name: string, frame: Frame])[] = Object.entries<Frame>({
  ...HOST_SAMPLES,
  ...RUNTIME_SAMPLES,
});
