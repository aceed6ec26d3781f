import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { StdioServerConfig } from "../../../host/mcp/server-config.ts";
import type { CallContext, ToolExecutor, ToolProgress, ToolResult } from "../../../tools/index.ts";

const SERVER = fileURLToPath(new URL("../../fixtures/mcp-server/server.ts", import.meta.url));

/** A configuration of the fixture server; see its file for what the arguments do. */
export function fixture(...args: string[]): StdioServerConfig {
  return { command: process.execPath, args: [SERVER, ...args] };
}

/** What a call is given when the test does not care. */
export function context(
  overrides: { signal?: AbortSignal; onProgress?: (progress: ToolProgress) => void } = {},
): CallContext {
  return {
    signal: overrides.signal ?? new AbortController().signal,
    callId: "call-1",
    source: { kind: "direct" },
    attempt: 1,
    unconfined: false,
    reportProgress: overrides.onProgress ?? (() => {}),
  };
}

/** Calls a tool by its name in the namespace. */
export async function call(
  executors: readonly ToolExecutor[],
  name: string,
  input: unknown = {},
  overrides: Parameters<typeof context>[0] = {},
): Promise<ToolResult> {
  const executor = executors.find((candidate) => candidate.name === name);
  if (executor === undefined) throw new Error(`no executor ${name}`);
  return executor.handle(input, context(overrides));
}

/** Whether a process runs; one that has ended and that nobody has asked about yet does not. */
export function isAlive(pid: number): boolean {
  const { state } = statusOf(pid);
  return state !== undefined && state !== "Z";
}

/** The process ids of all children of this process that still run. */
export function childPids(): number[] {
  const pids = readdirSync("/proc")
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number);
  return pids.filter((pid) => statusOf(pid).parent === process.pid && isAlive(pid));
}

function statusOf(pid: number): { readonly state?: string | undefined; readonly parent?: number } {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field, a name in parentheses, may hold anything.
    const [state, parent] = status.slice(status.lastIndexOf(")") + 2).split(" ");
    return { state, parent: Number(parent) };
  } catch {
    return {};
  }
}
