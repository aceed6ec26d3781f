import { subscribe } from "node:diagnostics_channel";
import { createHost, createTraceWriter } from "isocell";
import type { HostEvent } from "isocell";
import { traceHost } from "isocell/otel";

// All hosts of this process, from anywhere in it.
subscribe("isocell:call", (message) => {
  const event = message as HostEvent;
  if (event.type === "call/end" && event.outcome !== "succeeded") console.log(event.name, event.outcome);
});

// One host: events to a file for `isocell trace`, and spans for OpenTelemetry.
const trace = createTraceWriter("trace.jsonl");
const host = await createHost({ onEvent: trace.write });
const stopTracing = traceHost(host);
try {
  await host.openSession().run("text('hello')", { yieldTimeMs: null });
} finally {
  await host.close();
  stopTracing();
  await trace.close();
}
