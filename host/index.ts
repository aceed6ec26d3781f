export { createHost, Host } from "./host.ts";
export { Session } from "./session.ts";
export { Step } from "./step/step.ts";
export type { StepCall, StepCallOptions, StepOutput } from "./step/step.ts";
export { Turn } from "./turn/turn.ts";
export type { TurnOutput } from "./turn/turn.ts";
export { loadHooks } from "./hooks/index.ts";
export type { FunctionHook, HookCall, HookSource, HooksConfig } from "./hooks/index.ts";
export type {
  HostOptions,
  Mode,
  PoolOptions,
  RunOptions,
  SessionOptions,
  StdioServerConfig,
  WaitOptions,
} from "./options.ts";
export type { CallRecord, CellError, CellTiming, Outcome } from "./outcome.ts";
export { CHANNELS } from "./events/channels.ts";
export type { ChannelDescription, ChannelName } from "./events/channels.ts";
export type { EventSource, Subscribe } from "./events/emitter.ts";
export type { CallIdentity, CallOutcome, EventSink, HostEvent } from "./events/events.ts";
export { createTraceWriter } from "./trace/trace-writer.ts";
export type { TraceSummary, TraceWriter } from "./trace/trace-writer.ts";
export { DEFAULT_LIMITS, ERROR_CODES, IsocellError, LIMITS } from "../protocol/index.ts";
export type { CallerErrorCode, ErrorCode, LimitName, Limits, OutcomeErrorCode } from "../protocol/index.ts";
export { defineTool } from "../tools/index.ts";
export type {
  CallContext,
  CallSource,
  ContentItem,
  CustomToolSpec,
  Exposure,
  FunctionToolSpec,
  JsonSchema,
  ToolExecutor,
  ToolKind,
  ToolOutput,
  ToolProgress,
  ToolResult,
  ToolSpec,
} from "../tools/index.ts";
