import type { ToolAnnotations } from "../../contract/annotations.ts";
import type { CallContext, ToolExecutor, ToolOutput } from "../../contract/executor.ts";
import type { JsonSchema } from "../../contract/spec.ts";
import { defineTool } from "../../define/define-tool.ts";
import { fileProblem } from "./file-problem.ts";
import type { Slots } from "./slots.ts";

/** What makes a tool that only reads: a value for scripts, a text of it for models. */
export interface FileToolDefinition<Input, Value> {
  readonly name: string;
  readonly description: string;
  readonly properties: { readonly [name: string]: JsonSchema };
  readonly required: readonly string[];
  readonly outputSchema: JsonSchema;
  readonly run: (input: Input, context: CallContext) => Promise<Value>;
  readonly show: (value: Value) => string;
  /** The path an input is about, for errors. */
  readonly pathOf: (input: Input) => string;
}

const ANNOTATIONS: ToolAnnotations = { readOnlyHint: true, idempotentHint: true, openWorldHint: false };

/** Makes such a tool. Its calls share the gate, and at most as many work at once as there are slots. */
export function fileTool<Input, Value>(definition: FileToolDefinition<Input, Value>, slots: Slots): ToolExecutor {
  const { name, description, properties, required, outputSchema, run, show, pathOf } = definition;
  const tool = defineTool<Input>({
    name,
    description,
    inputSchema: { type: "object", properties, required, additionalProperties: false },
    outputSchema,
    parallel: true,
    handler: () => undefined,
  });
  return {
    ...tool,
    annotations: ANNOTATIONS,
    handle: async (input, context) => {
      const checked = input as Input;
      let value: Value;
      try {
        value = await slots.run(context.signal, () => run(checked, context));
      } catch (error) {
        throw fileProblem(error, pathOf(checked));
      }
      return {
        value,
        // Most calls come from scripts, and nobody reads this then.
        get output(): ToolOutput {
          return { content: [{ type: "text", text: show(value) }], success: true };
        },
      };
    },
  };
}

/** The schema of an object of which all but the named members are always there. */
export function objectSchema(
  properties: { readonly [name: string]: JsonSchema },
  optional: readonly string[] = [],
): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: "object", properties, required, additionalProperties: false };
}
