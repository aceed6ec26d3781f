export { traceHost } from "./trace-host.ts";
export type { TraceHostOptions } from "./trace-host.ts";
