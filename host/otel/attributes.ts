import { displayName } from "../events/display-name.ts";
import type { HostEvent } from "../events/events.ts";

/** Attributes of a span or of an event on it. */
export type Attributes = Record<string, string | number>;

type EventOf<T extends HostEvent["type"]> = Extract<HostEvent, { readonly type: T }>;

/** Longest text that is handed on; of a tool's error, for example, in UTF-16 units. */
const MAX_TEXT = 4_096;

/**
 * Of a call when it begins. Names by the semantic conventions for generative AI (the span of `execute_tool`) where they
 * have one, `isocell.…` where they have none. A session is a conversation.
 */
export function callAttributes(event: EventOf<"call/begin">): Attributes {
  const { sessionId, stepId, callId, namespace, name, source, exposure, inputBytes } = event;
  return {
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": fullName(namespace, name),
    "gen_ai.tool.call.id": cut(callId),
    "gen_ai.tool.type": "function",
    "gen_ai.conversation.id": cut(sessionId),
    "isocell.step.id": cut(stepId),
    "isocell.call.source": source.kind,
    ...(source.kind === "cell" ? { "isocell.cell.id": cut(source.cellId) } : {}),
    ...(exposure === null ? {} : { "isocell.tool.exposure": exposure }),
    "isocell.call.input_bytes": inputBytes,
  };
}

/** Of a call when it ends. */
export function callEndAttributes(event: EventOf<"call/end">): Attributes {
  const { outcome, attempts, gateMs, handlerMs, outputBytes } = event;
  return {
    "isocell.call.outcome": outcome,
    "isocell.call.attempts": attempts,
    "isocell.call.gate_ms": gateMs,
    "isocell.call.handler_ms": handlerMs,
    "isocell.call.output_bytes": outputBytes,
    ...(outcome === "succeeded" ? {} : { "error.type": outcome }),
  };
}

/** Of a cell when it begins. */
export function cellAttributes({ sessionId, cellId, sourceBytes }: EventOf<"cell/begin">): Attributes {
  return {
    "gen_ai.conversation.id": cut(sessionId),
    "isocell.cell.id": cut(cellId),
    "isocell.cell.source_bytes": sourceBytes,
  };
}

/** Of a cell when it ends. */
export function cellEndAttributes({ status, code, calls, cpuMs }: EventOf<"cell/end">): Attributes {
  return {
    "isocell.cell.status": status,
    "isocell.cell.calls": calls,
    "isocell.cell.cpu_ms": cpuMs,
    ...(status === "failed" ? { "error.type": code ?? "failed" } : {}),
  };
}

/** Of a step. */
export function stepAttributes({ sessionId, stepId, tools, listed }: EventOf<"step/planned">): Attributes {
  return {
    "gen_ai.conversation.id": cut(sessionId),
    "isocell.step.id": cut(stepId),
    "isocell.step.tools": tools,
    "isocell.step.listed": listed,
  };
}

/** Of a hook that looked at a call. */
export function hookAttributes({ event, hook, decision, ms, detail }: EventOf<"hook/run">): Attributes {
  return {
    "isocell.hook.event": event,
    "isocell.hook.name": cut(hook),
    "isocell.hook.decision": decision,
    "isocell.hook.ms": ms,
    ...(detail === undefined ? {} : { "isocell.hook.detail": cut(detail) }),
  };
}

/** Of an approval or a denial. */
export function approvalAttributes({ answer, by, ms }: EventOf<"approval/decided">): Attributes {
  return { "isocell.approval.answer": answer, "isocell.approval.by": by, "isocell.approval.ms": ms };
}

/** A tool's name as spans give it. */
export function fullName(namespace: string, name: string): string {
  return cut(displayName(namespace, name));
}

/** A text of a length that exporters can bear. */
export function cut(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}… (${text.length - MAX_TEXT} more)`;
}
