export { loadConfig } from "./load-config.ts";
export type { LoadedConfig } from "./load-config.ts";
