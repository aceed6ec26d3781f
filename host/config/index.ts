export { loadConfig } from "./load-config.ts";
