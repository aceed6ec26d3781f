export type { HookCall } from "./contract.ts";
export type { AfterAnswer, BeforeAnswer, FunctionHook, HookSource, HooksConfig, LoadedHooks } from "./sources.ts";
export { createHooks } from "./create-hooks.ts";
export { loadHooks } from "./config/load-hooks.ts";
