import { readArguments } from "../../arguments/readers.ts";
import type { Reader } from "../../arguments/readers.ts";
import type { CallContext, ToolExecutor, ToolResult } from "../../contract/executor.ts";
import type { Exposure, FunctionToolSpec, JsonSchema } from "../../contract/spec.ts";
import { hostFailure } from "./ask-host.ts";

/** One small tool over a callback of the host. */
export interface HostTool<Input> {
  readonly name: string;
  readonly namespace?: string;
  readonly namespaceDescription?: string;
  readonly description: string;
  /** JSON Schemas of the arguments, by name; those in `required` must be there. */
  readonly parameters?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly output?: JsonSchema;
  /** Default `direct`. */
  readonly exposure?: Exposure;
  /** Default false. */
  readonly parallel?: boolean;
  readonly readOnly?: boolean;
  /** Types of the arguments, for the errors of direct calls. Absent: the schema alone. */
  readonly read?: Reader<Input>;
  /** What stands before such an error. */
  readonly prefix?: string;
  /** A text instead of a result, whatever the arguments are. */
  readonly unavailable?: () => string | null;
  /** The value for a script; a model reads `text`, or the value as JSON. */
  readonly handle: (input: Input, context: CallContext) => Promise<{ readonly value: unknown; readonly text?: string }>;
}

/** The executor of a small tool. What its handler throws is worded for the model, with the tool's name. */
export function hostTool<Input>(tool: HostTool<Input>): ToolExecutor {
  const { name, namespace = "", description, output, namespaceDescription, read, prefix, unavailable } = tool;
  const { parameters = {}, required = [], exposure = "direct", parallel = false, readOnly } = tool;
  const about = namespaceDescription === undefined ? {} : { namespaceDescription };
  const spec: FunctionToolSpec = {
    type: "function",
    namespace,
    name,
    description,
    inputSchema: { type: "object", properties: parameters, required, additionalProperties: false },
    ...(output === undefined ? {} : { outputSchema: output }),
    ...about,
  };
  const parse = (json: string): { readonly input: unknown } | { readonly problem: string } => {
    const why = unavailable?.() ?? null;
    if (why !== null) return { problem: why };
    return read === undefined ? { input: {} } : readArguments(json, read, prefix);
  };
  return Object.freeze({
    name,
    namespace,
    kind: "function",
    exposure,
    spec,
    parallel: () => parallel,
    // Whoever is behind the callback decides; to ask about asking helps nobody.
    approval: { mode: "approve" as const },
    ...about,
    ...(readOnly === true ? { annotations: { readOnlyHint: true } } : {}),
    ...(read === undefined && unavailable === undefined
      ? {}
      : { parseArguments: parse, hooks: { name, rewrite: (_: unknown, shown: unknown) => readAgain(parse, shown) } }),
    handle: async (input: unknown, context: CallContext): Promise<ToolResult> => {
      const why = unavailable?.() ?? null;
      if (why !== null) throw new Error(why);
      try {
        const { value, text = JSON.stringify(value) } = await tool.handle(input as Input, context);
        return { value, output: { content: [{ type: "text", text }], success: true } };
      } catch (error) {
        if (error instanceof ModelMistake) throw new Error(error.message, { cause: error });
        throw hostFailure(name, error, context.signal);
      }
    },
  });
}

/** Thrown by a handler whose arguments cannot be used: the message is what the model reads, as it is. */
export class ModelMistake extends Error {
  override readonly name: string = "ModelMistake";
}

/** Arguments that a hook put in place of the model's: they have not been read yet. */
function readAgain(
  parse: (json: string) => { readonly input: unknown } | { readonly problem: string },
  shown: unknown,
): unknown {
  const read = parse(JSON.stringify(shown) ?? "null");
  if ("problem" in read) throw new Error(read.problem);
  return read.input;
}
