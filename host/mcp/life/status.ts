/**
 * How a server is.
 *
 * | state | meaning |
 * |---|---|
 * | starting | for the first time |
 * | ready | its tools can be called |
 * | restarting | it had ended, and is or will be started again |
 * | failed | it did not start, and will not be tried again |
 * | closed | by its host |
 */
export type ServerState = "starting" | "ready" | "restarting" | "failed" | "closed";

/** One configured MCP server. */
export interface ServerStatus {
  readonly server: string;
  readonly state: ServerState;
  readonly required: boolean;
  /** Tools that it offers, as of now. */
  readonly tools: number;
  /** How often it has ended since its first start. */
  readonly losses: number;
  /** What went wrong last, with what the server printed; absent when nothing did. */
  readonly problem?: string;
}
