import type { EventSource, Subscribe } from "../events/emitter.ts";
import type { EventSink } from "../events/events.ts";
import { packageVersion } from "../version.ts";
import { SpanBuilder, tracerOf } from "./span-builder.ts";
import type { Tracer } from "./span-builder.ts";

/** Options of {@link traceHost}. */
export interface TraceHostOptions {
  /** Default: the global tracer provider's, under the name `isocell`. */
  readonly tracer?: Tracer;
}

/**
 * Makes OpenTelemetry spans of what happens in a host: one for each step (the time its planning took), call, and cell.
 * A call made by a script is a child of its cell's span, a cell a child of the span of the `exec` call that submitted
 * it; all others are children of the span that is active in the embedder's code. Calls are linked to their step's span.
 * Hooks, approvals and bad results are events on a call's span.
 *
 * @param source a host, or a function that registers an observer of events.
 * @returns a function that ends it, and with it the spans of what is under way; it may be called twice.
 */
export function traceHost(source: EventSource | Subscribe, options: TraceHostOptions = {}): () => void {
  const builder = new SpanBuilder(options.tracer ?? tracerOf("isocell", packageVersion()));
  const sink: EventSink = (event) => builder.add(event);
  const unsubscribe = typeof source === "function" ? source(sink) : source.subscribe(sink);
  let stopped = false;
  return () => {
    if (stopped) return;
    stopped = true;
    unsubscribe();
    builder.end(performance.now());
  };
}
