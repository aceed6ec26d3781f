import type { CustomToolSpec, JsonSchema } from "../contract/spec.ts";
import { isJsonObject, own } from "../schema/json-object.ts";

/** What a function takes that stands for a custom tool. */
export const TEXT_SCHEMA: JsonSchema = {
  type: "object",
  properties: { input: { type: "string" } },
  required: ["input"],
  additionalProperties: false,
};

/** What is said of a custom tool where its grammar has no place of its own. */
export function describeWithGrammar({ description, grammar }: CustomToolSpec): string {
  if (grammar === undefined) return description;
  return `${description}\n\n\`input\` follows this ${grammar.syntax} grammar:\n${grammar.definition}`.trimStart();
}

/** The text for a custom tool that was called as a function: `{ "input": "…" }`, or the mere text. */
export function textOfInput(
  wireName: string,
  input: unknown,
): { readonly input: string } | { readonly problem: string } {
  const text = isJsonObject(input) ? own(input, "input") : input;
  if (typeof text === "string") return { input: text };
  return { problem: `${wireName} takes one text; call it with {"input": "…"}.` };
}

/** The same for an API that gives arguments as JSON text. */
export function textOfArguments(
  wireName: string,
  json: string,
): { readonly input: string } | { readonly problem: string } {
  let input: unknown = null;
  try {
    input = JSON.parse(json);
  } catch {
    // What is no JSON is no text either: half a script must not run.
  }
  return textOfInput(wireName, isJsonObject(input) ? input : null);
}
