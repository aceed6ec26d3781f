export { createHost, Host } from "./host.ts";
export { Session } from "./session.ts";
export { Step } from "./step/step.ts";
export type { StepCall, StepCallOptions, StepOutput } from "./step/step.ts";
export { Turn } from "./turn/turn.ts";
export type { TurnOutput } from "./turn/turn.ts";
export { loadHooks } from "./hooks/index.ts";
export type {
  AfterAnswer,
  BeforeAnswer,
  FunctionHook,
  HookCall,
  HookSource,
  HooksConfig,
  LoadedHooks,
} from "./hooks/index.ts";
export type { ApprovalAnswer, ApprovalCall } from "./approvals/contract.ts";
export type {
  Elicit,
  Elicitation,
  Elicited,
  FormField,
  FormFieldKind,
  FormOption,
  FormValue,
} from "./approvals/elicitation/contract.ts";
export type { ApprovalOptions, ApprovalPolicy, ApprovalQuestion, Ask } from "./approvals/options.ts";
export { describeDeferredNamespaces } from "./discovery/deferred.ts";
export type { FoundCall, ScriptSearchAnswer, ToolSearchAnswer } from "./discovery/tool-search.ts";
export { dynamicTools } from "./step/plan/dynamic/dynamic-tools.ts";
export type {
  CallDynamicTool,
  DynamicCall,
  DynamicDefinition,
  DynamicFunction,
  DynamicNamespace,
} from "./step/plan/dynamic/dynamic-tools.ts";
export type { BuiltinOptions, BuiltinTools } from "./builtins/options.ts";
export type { ListedSpec, PlanIdentity, PlanSettings, StepPlan } from "./step/plan/types.ts";
export type { OutputStoreOptions } from "./outputs/output-store.ts";
export type {
  HostOptions,
  Mode,
  PoolOptions,
  RunOptions,
  SessionOptions,
  StepOptions,
  WaitOptions,
} from "./options.ts";
export type {
  CommonServerConfig,
  HttpServerConfig,
  OAuthClientConfig,
  McpServerConfig,
  ServerToolConfig,
  StdioServerConfig,
} from "./mcp/server-config.ts";
export type { ServerState, ServerStatus } from "./mcp/life/status.ts";
export type { McpLogLevel, McpOptions } from "./mcp/options.ts";
export type { Prompt, PromptArgument, PromptEntry } from "./mcp/resources/prompts.ts";
export type { ResourceEntry, ResourceTemplateEntry } from "./mcp/resources/entries.ts";
export type { CallRecord, CellError, CellTiming, Outcome } from "./outcome.ts";
export { CHANNELS } from "./events/channels.ts";
export type { ChannelDescription, ChannelName } from "./events/channels.ts";
export type { EventSource, Subscribe } from "./events/emitter.ts";
export type { CallIdentity, CallOutcome, EventSink, HostEvent } from "./events/events.ts";
export { createTraceWriter } from "./trace/trace-writer.ts";
export type { TraceSummary, TraceWriter } from "./trace/trace-writer.ts";
export { DEFAULT_LIMITS, ERROR_CODES, IsocellError, LIMITS } from "../protocol/index.ts";
export type { CallerErrorCode, ErrorCode, LimitName, Limits, OutcomeErrorCode } from "../protocol/index.ts";
export { ConfinementDenied, defineTool, NothingDone } from "../tools/index.ts";
export type {
  ApprovalMode,
  ApprovalNeed,
  BuiltinCallbacks,
  BuiltinName,
  Callback,
  CallbackCall,
  CallContext,
  CallSite,
  CallSource,
  ContentItem,
  ContextRemaining,
  CustomToolSpec,
  EarlierCall,
  Exposure,
  FunctionToolSpec,
  Goal,
  HookView,
  JsonSchema,
  PermissionGrant,
  PermissionRequest,
  PermissionSet,
  PlanUpdate,
  PluginAnswer,
  PluginEntry,
  PluginRequest,
  RetryPolicy,
  SearchView,
  ToolAnnotations,
  ToolExecutor,
  ToolKind,
  ToolOutput,
  ToolProgress,
  ToolResult,
  ToolSpec,
  UncutText,
  UserAnswers,
  UserQuestion,
} from "../tools/index.ts";
