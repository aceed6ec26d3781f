import { dirname } from "node:path";
import { IsocellError } from "../../../protocol/index.ts";
import { loadToolModules } from "../../config/load-tools.ts";
import { readServers } from "../../config/servers/read-servers.ts";
import { createHost } from "../../host.ts";
import type { McpServerConfig } from "../../mcp/server-config.ts";
import type { LiveSource, Suite } from "../suite/suite.ts";
import type { TrajectoryLine } from "../trajectory/format.ts";
import type { EndReason } from "../trajectory/trajectory.ts";
import { beginMessages } from "./anthropic.ts";
import type { Begin } from "./conversation.ts";
import { EndpointFailure } from "./endpoint.ts";
import type { Endpoint } from "./endpoint.ts";
import { beginChat, beginResponses } from "./openai.ts";
import { Recorder } from "./recorder.ts";

export const DEFAULT_ROUNDS = 12;
export const DEFAULT_TOKENS = 200_000;
const DEFAULT_TIMEOUT_MS = 300_000;

interface Api {
  readonly path: string;
  readonly begin: Begin;
  readonly headers: (key: string) => Readonly<Record<string, string>>;
  readonly always: Readonly<Record<string, string>>;
}

const bearer = (key: string): Readonly<Record<string, string>> => ({ authorization: `Bearer ${key}` });

const APIS: Readonly<Record<LiveSource["type"], Api>> = {
  "openai-responses": { path: "/responses", begin: beginResponses, headers: bearer, always: {} },
  "openai-chat": { path: "/chat/completions", begin: beginChat, headers: bearer, always: {} },
  anthropic: {
    path: "/v1/messages",
    begin: beginMessages,
    headers: (key) => ({ "x-api-key": key }),
    always: { "anthropic-version": "2023-06-01" },
  },
};

/**
 * What has to be there before the first request: the key, and the environment that servers are given.
 * @throws {IsocellError} `invalid_config`.
 */
export function checkLive({ file }: Suite, source: LiveSource): void {
  endpointOf(source, file);
  serversOf(source, file);
}

/**
 * Lets a model do a task with the tools of its variant, until it answers or a limit is reached. What goes wrong with the
 * model or its endpoint is the end of the trajectory, not an error.
 *
 * @throws {IsocellError} when the tools can't be started.
 */
export async function runLive(
  suite: Pick<Suite, "file">,
  source: LiveSource,
  prompt: string,
  stop: AbortSignal,
): Promise<readonly TrajectoryLine[]> {
  const endpoint = endpointOf(source, suite.file);
  const recorder = new Recorder();
  const timeout = AbortSignal.timeout(source.timeoutMs ?? DEFAULT_TIMEOUT_MS);
  const signal = AbortSignal.any([stop, timeout]);
  const start = performance.now();
  const host = await createHost({
    tools: await loadToolModules(source.tools ?? [], suite.file),
    mcpServers: serversOf(source, suite.file),
    mode: source.mode ?? "direct",
    hooks: [recorder.hook],
    onEvent: recorder.onEvent,
    pool: { processes: 1, warmIsolates: 1 },
  });
  const end = (reason: EndReason, message?: string): void => {
    const ms = performance.now() - start;
    recorder.add({ type: "end", reason, ...(message === undefined ? {} : { message }), ms });
  };
  try {
    const conversation = APIS[source.type].begin(source, endpoint, prompt);
    const session = host.openSession();
    let tokens = 0;
    for (let round = 0; ; round++) {
      if (round >= (source.maxRounds ?? DEFAULT_ROUNDS)) return (end("rounds"), recorder.lines);
      if (tokens >= (source.maxTokens ?? DEFAULT_TOKENS)) return (end("tokens"), recorder.lines);
      const step = recorder.watch(await session.step());
      recorder.add({ type: "round" });
      const { texts, usage, answerCalls } = await conversation.next(step, signal);
      recorder.add({ type: "usage", ...usage });
      tokens += usage.inputTokens + usage.outputTokens;
      for (const text of texts) recorder.add({ type: "message", text });
      const called = await answerCalls();
      signal.throwIfAborted();
      if (!called) return (end("answered"), recorder.lines);
    }
  } catch (error) {
    if (stop.aborted) end("stopped");
    else if (timeout.aborted) end("timeout");
    else if (error instanceof EndpointFailure) end("error", error.message);
    else throw error;
    return recorder.lines;
  } finally {
    await host.close();
  }
}

function endpointOf(source: LiveSource, file: string): Endpoint {
  const { path, headers, always } = APIS[source.type];
  const key = source.keyEnv === undefined ? undefined : process.env[source.keyEnv];
  if (source.keyEnv !== undefined && (key === undefined || key === "")) {
    throw new IsocellError(
      "invalid_config",
      `${file}: the environment variable ${source.keyEnv}, which is to hold the key for ${source.baseUrl}, is not set.`,
    );
  }
  const url = `${source.baseUrl.replace(/\/+$/, "")}${path}`;
  return { url, key, headers: { ...always, ...source.headers, ...(key === undefined ? {} : headers(key)) } };
}

function serversOf({ mcpServers = {} }: LiveSource, file: string): Readonly<Record<string, McpServerConfig>> {
  const folder = dirname(file);
  const { servers, problems } = readServers("mcpServers", mcpServers, { folder, variables: process.env, strict: true });
  if (problems.length > 0) throw new IsocellError("invalid_config", `${file}: ${problems.join("; ")}.`);
  const required = Object.entries(servers).map(([name, server]) => {
    return [name, { ...("url" in server ? {} : { cwd: folder }), ...server, required: true }] as const;
  });
  return Object.fromEntries(required);
}
