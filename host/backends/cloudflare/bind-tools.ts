import type { ToolExecutor } from "../../../tools/index.ts";
import type { CodeNamespace } from "./cell-source.ts";
import type { Namespace } from "./namespaces.ts";
import { decode, encode } from "./values.ts";
import type { BytesKey } from "./values.ts";

/** The functions of namespaces as tools of a session. */
export interface BoundTools {
  readonly tools: readonly ToolExecutor[];
  /** The namespaces as the code's side is given them, or what is wrong: a function whose name the host's tools took. */
  readonly inCode: (names: ReadonlyMap<ToolExecutor, string>) => readonly CodeNamespace[] | string;
}

/** Makes a tool of each function, under the name of its namespace; one for all where a namespace takes any name. */
export function bindTools(namespaces: readonly Namespace[], bytesKey: BytesKey): BoundTools {
  const bound = namespaces.map(({ name: namespace, functions, any, prelude }) => ({
    namespace,
    prelude,
    functions: functions.map(({ name, run }) => tool(namespace, name, ({ args }) => run(args), bytesKey)),
    any: any === null ? null : tool(namespace, "callTool", ({ method, args }) => any(method, args), bytesKey),
  }));
  return {
    tools: bound.flatMap(({ functions, any }) => (any === null ? functions : [...functions, any])),
    inCode: (names) => {
      const inCode: CodeNamespace[] = [];
      for (const { namespace, functions, any, prelude } of bound) {
        const lost = [...functions, ...(any === null ? [] : [any])].find((executor) => !names.has(executor));
        if (lost !== undefined) {
          return `The host has a tool of its own that is called "${lost.name}" in "${namespace}", or keeps the name to itself`;
        }
        inCode.push({
          name: namespace,
          functions: functions.map((executor) => [executor.name, names.get(executor) ?? ""]),
          any: any === null ? null : (names.get(any) ?? ""),
          prelude,
        });
      }
      return inCode;
    },
  };
}

/** What the code's side sends. */
interface Call {
  readonly method: string;
  readonly args: readonly unknown[];
}

function tool(namespace: string, name: string, run: (call: Call) => unknown, bytesKey: BytesKey): ToolExecutor {
  return Object.freeze<ToolExecutor>({
    name,
    namespace,
    kind: "function",
    spec: { type: "function", namespace, name, description: "", inputSchema: true },
    exposure: "code-mode-only",
    parallel: () => true,
    handle: async (input) => {
      const result = encode(await run(callOf(decode(input, bytesKey))), bytesKey);
      return { value: result === undefined ? {} : { result }, output: { content: [], success: true } };
    },
  });
}

/** Code can reach the tool only through what serves it, but what comes from a cell is checked all the same. */
function callOf(input: unknown): Call {
  const { method, args } = typeof input === "object" && input !== null ? (input as Partial<Call>) : {};
  return { method: typeof method === "string" ? method : "", args: Array.isArray(args) ? args : [] };
}
