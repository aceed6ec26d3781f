export type { AfterDecision, BeforeDecision, HookCall, HookReport, Hooks } from "./contract.ts";
export type {
  AfterAnswer,
  BeforeAnswer,
  CommandHandler,
  ConfiguredHandler,
  FunctionHook,
  HookSource,
  HooksConfig,
  HooksOptions,
  LoadedHooks,
  McpToolHandler,
  McpToolRunner,
} from "./sources.ts";
export { createHooks } from "./create-hooks.ts";
export { loadHooks } from "./config/load-hooks.ts";
export { parseHooks } from "./config/parse-hooks.ts";
