import type { CallIdentity, HostEvent } from "../../../host/events/events.ts";

type EventOf<T extends HostEvent["type"]> = Extract<HostEvent, { readonly type: T }>;

/** What a call of a script names itself by, unless a test says otherwise. */
export const NESTED: CallIdentity = {
  sessionId: "s1",
  stepId: "s1.1",
  callId: "exec-1",
  namespace: "mcp__files",
  name: "read",
  source: { kind: "cell", cellId: "1" },
};

/** What a direct call of `exec` names itself by. */
export const DIRECT: CallIdentity = {
  sessionId: "s1",
  stepId: "s1.1",
  callId: "call-1",
  namespace: "",
  name: "exec",
  source: { kind: "direct" },
};

/** A `call/begin` with likely values. */
export function callBegin(at: number, parts: Partial<EventOf<"call/begin">> = {}): EventOf<"call/begin"> {
  return { ...NESTED, type: "call/begin", at, exposure: "direct", inputBytes: 12, ...parts };
}

/** A `call/end` with likely values. */
export function callEnd(at: number, parts: Partial<EventOf<"call/end">> = {}): EventOf<"call/end"> {
  const figures = { attempts: 1, gateMs: 0.5, handlerMs: 2, outputBytes: 34 };
  return { ...NESTED, type: "call/end", at, outcome: "succeeded", ...figures, ...parts };
}

/** A `cell/begin` with likely values. */
export function cellBegin(at: number, parts: Partial<EventOf<"cell/begin">> = {}): EventOf<"cell/begin"> {
  return { type: "cell/begin", at, sessionId: "s1", cellId: "1", sourceBytes: 56, ...parts };
}

/** A `cell/end` with likely values. */
export function cellEnd(at: number, parts: Partial<EventOf<"cell/end">> = {}): EventOf<"cell/end"> {
  return { type: "cell/end", at, sessionId: "s1", cellId: "1", status: "completed", calls: 1, cpuMs: 3, ...parts };
}

/** One event of each type. */
export const ONE_OF_EACH: readonly HostEvent[] = [
  { type: "tool/dropped", source: "files", namespace: "mcp__files", name: "odd", reason: "no schema" },
  { type: "tools/changed", at: 4, source: "mcp:files" },
  { type: "step/planned", at: 5, sessionId: "s1", stepId: "s1.1", tools: 9, listed: 7, ms: 1.25 },
  callBegin(10, DIRECT),
  cellBegin(11),
  callBegin(12),
  {
    ...NESTED,
    type: "hook/run",
    at: 13,
    event: "before",
    hook: "audit",
    decision: "rewrite",
    ms: 0.5,
    detail: "a -> b",
  },
  { ...NESTED, type: "approval/decided", at: 14, answer: "allow-for-session", by: "asked", ms: 900 },
  { ...NESTED, type: "call/progress", at: 14, progress: 3, total: 10, message: "reading" },
  { ...NESTED, type: "call/bad-result", at: 15, problem: "$.a: expected a string" },
  callEnd(16, { outcome: "failed", message: "no such file", attempts: 2 }),
  cellEnd(17),
  callEnd(18, DIRECT),
  { type: "server/ready", at: 18, server: "files", tools: 3, ms: 120 },
  { type: "server/failed", at: 18, server: "mail", during: "work", message: "ended", retryMs: 500 },
  { type: "server/log", at: 18, server: "files", level: "info", logger: "disk", message: "scanned" },
  { type: "server/elicitation", at: 18, server: "files", kind: "form", action: "cancel", ms: 50, detail: "no name" },
];
