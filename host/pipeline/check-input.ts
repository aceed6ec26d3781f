import { compileValidator } from "../../tools/index.ts";
import type { FunctionToolSpec, JsonSchema } from "../../tools/index.ts";

/** Keywords that describe a schema without asking anything of a value. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  "$schema",
  "$id",
  "$comment",
  "title",
  "description",
  "default",
  "examples",
]);

/** Whether a schema lets any value pass. Tools with such a schema take what comes, not only objects. */
export function acceptsAnything(schema: JsonSchema): boolean {
  if (typeof schema === "boolean") return schema;
  for (const keyword in schema) if (!ANNOTATIONS.has(keyword)) return false;
  return true;
}

/** What is wrong with an input, as a text for whoever called, or null. */
export function checkInput(spec: FunctionToolSpec, input: unknown): string | null {
  const { inputSchema, argumentsSchema } = spec;
  // A schema that was cleaned for models came from elsewhere: no pattern of a stranger's is run on this thread.
  if (argumentsSchema !== undefined) return compileValidator(argumentsSchema, { patterns: false })(input);
  if (acceptsAnything(inputSchema)) return null;
  return compileValidator(inputSchema)(input);
}
