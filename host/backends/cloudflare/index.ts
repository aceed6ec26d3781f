export { createExecutor, IsocellExecutor } from "./executor.ts";
export type { IsocellExecutorOptions } from "./executor.ts";
export type { ExecuteOptions, ExecuteResult, Executor, ResolvedProvider } from "./codemode.ts";
