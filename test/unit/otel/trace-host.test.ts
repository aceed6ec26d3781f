import { AsyncLocalStorage } from "node:async_hooks";
import { context, ROOT_CONTEXT, SpanStatusCode, trace } from "@opentelemetry/api";
import type { Context, ContextManager, HrTime } from "@opentelemetry/api";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import type { ReadableSpan } from "@opentelemetry/sdk-trace-base";
import { describe, expect, onTestFinished, test } from "vitest";
import { Emitter } from "../../../host/events/emitter.ts";
import type { HostEvent } from "../../../host/events/events.ts";
import { traceHost } from "../../../host/otel/index.ts";
import { callBegin, callEnd, cellBegin, cellEnd, DIRECT, NESTED, ONE_OF_EACH } from "../events/sample-events.ts";

interface Traced {
  readonly emit: (...events: readonly HostEvent[]) => void;
  readonly stop: () => void;
  readonly spans: () => readonly ReadableSpan[];
  readonly emitter: Emitter;
  readonly provider: BasicTracerProvider;
}

/** An emitter whose events become spans that a test can look at. */
function traced(): Traced {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const emitter = new Emitter();
  const stop = traceHost(emitter, { tracer: provider.getTracer("test") });
  onTestFinished(stop);
  const emit = (...events: readonly HostEvent[]): void => events.forEach((event) => emitter.emit(event));
  return { emit, stop, spans: () => exporter.getFinishedSpans(), emitter, provider };
}

/** Milliseconds of `performance.now()`, to the microsecond. */
function at([seconds, nanoseconds]: HrTime): number {
  return Math.round((seconds * 1e3 - performance.timeOrigin + nanoseconds / 1e6) * 1e3) / 1e3;
}

/** A span for comparison, with its parent's name. */
function shown(span: ReadableSpan, all: readonly ReadableSpan[]): Readonly<Record<string, unknown>> {
  const parent = all.find((other) => other.spanContext().spanId === span.parentSpanContext?.spanId);
  return { name: span.name, parent: parent?.name, from: at(span.startTime), to: at(span.endTime) };
}

function byName(all: readonly ReadableSpan[], name: string): ReadableSpan {
  const found = all.find((span) => span.name === name);
  if (found === undefined) throw new Error(`no span ${name} among ${all.map((span) => span.name).join(", ")}`);
  return found;
}

describe("Spans of a host", () => {
  test("are its step, direct call, cell and nested call, each under the one that caused it, at the events' times", () => {
    const { emit, spans } = traced();
    emit(...ONE_OF_EACH);
    const all = spans();
    expect(all.map((span) => shown(span, all))).toEqual([
      { name: "isocell.step", parent: undefined, from: 3.75, to: 5 },
      { name: "execute_tool mcp__files__read", parent: "isocell.cell", from: 12, to: 16 },
      { name: "isocell.cell", parent: "execute_tool exec", from: 11, to: 17 },
      { name: "execute_tool exec", parent: undefined, from: 10, to: 18 },
    ]);
    const step = byName(all, "isocell.step").spanContext();
    expect(byName(all, "execute_tool exec").links.map((link) => link.context.spanId)).toEqual([step.spanId]);
  });

  test("carry the attributes of the conventions, and ours where there are none", () => {
    const { emit, spans } = traced();
    emit(...ONE_OF_EACH);
    const all = spans();
    expect(byName(all, "execute_tool mcp__files__read").attributes).toEqual({
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": "mcp__files__read",
      "gen_ai.tool.call.id": "exec-1",
      "gen_ai.tool.type": "function",
      "gen_ai.conversation.id": "s1",
      "error.type": "failed",
      "isocell.step.id": "s1.1",
      "isocell.call.source": "cell",
      "isocell.cell.id": "1",
      "isocell.tool.exposure": "direct",
      "isocell.call.input_bytes": 12,
      "isocell.call.outcome": "failed",
      "isocell.call.attempts": 2,
      "isocell.call.gate_ms": 0.5,
      "isocell.call.handler_ms": 2,
      "isocell.call.output_bytes": 34,
    });
    expect(byName(all, "isocell.cell").attributes).toEqual({
      "gen_ai.conversation.id": "s1",
      "isocell.cell.id": "1",
      "isocell.cell.source_bytes": 56,
      "isocell.cell.status": "completed",
      "isocell.cell.calls": 1,
      "isocell.cell.cpu_ms": 3,
    });
    expect(byName(all, "isocell.step").attributes).toEqual({
      "gen_ai.conversation.id": "s1",
      "isocell.step.id": "s1.1",
      "isocell.step.tools": 9,
      "isocell.step.listed": 7,
    });
  });

  test("have hooks, approvals, bad results and the exception as events", () => {
    const { emit, spans } = traced();
    emit(...ONE_OF_EACH);
    const { events, status } = byName(spans(), "execute_tool mcp__files__read");
    expect(status).toEqual({ code: SpanStatusCode.ERROR, message: "no such file" });
    expect(events.map(({ name, attributes, time }) => ({ name, attributes, at: at(time) }))).toEqual([
      {
        name: "isocell.hook",
        at: 13,
        attributes: {
          "isocell.hook.event": "before",
          "isocell.hook.name": "audit",
          "isocell.hook.decision": "rewrite",
          "isocell.hook.ms": 0.5,
          "isocell.hook.detail": "a -> b",
        },
      },
      {
        name: "isocell.approval",
        at: 14,
        attributes: {
          "isocell.approval.answer": "allow-for-session",
          "isocell.approval.by": "asked",
          "isocell.approval.ms": 900,
        },
      },
      {
        name: "isocell.bad_result",
        at: 15,
        attributes: { "isocell.bad_result.problem": "$.a: expected a string" },
      },
      {
        name: "exception",
        at: 16,
        attributes: { "exception.type": "failed", "exception.message": "no such file" },
      },
    ]);
  });

  test.each([
    ["succeeded", SpanStatusCode.UNSET, undefined, 0],
    ["failed", SpanStatusCode.ERROR, "failed", 1],
    ["fatal", SpanStatusCode.ERROR, "fatal", 1],
    ["denied", SpanStatusCode.ERROR, "denied", 0],
    ["cancelled", SpanStatusCode.ERROR, "cancelled", 0],
  ] as const)(
    "of a call that %s have the status, error.type and exceptions that belong to it",
    (outcome, code, type, exceptions) => {
      const { emit, spans } = traced();
      emit(callBegin(1), callEnd(2, { outcome }));
      const [span] = spans();
      const shownStatus = {
        code: span?.status.code,
        type: span?.attributes["error.type"],
        exceptions: span?.events.length,
      };
      expect(shownStatus).toEqual({ code, type, exceptions });
    },
  );

  test("of a cell that failed say why, and of one that was terminated that it was no failure", () => {
    const { emit, spans } = traced();
    emit(cellBegin(1), cellEnd(2, { status: "failed", code: "memory" }));
    emit(cellBegin(3, { cellId: "2" }), cellEnd(4, { cellId: "2", status: "terminated" }));
    expect(spans().map(({ status, attributes }) => [status.code, attributes["error.type"]])).toEqual([
      [SpanStatusCode.ERROR, "memory"],
      [SpanStatusCode.UNSET, undefined],
    ]);
  });

  test("keep calls of other sessions and cells with the same ids apart", () => {
    const { emit, spans } = traced();
    const other = { sessionId: "s2" };
    emit(cellBegin(1), cellBegin(2, other), callBegin(3), callBegin(4, other));
    emit(callEnd(5), callEnd(6, other), cellEnd(7), cellEnd(8, other));
    const all = spans();
    const parents = all.slice(0, 2).map((span) => span.parentSpanContext?.spanId);
    expect(parents).toEqual(all.slice(2).map((span) => span.spanContext().spanId));
  });

  test("put a cell under the exec call that its event names, or under the oldest one without a cell, or under none", () => {
    const { emit, spans } = traced();
    const exec = (callId: string): HostEvent => callBegin(1, { ...DIRECT, callId });
    emit(exec("a"), exec("b"), exec("c"), callBegin(1, { ...DIRECT, callId: "wait", name: "wait" }));
    emit(cellBegin(2, { cellId: "named", callId: "b" }), cellBegin(3, { cellId: "oldest" }));
    emit(callEnd(4, { ...DIRECT, callId: "c" }), cellBegin(5, { cellId: "none" }));
    for (const callId of ["a", "b", "wait"]) emit(callEnd(6, { ...DIRECT, callId }));
    for (const cellId of ["named", "oldest", "none"]) emit(cellEnd(7, { cellId }));
    const all = spans();
    const callOf = (cellId: string): unknown => {
      const cell = all.find((span) => span.attributes["isocell.cell.id"] === cellId);
      const parent = all.find((span) => span.spanContext().spanId === cell?.parentSpanContext?.spanId);
      return parent?.attributes["gen_ai.tool.call.id"];
    };
    expect([callOf("named"), callOf("oldest"), callOf("none")]).toEqual(["b", "a", undefined]);
  });

  test("under way when tracing ends are ended and marked; nothing is traced afterwards", () => {
    const { emit, stop, spans, emitter } = traced();
    emit(cellBegin(1), callBegin(2));
    stop();
    stop();
    emit(callEnd(3), cellEnd(4), callBegin(5));
    expect(spans().map(({ name, attributes }) => [name, attributes["isocell.unfinished"]])).toEqual([
      ["execute_tool mcp__files__read", true],
      ["isocell.cell", true],
    ]);
    expect(emitter.active).toBe(false);
  });

  test("ignore ends and marks of what they do not know", () => {
    const { emit, spans } = traced();
    emit(callEnd(1), cellEnd(2), { ...NESTED, type: "call/bad-result", at: 3, problem: "" });
    expect(spans()).toEqual([]);
  });

  test("are children of the span that is active where the embedder calls, and use the global provider by default", () => {
    const { provider, spans } = traced();
    trace.setGlobalTracerProvider(provider);
    context.setGlobalContextManager(new LocalContexts());
    onTestFinished(() => {
      trace.disable();
      context.disable();
    });
    const emitter = new Emitter();
    // A function that registers observers does as well as a host.
    const stop = traceHost((sink) => emitter.subscribe(sink));
    const agent = provider.getTracer("agent").startSpan("invoke_agent");
    context.with(trace.setSpan(ROOT_CONTEXT, agent), () => {
      emitter.emit(callBegin(1, DIRECT));
    });
    emitter.emit(callEnd(2, DIRECT));
    agent.end();
    stop();
    const all = spans();
    expect(all.map((span) => shown(span, all)["parent"])).toEqual(["invoke_agent", undefined]);
    expect(all[0]?.instrumentationScope.name).toBe("isocell");
  });
});

/** What an SDK for Node registers, in its simplest form. */
class LocalContexts implements ContextManager {
  readonly #storage = new AsyncLocalStorage<Context>();
  active(): Context {
    return this.#storage.getStore() ?? ROOT_CONTEXT;
  }
  with: ContextManager["with"] = (active, run, self, ...args) =>
    this.#storage.run(active, () => run.call(self, ...args));
  bind: ContextManager["bind"] = (_context, target) => target;
  enable(): this {
    return this;
  }
  disable(): this {
    return this;
  }
}
