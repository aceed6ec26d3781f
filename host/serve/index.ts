export { serveMcp } from "./serve-mcp.ts";
export type { McpServing } from "./serve-mcp.ts";
export type { HttpOptions, ServeOptions } from "./options.ts";
export type { ServedHost } from "./session/client-session.ts";
