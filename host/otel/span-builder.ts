import { context, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { Context, HrTime, Link, Span, SpanContext, Tracer } from "@opentelemetry/api";
import type { HostEvent } from "../events/events.ts";
import {
  approvalAttributes,
  callAttributes,
  callEndAttributes,
  cellAttributes,
  cellEndAttributes,
  cut,
  fullName,
  hookAttributes,
  stepAttributes,
} from "./attributes.ts";
import { PendingExecs } from "./pending-execs.ts";

// The one file that imports the package hands on what others need of it.
export type { Tracer } from "@opentelemetry/api";

type EventOf<T extends HostEvent["type"]> = Extract<HostEvent, { readonly type: T }>;

/** Spans kept open at once; calls beyond it get none. */
const MAX_OPEN = 50_000;
/** Steps whose spans later calls are linked to. */
const MAX_STEPS = 1_000;

/** A tracer of the global provider, also of one that is registered later. */
export function tracerOf(name: string, version: string): Tracer {
  return trace.getTracer(name, version);
}

/** Makes spans of a host's events. */
export class SpanBuilder {
  readonly #tracer: Tracer;
  readonly #calls: Map<string, Span> = new Map();
  readonly #cells: Map<string, Span> = new Map();
  readonly #steps: Map<string, SpanContext> = new Map();
  readonly #execs: PendingExecs = new PendingExecs();

  constructor(tracer: Tracer) {
    this.#tracer = tracer;
  }

  add(event: HostEvent): void {
    switch (event.type) {
      case "step/planned":
        this.#step(event);
        break;
      case "call/begin":
        this.#callBegin(event);
        break;
      case "call/end":
        this.#callEnd(event);
        break;
      case "cell/begin":
        this.#cellBegin(event);
        break;
      case "cell/end":
        this.#cellEnd(event);
        break;
      case "hook/run":
        this.#calls.get(callKey(event))?.addEvent("isocell.hook", hookAttributes(event), timeOf(event.at));
        break;
      case "approval/decided":
        this.#calls.get(callKey(event))?.addEvent("isocell.approval", approvalAttributes(event), timeOf(event.at));
        break;
      case "call/bad-result": {
        const attributes = { "isocell.bad_result.problem": cut(event.problem) };
        this.#calls.get(callKey(event))?.addEvent("isocell.bad_result", attributes, timeOf(event.at));
        break;
      }
      case "call/progress":
        // Of no use once the call has ended, which is when a span is looked at.
        break;
      case "server/ready":
      case "server/failed":
      case "server/log":
      case "server/elicitation":
      case "tool/dropped":
      case "tools/changed":
        // No span could carry it: servers and the tools they bring belong to no session.
        break;
    }
  }

  /** Ends what is under way, marked as unfinished. */
  end(at: number): void {
    for (const open of [this.#calls, this.#cells]) {
      for (const span of open.values()) span.setAttribute("isocell.unfinished", true).end(timeOf(at));
      open.clear();
    }
  }

  #step(event: EventOf<"step/planned">): void {
    const startTime = timeOf(event.at - event.ms);
    const span = this.#tracer.startSpan("isocell.step", { startTime, attributes: stepAttributes(event) });
    span.end(timeOf(event.at));
    this.#steps.set(stepKey(event), span.spanContext());
    const [oldest] = this.#steps.keys();
    if (this.#steps.size > MAX_STEPS && oldest !== undefined) this.#steps.delete(oldest);
  }

  #callBegin(event: EventOf<"call/begin">): void {
    const key = callKey(event);
    if (this.#calls.size >= MAX_OPEN || this.#calls.has(key)) return;
    const { source, sessionId } = event;
    const cell = source.kind === "cell" ? this.#cells.get(keyOf(sessionId, source.cellId)) : undefined;
    const step = this.#steps.get(stepKey(event));
    const links: Link[] = step === undefined ? [] : [{ context: step }];
    const span = this.#tracer.startSpan(
      `execute_tool ${fullName(event.namespace, event.name)}`,
      { kind: SpanKind.INTERNAL, startTime: timeOf(event.at), attributes: callAttributes(event), links },
      under(cell),
    );
    this.#calls.set(key, span);
    this.#execs.began(event);
  }

  #callEnd(event: EventOf<"call/end">): void {
    const key = callKey(event);
    const span = this.#calls.get(key);
    this.#execs.ended(event.sessionId, event.callId);
    if (span === undefined) return;
    this.#calls.delete(key);
    span.setAttributes(callEndAttributes(event));
    const { outcome, message = outcome } = event;
    if (outcome !== "succeeded") span.setStatus({ code: SpanStatusCode.ERROR, message: cut(message) });
    // A denial or a cancellation is somebody's decision; only these are exceptions.
    if (outcome === "failed" || outcome === "fatal") {
      span.recordException({ name: outcome, message: cut(message) }, timeOf(event.at));
    }
    span.end(timeOf(event.at));
  }

  #cellBegin(event: EventOf<"cell/begin">): void {
    const key = keyOf(event.sessionId, event.cellId);
    const exec = this.#execs.claim(event);
    if (this.#cells.size >= MAX_OPEN || this.#cells.has(key)) return;
    const parent = exec === undefined ? undefined : this.#calls.get(keyOf(event.sessionId, exec));
    const startTime = timeOf(event.at);
    const options = { kind: SpanKind.INTERNAL, startTime, attributes: cellAttributes(event) };
    this.#cells.set(key, this.#tracer.startSpan("isocell.cell", options, under(parent)));
  }

  #cellEnd(event: EventOf<"cell/end">): void {
    const key = keyOf(event.sessionId, event.cellId);
    const span = this.#cells.get(key);
    if (span === undefined) return;
    this.#cells.delete(key);
    span.setAttributes(cellEndAttributes(event));
    if (event.status === "failed") {
      const code = event.code ?? "failed";
      span.setStatus({ code: SpanStatusCode.ERROR, message: code });
      span.recordException({ name: code, message: `The cell failed: ${code}` }, timeOf(event.at));
    }
    span.end(timeOf(event.at));
  }
}

/** What a span is a child of: another span of ours, else whatever is active where the event happens. */
function under(parent: Span | undefined): Context {
  const active = context.active();
  return parent === undefined ? active : trace.setSpan(active, parent);
}

/** A time of `performance.now()` as seconds and nanoseconds since 1970: a plain number would be taken for either. */
function timeOf(at: number): HrTime {
  // Added in parts, since the sum in milliseconds has no digits left for nanoseconds.
  const origin = performance.timeOrigin;
  const wholeMs = Math.floor(origin) + Math.floor(at);
  const nanoseconds = Math.round((origin - Math.floor(origin) + (at - Math.floor(at))) * 1e6);
  const seconds = Math.floor(wholeMs / 1_000);
  const rest = (wholeMs - seconds * 1_000) * 1e6 + nanoseconds;
  return rest < 1e9 ? [seconds, rest] : [seconds + Math.floor(rest / 1e9), rest % 1e9];
}

function callKey({ sessionId, callId }: { readonly sessionId: string; readonly callId: string }): string {
  return keyOf(sessionId, callId);
}

function stepKey({ sessionId, stepId }: { readonly sessionId: string; readonly stepId: string }): string {
  return keyOf(sessionId, stepId);
}

function keyOf(sessionId: string, id: string): string {
  return `${sessionId}\0${id}`;
}
