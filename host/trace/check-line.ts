import { isJsonObject, EXPOSURES } from "../../tools/index.ts";
import type { TraceLine } from "./format.ts";

/** What a line of a trace file turned out to be. */
export type CheckedLine =
  | { readonly line: TraceLine }
  /** An event of a newer version. */
  | { readonly unknownType: string }
  | { readonly problem: string };

/** A field: a text, a number that is not negative, one that may be missing, who made a call, or one of some words. */
type Kind = "text" | "number" | "number or null" | "source" | readonly (string | null)[];
/** Fields by name; those with `?` behind it may be absent. */
type Shape = Readonly<Record<string, Kind>>;

/** 126 years in milliseconds. In nanoseconds it still fits into the 64 bits that viewers have for a time. */
const MAX_NUMBER = 4e12;

const CELL: Shape = { at: "number", sessionId: "text", cellId: "text" };
const CALL: Shape = {
  at: "number",
  sessionId: "text",
  stepId: "text",
  callId: "text",
  namespace: "text",
  name: "text",
  source: "source",
};

const SHAPES: Readonly<Record<TraceLine["type"], Shape>> = {
  "trace/header": { format: "number", version: "text", pid: "number", timeOrigin: "number", at: "number" },
  "trace/dropped": { at: "number", events: "number" },
  "tool/dropped": { source: "text", namespace: "text", name: "text", reason: "text" },
  "server/ready": { at: "number", server: "text", tools: "number", ms: "number" },
  "server/failed": {
    at: "number",
    server: "text",
    during: ["start", "work", "restart", "list"],
    message: "text",
    retryMs: "number or null",
  },
  "server/log": { at: "number", server: "text", level: "text", "logger?": "text", message: "text" },
  "server/elicitation": {
    at: "number",
    server: "text",
    kind: ["form", "url"],
    action: ["accept", "decline", "cancel"],
    ms: "number",
    "detail?": "text",
  },
  "step/planned": { at: "number", sessionId: "text", stepId: "text", tools: "number", listed: "number", ms: "number" },
  "call/begin": { ...CALL, exposure: [...EXPOSURES, null], inputBytes: "number" },
  "call/end": {
    ...CALL,
    outcome: ["succeeded", "failed", "denied", "cancelled", "fatal"],
    "message?": "text",
    attempts: "number",
    gateMs: "number",
    handlerMs: "number",
    outputBytes: "number",
  },
  "tools/changed": { at: "number", source: "text" },
  "call/progress": { ...CALL, progress: "number", "total?": "number", "message?": "text" },
  "call/bad-result": { ...CALL, problem: "text" },
  "hook/run": {
    ...CALL,
    event: ["before", "after"],
    hook: "text",
    decision: ["none", "deny", "rewrite", "context", "replace", "failed"],
    ms: "number",
    "detail?": "text",
  },
  "approval/decided": {
    ...CALL,
    answer: ["allow", "allow-for-session", "deny"],
    by: ["policy", "session", "asked"],
    ms: "number",
  },
  "cell/begin": { ...CELL, sourceBytes: "number", "callId?": "text" },
  "cell/end": {
    ...CELL,
    status: ["completed", "failed", "terminated"],
    "code?": "text",
    calls: "number",
    cpuMs: "number",
  },
};

type JsonObject = Readonly<Record<string, unknown>>;

/** Reads a line of a trace file. Whoever wrote it is not trusted: only fields that are known are taken, and checked. */
export function checkLine(text: string): CheckedLine {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: "it is not JSON" };
  }
  if (!isJsonObject(value)) return { problem: "it is not a JSON object" };
  const type = own(value, "type");
  if (typeof type !== "string") return { problem: "it has no type" };
  const shape = Object.hasOwn(SHAPES, type) ? SHAPES[type as TraceLine["type"]] : undefined;
  if (shape === undefined) return { unknownType: type };
  const line: Record<string, unknown> = { type };
  for (const [key, kind] of Object.entries(shape)) {
    const optional = key.endsWith("?");
    const name = optional ? key.slice(0, -1) : key;
    const field = own(value, name);
    if (optional && field === undefined) continue;
    const checked = kind === "source" ? checkSource(field) : field;
    if (!fits(kind, checked)) return { problem: `${type} has no usable ${name}: ${expected(kind)} was expected` };
    line[name] = checked;
  }
  return { line: line as unknown as TraceLine };
}

function fits(kind: Kind, value: unknown): boolean {
  switch (kind) {
    case "text":
      return typeof value === "string";
    case "number":
      return typeof value === "number" && value >= 0 && value <= MAX_NUMBER;
    case "number or null":
      return value === null || fits("number", value);
    case "source":
      return value !== undefined;
    default:
      return kind.includes(value as string | null);
  }
}

function expected(kind: Kind): string {
  switch (kind) {
    case "text":
      return "a text";
    case "number":
      return `a number from 0 to ${MAX_NUMBER}`;
    case "number or null":
      return `${expected("number")} or null`;
    case "source":
      return 'a source of the kind "direct" or "cell" with a cellId';
    default:
      return kind.map((word) => JSON.stringify(word)).join(", ");
  }
}

function checkSource(value: unknown): unknown {
  if (!isJsonObject(value)) return undefined;
  const cellId = own(value, "cellId");
  if (own(value, "kind") === "direct") return { kind: "direct" };
  if (own(value, "kind") !== "cell" || typeof cellId !== "string") return undefined;
  const site = own(value, "site");
  if (!isJsonObject(site)) return { kind: "cell", cellId };
  const [line, column] = [own(site, "line"), own(site, "column")];
  if (typeof line !== "number" || typeof column !== "number") return undefined;
  return { kind: "cell", cellId, site: { line, column } };
}

function own(value: JsonObject, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}
