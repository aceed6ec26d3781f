/** A tool that was given but cannot be called, and why. */
export interface DroppedTool {
  /** Empty for none. */
  readonly namespace: string;
  readonly name: string;
  /** Who gave it: `MCP server "files"`, a module's path. */
  readonly source: string;
  /** A sentence or a part of one, without a full stop. */
  readonly reason: string;
}
