export { forAiSdk } from "./tool-set.ts";
export type { AiSdkStep, ToolSetOutput } from "./tool-set.ts";
