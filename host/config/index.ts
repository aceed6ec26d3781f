export { loadConfig, loadServer } from "./load-config.ts";
