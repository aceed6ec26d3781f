import { setTimeout as sleep } from "node:timers/promises";
import { createHost, defineTool } from "../../../host/index.ts";
import type { CallContext, ContentItem, Host, Outcome, Session, ToolExecutor } from "../../../host/index.ts";
import type { CaseItem, CaseResponse, CaseTool, HostCase } from "./case.ts";

/** What a case shows: the answers, and what reached tools and listeners. */
export interface Played {
  readonly responses: readonly CaseResponse[];
  readonly tool_calls: readonly { readonly name: string; readonly namespace?: string; readonly input: unknown }[];
  readonly notifications: readonly string[];
  readonly cancelled: number;
}

const DEFAULT_YIELD_MS = 5000;
const SERVER_MAX_TOKENS = 10_000;

/** What the case that is being played has done so far. */
class Recording {
  readonly calls: { name: string; namespace?: string; input: unknown }[] = [];
  cancelled = 0;
}

/**
 * Plays cases one after the other. Cases with the same tools share a host, since starting a runtime takes longer than
 * most cases do; each has a session of its own.
 */
export class CasePlayer {
  readonly #isolation: "cell" | "session";
  readonly #hosts: Map<string, Promise<Host>> = new Map();
  #recording: Recording = new Recording();

  constructor(isolation: "cell" | "session") {
    this.#isolation = isolation;
  }

  async play(one: HostCase): Promise<Played> {
    const recording = (this.#recording = new Recording());
    const notifications: string[] = [];
    const host = await this.#hostFor(one.tools ?? []);
    const session = host.openSession({
      onNotify: ({ text }) => notifications.push(text),
      ...(one.session?.limits === undefined ? {} : { limits: one.session.limits }),
    });
    try {
      for (const before of one.before ?? []) {
        await session.run(typeof before === "string" ? before : before.source, { yieldTimeMs: DEFAULT_YIELD_MS });
      }
      const responses = await playSteps(one, session);
      // Cancellations reach handlers before the answer reaches the caller; their effects settle in microtasks.
      await Promise.resolve();
      return { responses, tool_calls: recording.calls, notifications, cancelled: recording.cancelled };
    } finally {
      await session.close();
    }
  }

  async close(): Promise<void> {
    for (const host of this.#hosts.values()) await (await host).close();
  }

  #hostFor(tools: readonly CaseTool[]): Promise<Host> {
    const key = JSON.stringify(tools);
    let host = this.#hosts.get(key);
    if (host === undefined) {
      const executors = tools.map((tool) => makeTool(tool, () => this.#recording));
      host = createHost({ tools: executors, isolation: this.#isolation, pool: { processes: 1 } });
      this.#hosts.set(key, host);
    }
    return host;
  }
}

function makeTool(tool: CaseTool, recording: () => Recording): ToolExecutor {
  const name = tool.tool_name ?? tool.name;
  const namespace = tool.namespace === undefined ? {} : { namespace: tool.namespace };
  const definition = {
    name,
    ...namespace,
    description: tool.description ?? "",
    parallel: true,
    handler: async (input: unknown, { signal }: CallContext) => {
      const record = recording();
      record.calls.push({ name, ...namespace, input: input ?? null });
      switch (tool.does) {
        case "echo":
          return input ?? null;
        case "object":
          return { tool: tool.name, input: input ?? null };
        case "const":
          return tool.value;
        case "fail":
          throw new Error(tool.message ?? "");
        case "delay": {
          const { ms } = input as { ms: number };
          await sleep(ms);
          return { waited: ms };
        }
        case "hang":
          return new Promise((_resolve, reject) => {
            signal.addEventListener("abort", () => {
              record.cancelled++;
              reject(new Error("cancelled"));
            });
          });
      }
    },
  };
  return tool.kind === "freeform"
    ? defineTool({ ...definition, kind: "custom" })
    : defineTool({ ...definition, inputSchema: true });
}

async function playSteps(one: HostCase, session: Session): Promise<readonly CaseResponse[]> {
  const server = one.session?.outputTruncation === "server";
  const budget = (tokens: number | undefined): { maxOutputTokens?: number } =>
    server ? { maxOutputTokens: tokens ?? SERVER_MAX_TOKENS } : {};
  const yieldTimeMs = one.yield_time_ms ?? DEFAULT_YIELD_MS;
  const run = (source: string): Promise<Outcome> =>
    session.run(source, { yieldTimeMs, ...budget(one.max_output_tokens) });
  const steps = [...(one.then ?? [])];
  const first = run(one.source);
  if (steps[0] !== undefined && "yield_now" in steps[0]) {
    await sleep(steps[0].yield_now);
    steps.shift();
    session.yieldNow("1");
  }
  const answers = [await first];
  const { cellId } = answers[0] as Outcome;
  for (const step of steps) {
    if ("wait" in step)
      answers.push(await session.wait(cellId, { yieldTimeMs: step.wait, ...budget(step.max_output_tokens) }));
    else if ("terminate" in step) answers.push(await session.terminate(cellId));
    else if ("sleep" in step) await sleep(step.sleep);
    else if ("execute" in step) answers.push(await run(step.execute));
    else await sleep(step.yield_now);
  }
  return answers.map(asResponse);
}

/** An outcome in the words of the cases. */
function asResponse(outcome: Outcome): CaseResponse {
  const kind = outcome.status === "yielded" ? "Yielded" : outcome.status === "terminated" ? "Terminated" : "Result";
  return { kind, content_items: outcome.content.map(asItem), error_text: outcome.error?.message ?? null };
}

function asItem(item: ContentItem): CaseItem {
  switch (item.type) {
    case "text":
      return { type: "input_text", text: item.text };
    case "image":
      return { type: "input_image", image_url: item.imageUrl, detail: item.detail };
    case "audio":
      return { type: "input_audio", audio_url: item.audioUrl };
  }
}

/** What a case expects, reduced to what `playHostCase` can see. */
export function expectedOf(one: HostCase): Played {
  const { responses, tool_calls = [], notifications = [], cancelled = [] } = one.expected;
  return {
    responses: responses.map(({ kind, content_items, error_text }) => ({ kind, content_items, error_text })),
    tool_calls: tool_calls.map(({ name, namespace, input }) => ({
      name,
      ...(namespace === undefined ? {} : { namespace }),
      input,
    })),
    notifications,
    cancelled: cancelled.length,
  };
}
