import { IsocellError, isOutcomeErrorCode } from "./errors.ts";
import type { CellEvent, HostFrame, RuntimeFrame, WireError } from "./frames.ts";
import { LIMIT_NAMES } from "./limits.ts";
import type { Limits } from "./limits.ts";

// The checks below take nothing on trust: the peer may be a process that a script has taken over. Every value is
// looked at as an own property of a plain object or array, and copied into a new object.

function refuse(what: string): never {
  throw new IsocellError("protocol_violation", `malformed frame: ${what}`);
}

type Plain = Readonly<Record<string, unknown>>;

function plain(value: unknown, what: string): Plain {
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) {
    refuse(`${what} is not a map`);
  }
  return value as Plain;
}

function keys(value: Plain, required: readonly string[], optional: readonly string[] = []): void {
  for (const key of required) if (!Object.hasOwn(value, key)) refuse(`missing key ${key}`);
  for (const key of Object.keys(value)) {
    if (!required.includes(key) && !optional.includes(key)) refuse(`unknown key ${JSON.stringify(key.slice(0, 40))}`);
  }
}

function list(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) refuse(`${what} is not a list`);
  return value as readonly unknown[];
}

function text(value: unknown, what: string): string {
  if (typeof value !== "string") refuse(`${what} is not a string`);
  return value;
}

function count(value: unknown, what: string): number {
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0) refuse(`${what} is not a whole number`);
  return value;
}

function flag(value: unknown, what: string): boolean {
  if (typeof value !== "boolean") refuse(`${what} is not a boolean`);
  return value;
}

function texts(value: unknown, what: string): readonly string[] {
  return list(value, what).map((item) => text(item, what));
}

function counts(value: unknown, what: string): readonly number[] {
  const items = list(value, what);
  for (let i = 0; i < items.length; i++) count(items[i], what);
  return items as readonly number[];
}

function flags(value: unknown, what: string): readonly boolean[] {
  const items = list(value, what);
  for (let i = 0; i < items.length; i++) flag(items[i], what);
  return items as readonly boolean[];
}

function pairs(value: unknown, what: string): readonly (readonly [string, string])[] {
  return list(value, what).map((item) => {
    const pair = list(item, what);
    if (pair.length !== 2) refuse(`${what} holds a tuple of another length`);
    return [text(pair[0], what), text(pair[1], what)] as const;
  });
}

/** The lengths of a batch must add up to its payload, one for each of `items`. */
function checkBatch(items: readonly unknown[], lengths: readonly number[], payload: string): void {
  if (items.length !== lengths.length) refuse("batch lists differ in length");
  let sum = 0;
  for (const length of lengths) sum += length;
  if (sum !== payload.length) refuse("batch lengths do not add up to the payload");
}

function limits(value: unknown): Limits {
  const map = plain(value, "limits");
  keys(map, LIMIT_NAMES);
  const copy: Record<string, number | null> = {};
  for (const name of LIMIT_NAMES) copy[name] = map[name] === null ? null : count(map[name], name);
  return copy as Limits;
}

function event(value: unknown): CellEvent {
  const tuple = list(value, "event");
  const [kind, first, second] = tuple;
  const expected = kind === "image" ? 3 : kind === "yield" ? 1 : 2;
  if (tuple.length !== expected) refuse("an event has the wrong length");
  switch (kind) {
    case "text":
    case "audio":
    case "notify":
      return [kind, text(first, kind)];
    case "image":
      return [kind, text(first, kind), text(second, kind)];
    case "yield":
      return [kind];
    case "cut":
      return [kind, count(first, kind)];
    default:
      return refuse("unknown event");
  }
}

function wireError(value: unknown): WireError {
  const map = plain(value, "error");
  keys(map, ["code", "message"], ["stack", "line", "column"]);
  const code = text(map["code"], "code");
  if (!isOutcomeErrorCode(code)) refuse("unknown error code");
  return {
    code,
    message: text(map["message"], "message"),
    ...(Object.hasOwn(map, "stack") ? { stack: text(map["stack"], "stack") } : {}),
    ...(Object.hasOwn(map, "line") ? { line: count(map["line"], "line") } : {}),
    ...(Object.hasOwn(map, "column") ? { column: count(map["column"], "column") } : {}),
  };
}

/** Checks a decoded value as a frame from a host and copies it. Throws an IsocellError `protocol_violation`. */
export function decodeHostFrame(value: unknown): HostFrame {
  const map = plain(value, "frame");
  const type = Object.hasOwn(map, "type") ? map["type"] : undefined;
  switch (type) {
    case "connection/hello":
      keys(map, ["type", "versions", "capabilities", "memoryMb", "warmIsolates", "inline"]);
      return {
        type,
        versions: counts(map["versions"], "versions"),
        capabilities: texts(map["capabilities"], "capabilities"),
        memoryMb: count(map["memoryMb"], "memoryMb"),
        warmIsolates: count(map["warmIsolates"], "warmIsolates"),
        inline: flag(map["inline"], "inline"),
      };
    case "connection/ping":
      keys(map, ["type", "nonce"]);
      return { type, nonce: count(map["nonce"], "nonce") };
    case "session/open": {
      keys(map, ["type", "session", "isolation", "limits"], ["callSites"]);
      const isolation = map["isolation"];
      if (isolation !== "cell" && isolation !== "session") refuse("unknown isolation");
      return {
        type,
        session: count(map["session"], "session"),
        isolation,
        limits: limits(map["limits"]),
        ...(Object.hasOwn(map, "callSites") ? { callSites: flag(map["callSites"], "callSites") } : {}),
      };
    }
    case "session/close":
      keys(map, ["type", "session"]);
      return { type, session: count(map["session"], "session") };
    case "session/store":
      keys(map, ["type", "session", "stored"]);
      return { type, session: count(map["session"], "session"), stored: pairs(map["stored"], "stored") };
    case "catalog/define":
      keys(map, ["type", "revision", "tools"]);
      return { type, revision: count(map["revision"], "revision"), tools: pairs(map["tools"], "tools") };
    case "catalog/forget":
      keys(map, ["type", "revision"]);
      return { type, revision: count(map["revision"], "revision") };
    case "cell/execute":
      keys(map, ["type", "cell", "session", "catalog", "source", "stored"]);
      return {
        type,
        cell: count(map["cell"], "cell"),
        session: count(map["session"], "session"),
        catalog: count(map["catalog"], "catalog"),
        source: text(map["source"], "source"),
        stored: pairs(map["stored"], "stored"),
      };
    case "cell/results": {
      keys(map, ["type", "cell", "calls", "ok", "lengths", "payload"], ["alone"]);
      const calls = counts(map["calls"], "calls");
      const ok = flags(map["ok"], "ok");
      const lengths = counts(map["lengths"], "lengths");
      const payload = text(map["payload"], "payload");
      checkBatch(calls, lengths, payload);
      if (ok.length !== calls.length) refuse("batch lists differ in length");
      const alone = Object.hasOwn(map, "alone") ? { alone: flag(map["alone"], "alone") } : {};
      return { type, cell: count(map["cell"], "cell"), calls, ok, lengths, payload, ...alone };
    }
    case "cell/yield":
    case "cell/terminate":
      keys(map, ["type", "cell"]);
      return { type, cell: count(map["cell"], "cell") };
    default:
      return refuse("unknown type");
  }
}

/** Checks a decoded value as a frame from a runtime and copies it. Throws an IsocellError `protocol_violation`. */
export function decodeRuntimeFrame(value: unknown): RuntimeFrame {
  const map = plain(value, "frame");
  const type = Object.hasOwn(map, "type") ? map["type"] : undefined;
  switch (type) {
    case "connection/ready":
      keys(map, ["type", "version", "capabilities"]);
      return {
        type,
        version: count(map["version"], "version"),
        capabilities: texts(map["capabilities"], "capabilities"),
      };
    case "connection/rejected":
      keys(map, ["type", "reason"]);
      return { type, reason: text(map["reason"], "reason") };
    case "connection/pong":
      keys(map, ["type", "nonce", "running"], ["waiting"]);
      return {
        type,
        nonce: count(map["nonce"], "nonce"),
        running: counts(map["running"], "running"),
        ...(Object.hasOwn(map, "waiting") ? { waiting: counts(map["waiting"], "waiting") } : {}),
      };
    case "cell/events":
      keys(map, ["type", "cell", "events"]);
      return { type, cell: count(map["cell"], "cell"), events: list(map["events"], "events").map(event) };
    case "cell/calls": {
      keys(map, ["type", "cell", "tools", "lengths", "payload"], ["sites"]);
      const tools = counts(map["tools"], "tools");
      const lengths = counts(map["lengths"], "lengths");
      const payload = text(map["payload"], "payload");
      checkBatch(tools, lengths, payload);
      const batch = { type, cell: count(map["cell"], "cell"), tools, lengths, payload } as const;
      if (!Object.hasOwn(map, "sites")) return batch;
      const sites = counts(map["sites"], "sites");
      if (sites.length !== 2 * tools.length) refuse("batch lists differ in length");
      return { ...batch, sites };
    }
    case "cell/yielded":
    case "cell/stuck":
      keys(map, ["type", "cell"]);
      return { type, cell: count(map["cell"], "cell") };
    case "cell/end":
      keys(map, ["type", "cell", "error", "stored", "cpuMicros", "memoryBytes", "unsent"]);
      return {
        type,
        cell: count(map["cell"], "cell"),
        error: map["error"] === null ? null : wireError(map["error"]),
        stored: pairs(map["stored"], "stored"),
        cpuMicros: count(map["cpuMicros"], "cpuMicros"),
        memoryBytes: count(map["memoryBytes"], "memoryBytes"),
        unsent: count(map["unsent"], "unsent"),
      };
    default:
      return refuse("unknown type");
  }
}
