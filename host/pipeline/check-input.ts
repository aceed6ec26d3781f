import { compileValidator } from "../../tools/index.ts";
import type { JsonSchema } from "../../tools/index.ts";

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
export function checkInput(schema: JsonSchema, input: unknown): string | null {
  if (acceptsAnything(schema)) return null;
  return compileValidator(schema)(input);
}
