import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { startServers } from "../../../host/mcp/life/servers.ts";
import type { McpServers, ServersOptions } from "../../../host/mcp/life/servers.ts";
import type { McpServerConfig, StdioServerConfig } from "../../../host/mcp/server-config.ts";
import type { HostileOptions } from "../../fixtures/mcp-server/hostile.ts";
import type { CallContext, ToolExecutor, ToolProgress, ToolResult } from "../../../tools/index.ts";

const HOSTILE = fileURLToPath(new URL("../../fixtures/mcp-server/hostile.ts", import.meta.url));
const SERVER = fileURLToPath(new URL("../../fixtures/mcp-server/server.ts", import.meta.url));

/** A configuration of the fixture server; see its file for what the arguments do. */
export function fixture(...args: string[]): StdioServerConfig {
  return { command: process.execPath, args: [SERVER, ...args] };
}

/** A configuration of a server that does what it is told. */
export function hostile(options: HostileOptions): StdioServerConfig {
  return { command: process.execPath, args: [HOSTILE, JSON.stringify(options)] };
}

/** Servers that have all started, and their tools. */
export interface Connected {
  readonly executors: readonly ToolExecutor[];
  readonly servers: McpServers;
  readonly close: () => Promise<void>;
}

/** Starts servers and waits for all of them. Rejects when one does not start; none runs then. */
export async function connect(
  configs: Readonly<Record<string, McpServerConfig>>,
  options: ServersOptions = {},
): Promise<Connected> {
  const required = Object.entries(configs).map(([name, config]) => [name, { ...config, required: true }] as const);
  const servers = await startServers(Object.fromEntries(required), options);
  await servers.settled("all");
  try {
    const { sources } = servers.offered();
    return { executors: sources.flatMap(({ executors }) => executors), servers, close: () => servers.close() };
  } catch (error) {
    await servers.close();
    throw error;
  }
}

/** The text of a result that is nothing else, without the time in front. */
export function textOf({ output }: ToolResult): string {
  const texts = output.content.map((item) => (item.type === "text" ? item.text : item.type));
  return texts.slice(1).join("\n");
}

/** A result with the time in front made the same for all. */
export function untimed({ value, output }: ToolResult): ToolResult {
  const content = output.content.map((item) =>
    item.type === "text"
      ? { ...item, text: item.text.replace(/^Wall time: \d+\.\d{4} seconds/u, "Wall time: <t> seconds") }
      : item,
  );
  return { value, output: { ...output, content } };
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

/** Those of them that are servers of the fixtures. */
export function serverPids(): number[] {
  return childPids().filter((pid) => {
    try {
      return /server\.ts|hostile\.ts/u.test(readFileSync(`/proc/${pid}/cmdline`, "utf8"));
    } catch {
      return false;
    }
  });
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
