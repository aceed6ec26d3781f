// Endpoints of three APIs with one model behind them: it makes the calls it is told to, one a request, and then says what
// the last of them gave.
import { startEndpoint } from "../../examples/backends/scripted/endpoint.ts";
import type { Reply } from "../../examples/backends/scripted/endpoint.ts";

/** A call that the model makes: the first tool whose name ends so. */
export interface ScriptedCall {
  readonly tool: string;
  readonly arguments: unknown;
}

type Json = Readonly<Record<string, unknown>>;

/** What an endpoint was asked. */
export interface Endpoint {
  readonly baseUrl: string;
  readonly requests: readonly Json[];
}

interface Api {
  readonly path: string;
  /** What follows the host in the base URL. */
  readonly base: string;
  readonly namesIn: (body: Json) => readonly string[];
  /** Outputs of calls so far, as texts. */
  readonly outputsIn: (body: Json) => readonly string[];
  readonly call: (id: string, name: string, input: unknown) => Json;
  readonly say: (text: string) => Json;
}

const named = (list: unknown): readonly string[] =>
  ((list as readonly { name: string }[] | undefined) ?? []).map(({ name }) => name);
const USAGE = { input_tokens: 100, output_tokens: 10, prompt_tokens: 100, completion_tokens: 10 };

const APIS = {
  "openai-responses": {
    path: "/v1/responses",
    base: "/v1",
    namesIn: ({ tools }) => named(tools),
    outputsIn: ({ input }) =>
      (input as readonly Json[]).flatMap(({ type, output }) =>
        type === "function_call_output" ? [textIn(output)] : [],
      ),
    call: (id, name, input) => ({
      output: [{ type: "function_call", id: `fc_${id}`, call_id: id, name, arguments: JSON.stringify(input) }],
      usage: USAGE,
    }),
    say: (text) => ({
      output: [
        {
          type: "message",
          id: "m",
          role: "assistant",
          status: "completed",
          content: [{ type: "output_text", text, annotations: [] }],
        },
      ],
      usage: USAGE,
    }),
  },
  "openai-chat": {
    path: "/v1/chat/completions",
    base: "/v1",
    namesIn: ({ tools }) => named((tools as readonly Json[] | undefined)?.map((tool) => tool["function"])),
    outputsIn: ({ messages }) =>
      (messages as readonly Json[]).flatMap(({ role, content }) => (role === "tool" ? [textIn(content)] : [])),
    call: (id, name, input) => ({
      choices: [
        {
          message: {
            role: "assistant",
            content: null,
            tool_calls: [{ id, type: "function", function: { name, arguments: JSON.stringify(input) } }],
          },
        },
      ],
      usage: USAGE,
    }),
    say: (content) => ({ choices: [{ message: { role: "assistant", content } }], usage: USAGE }),
  },
  anthropic: {
    path: "/v1/messages",
    base: "",
    namesIn: ({ tools }) => named(tools),
    outputsIn: ({ messages }) =>
      (messages as readonly Json[])
        .flatMap(({ content }) => (Array.isArray(content) ? (content as readonly Json[]) : []))
        .flatMap(({ type, content }) => (type === "tool_result" ? [textIn(content)] : [])),
    call: (id, name, input) => ({ content: [{ type: "tool_use", id, name, input }], usage: USAGE }),
    say: (text) => ({ content: [{ type: "text", text }], usage: USAGE }),
  },
} as const satisfies Readonly<Record<string, Api>>;

function textIn(content: unknown): string {
  return Array.isArray(content)
    ? (content as readonly { text: string }[]).map(({ text }) => text).join("")
    : String(content);
}

/** Starts an endpoint whose model makes these calls for each prompt, and then answers with what it read. */
export async function scriptedEndpoint(api: keyof typeof APIS, calls: readonly ScriptedCall[]): Promise<Endpoint> {
  const { path, base, namesIn, outputsIn, call, say }: Api = APIS[api];
  const requests: Json[] = [];
  const answer = (body: unknown): Reply => {
    requests.push(body as Json);
    const outputs = outputsIn(body as Json);
    const next = calls[outputs.length];
    if (next === undefined) return { json: say(`I read: ${outputs.at(-1) ?? "nothing"}`) };
    const name = namesIn(body as Json).find((known) => known.endsWith(next.tool)) ?? next.tool;
    return { json: call(`call_${outputs.length}`, name, next.arguments) };
  };
  return { baseUrl: `${await startEndpoint(path, answer)}${base}`, requests };
}

/** An endpoint that answers everything like this. */
export async function fixedEndpoint(path: string, reply: Reply): Promise<string> {
  return startEndpoint(path, () => reply);
}
