import { normalizeToolSchema } from "../../../../tools/index.ts";
import type { ToolExecutor } from "../../../../tools/index.ts";
import { checkInput } from "../../../pipeline/check-input.ts";
import { parseArguments } from "../../../pipeline/parse-arguments.ts";
import { checkDefinitions } from "./check-definitions.ts";
import type { CheckedDefinition } from "./check-definitions.ts";
import { dynamicResult } from "./dynamic-result.ts";

/** A function that a client offers for one conversation. */
export interface DynamicFunction {
  readonly type: "function";
  /** `^[a-zA-Z0-9_-]+$`, at most 128 characters, not beginning with `mcp__`. */
  readonly name: string;
  readonly description?: string;
  /** A JSON Schema. */
  readonly inputSchema: unknown;
  /** Found by search instead of listed. Needs a namespace. Default: false. */
  readonly deferLoading?: boolean;
}

/** Functions that belong together. */
export interface DynamicNamespace {
  readonly type: "namespace";
  /** As for a function, but at most 64 characters. */
  readonly name: string;
  /** At most 1,024 characters. */
  readonly description?: string;
  /** At least one. */
  readonly tools: readonly DynamicFunction[];
}

export type DynamicDefinition = DynamicFunction | DynamicNamespace;

/** A call as the client gets it. */
export interface DynamicCall {
  readonly callId: string;
  /** `null` for none. */
  readonly namespace: string | null;
  readonly tool: string;
  readonly arguments: unknown;
  /** Fires when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** A client's answer to a call. */
export interface DynamicAnswer {
  /** For logs and hooks; a model reads the same either way. */
  readonly success: boolean;
  readonly contentItems: readonly (
    | { readonly type: "inputText"; readonly text: string }
    | { readonly type: "inputImage"; readonly imageUrl: string; readonly detail?: "auto" | "low" | "high" | "original" }
  )[];
}

/** Brings a call to the client. `null`: the client went away before it answered. */
export type CallDynamicTool = (call: DynamicCall) => Promise<DynamicAnswer | null>;

/**
 * Makes tools of what a client defines at run time. The definitions may come from anywhere.
 *
 * @throws {IsocellError} `invalid_tool` for a definition that cannot be used; the message names the tool and the
 * problem, `data.path` says where it stands (`dynamicTools[1].tools[0].name`).
 */
export function dynamicTools(
  definitions: readonly DynamicDefinition[],
  call: CallDynamicTool,
): readonly ToolExecutor[] {
  return Object.freeze(checkDefinitions(definitions).map((definition) => createTool(definition, call)));
}

function createTool(definition: CheckedDefinition, call: CallDynamicTool): ToolExecutor {
  const { namespace, namespaceDescription, name, description, inputSchema: argumentsSchema, deferred } = definition;
  const normalized = normalizeToolSchema(argumentsSchema);
  // The definitions were checked: of each schema something is left.
  const inputSchema = "schema" in normalized ? normalized.schema : {};
  const spec = { type: "function", namespace, name, description, inputSchema, argumentsSchema } as const;
  return Object.freeze<ToolExecutor>({
    name,
    namespace,
    kind: "function",
    spec: Object.freeze(spec),
    exposure: deferred ? "deferred" : "direct",
    parallel: () => false,
    ...(namespaceDescription === "" ? {} : { namespaceDescription }),
    search: { source: "Dynamic tools" },
    parseArguments: (json) => {
      // Elsewhere nothing stands for no arguments; a client was promised JSON.
      const parsed = json.trim() === "" ? EMPTY : parseArguments(json);
      if ("problem" in parsed) return parsed;
      const problem = checkInput(spec, parsed.input);
      return problem === null ? parsed : { problem };
    },
    handle: async (input, { callId, signal }) => {
      const answer = await call({
        callId,
        namespace: namespace === "" ? null : namespace,
        tool: name,
        arguments: input,
        signal,
      });
      return dynamicResult(name, answer);
    },
  });
}

const EMPTY = { problem: "failed to parse function arguments: EOF while parsing a value at line 1 column 0" };
