export type {
  CallContext,
  CallSource,
  ContentItem,
  ToolExecutor,
  ToolOutput,
  ToolProgress,
  ToolResult,
} from "./contract/executor.ts";
export { EXPOSURES, isListed, isNested } from "./contract/spec.ts";
export type { CustomToolSpec, Exposure, FunctionToolSpec, JsonSchema, ToolKind, ToolSpec } from "./contract/spec.ts";
