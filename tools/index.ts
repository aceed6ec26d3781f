export type {
  ApprovalMode,
  ApprovalNeed,
  HookView,
  RetryPolicy,
  SearchView,
  ToolAnnotations,
} from "./contract/annotations.ts";
export { ConfinementDenied, NothingDone } from "./contract/executor.ts";
export type {
  CallContext,
  CallSite,
  CallSource,
  ContentItem,
  EarlierCall,
  ToolExecutor,
  ToolOutput,
  ToolProgress,
  ToolResult,
  UncutText,
} from "./contract/executor.ts";
export { EXPOSURES, isListed, isNested } from "./contract/spec.ts";
export type {
  AdvertisedSpec,
  CustomToolSpec,
  Exposure,
  FunctionToolSpec,
  HostedToolSpec,
  ImageGenerationSpec,
  JsonSchema,
  NamespaceSpec,
  ToolKind,
  ToolSearchSpec,
  ToolSpec,
  WebSearchSpec,
} from "./contract/spec.ts";
export { isStandardSchema, standardToJsonSchema } from "./contract/standard-schema.ts";
export type {
  StandardInput,
  StandardIssue,
  StandardOutput,
  StandardResult,
  StandardSchema,
} from "./contract/standard-schema.ts";

export { describeType, JsonSyntaxError, parseJson } from "./arguments/positioned-json.ts";
export type { PositionedValue } from "./arguments/positioned-json.ts";
export {
  flag as readFlag,
  nullable as readNullable,
  optional as readOptional,
  readArguments,
  struct as readStruct,
  text as readText,
  whole as readWhole,
} from "./arguments/readers.ts";

export { BUILTIN_GROUPS, BUILTIN_NAMES, builtinSettings } from "./builtin/table.ts";
export type { BuiltinGroup, BuiltinName, BuiltinSettings, CommandSettings, MadeTools } from "./builtin/table.ts";
export type {
  BuiltinCallbacks,
  Callback,
  CallbackCall,
  ContextRemaining,
  Goal,
  PermissionGrant,
  PermissionRequest,
  PermissionSet,
  PlanUpdate,
  PluginAnswer,
  PluginEntry,
  PluginRequest,
  UserAnswers,
  UserQuestion,
} from "./builtin/callbacks/callbacks.ts";

export { defineTool } from "./define/define-tool.ts";
export type {
  CustomToolDefinition,
  FunctionToolDefinition,
  StandardToolDefinition,
  ToolDefinitionBase,
} from "./define/definition.ts";

export { DEFAULT_NAMESPACE, flatToolName, toIdentifier } from "./names/identifier.ts";
export { mcpServerIdentity, withHashSuffix } from "./names/hash-suffix.ts";
export { fitsNameLimit, fullMcpNames, isMcpServerName, nameMcpTools } from "./names/mcp-names.ts";
export type { McpFullName, McpNamespace, McpToolName } from "./names/mcp-names.ts";
export { compareBytewise } from "./names/byte-order.ts";
export { nearestNames } from "./names/nearest-names.ts";

export { groupSpecs } from "./advertised/group-specs.ts";
export type { GroupedSpecs, NamespaceConflict } from "./advertised/group-specs.ts";

export { toAiSdkTools } from "./renderings/ai-sdk.ts";
export type { AiSdkSchema, AiSdkTool, AiSdkTools } from "./renderings/ai-sdk.ts";
export { toAnthropicTools } from "./renderings/anthropic.ts";
export type { AnthropicTool, AnthropicTools } from "./renderings/anthropic.ts";
export type { CallTarget, ModelCall } from "./renderings/call.ts";
export { toMcpTools } from "./renderings/mcp.ts";
export type { McpTool, McpTools, McpToolSource } from "./renderings/mcp.ts";
export type { ObjectSchema } from "./renderings/object-schema.ts";
export { toOpenAiLiteTools, toOpenAiTools } from "./renderings/openai.ts";
export type { OpenAiLiteTools, OpenAiOptions, OpenAiResolve, OpenAiTools } from "./renderings/openai.ts";
export { toOpenAiChatTools, toOpenAiFunctionTools } from "./renderings/openai-functions.ts";
export type { OpenAiChatOptions, OpenAiChatTools, OpenAiFunctionTools } from "./renderings/openai-functions.ts";
export type {
  OpenAiAdditionalTools,
  OpenAiChatTool,
  OpenAiCustom,
  OpenAiFunction,
  OpenAiImageGeneration,
  OpenAiNamespace,
  OpenAiTool,
  OpenAiToolSearch,
  OpenAiWebSearch,
} from "./renderings/openai-types.ts";

export { isJsonObject, own } from "./schema/json-object.ts";
export { DEFAULT_SCHEMA_MAX_BYTES, normalizeToolSchema } from "./schema/normalize.ts";
export type { NormalizedSchema } from "./schema/normalize.ts";

export {
  callToolResultSchema,
  isCallToolResultSchema,
  structuredContentSchema,
} from "./declarations/call-tool-result.ts";
export { declarationOf, declareTool, describeNestedTool, usesMcpTypes } from "./declarations/declare-tool.ts";
export { MCP_TYPES_PREAMBLE } from "./declarations/mcp-types.ts";
export { schemaToTypeScript } from "./declarations/schema-to-typescript.ts";

export { cutMiddle, truncateMiddle } from "./truncation/cut-middle.ts";
export type { TextBudget } from "./truncation/cut-middle.ts";
export { approximateTokens, BYTES_PER_TOKEN, countLines } from "./truncation/text-size.ts";
export { truncateContent, truncateItems } from "./truncation/truncate-content.ts";

export { compileValidator } from "./validation/compile-validator.ts";
export type { Validator } from "./validation/compile-validator.ts";
export { validateStandard } from "./validation/validate-standard.ts";
export type { StandardValidation } from "./validation/validate-standard.ts";
