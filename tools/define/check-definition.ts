import { IsocellError } from "../../protocol/index.ts";
import { EXPOSURES } from "../contract/spec.ts";
import { isStandardSchema } from "../contract/standard-schema.ts";
import { nearestNames } from "../names/nearest-names.ts";
import { isJsonObject, own } from "../schema/json-object.ts";
import type { JsonObject } from "../schema/json-object.ts";
import { HANDED_ON } from "./definition.ts";
import type { AnyToolDefinition } from "./definition.ts";

/** Longest time a Node.js timer can wait. */
const MAX_TIMEOUT_MS = 2_147_483_647;

const FIELDS: readonly string[] = [
  "name",
  "namespace",
  "description",
  "kind",
  "inputSchema",
  "outputSchema",
  "grammar",
  "exposure",
  "parallel",
  "timeoutMs",
  "handler",
  ...HANDED_ON,
];

/**
 * Makes sure that a definition is usable, whatever its caller passed. Throws an {@link IsocellError} with the code
 * `invalid_tool` and the data `{ tool, field }` that says what to do.
 */
export function checkDefinition(definition: unknown): asserts definition is AnyToolDefinition {
  if (!isJsonObject(definition))
    throw invalid("a tool", "definition", "pass one object with at least `name` and `handler`");
  const name = own(definition, "name");
  if (typeof name !== "string") throw invalid("a tool", "name", "give it a text");
  const reject = (field: string, advice: string): never => {
    throw invalid(`tool \`${name}\``, field, advice, name);
  };
  checkFields(definition, reject);
  const is = (field: string, test: (value: unknown) => boolean, advice: string): void => {
    const value = own(definition, field);
    if (value !== undefined && !test(value)) reject(field, advice);
  };
  is("namespace", isText, "give it a text, or leave it out");
  is("description", isText, "give it a text, or leave it out");
  is("kind", (value) => value === "function" || value === "custom", 'use "function" or "custom"');
  is("exposure", (value) => EXPOSURES.some((known) => known === value), `use one of ${EXPOSURES.join(", ")}`);
  is(
    "parallel",
    (value) => ["boolean", "function"].includes(typeof value),
    "use true, false or a function of the input",
  );
  is("timeoutMs", isTimeout, `use milliseconds from 1 to ${MAX_TIMEOUT_MS}, or leave it out for no limit`);
  is("inputSchema", isSchema, "pass a JSON Schema (an object or boolean) or a Standard Schema");
  is("outputSchema", isSchema, "pass a JSON Schema (an object or boolean) or a Standard Schema");
  is("grammar", isGrammar, 'pass { syntax: "lark" | "regex", definition: "…" }');
  is("annotations", isAnnotations, "pass an object of `title` and hints that are true or false");
  for (const field of ["approval", "retry", "search", "hooks"]) is(field, isJsonObject, "pass an object");
  is("namespaceDescription", isText, "give it a text, or leave it out");
  is("maxOutputTokens", (value) => typeof value === "number" && value > 0, "use a number of tokens, or Infinity");
  is("onBadResult", (value) => value === "accept" || value === "fail", 'use "accept" or "fail"');
  if (typeof own(definition, "handler") !== "function") reject("handler", "pass the function that runs the tool");
}

/** The error for a definition that cannot be used. */
export function invalid(tool: string, field: string, advice: string, name?: string, cause?: unknown): IsocellError {
  const data = name === undefined ? { field } : { tool: name, field };
  return new IsocellError("invalid_tool", `defineTool: \`${field}\` of ${tool} is not usable; ${advice}`, {
    data,
    cause,
  });
}

function checkFields(definition: JsonObject, reject: (field: string, advice: string) => never): void {
  const custom = own(definition, "kind") === "custom";
  for (const field of Object.keys(definition)) {
    if (!FIELDS.includes(field)) {
      const [nearest] = nearestNames(field, FIELDS, 1);
      reject(field, nearest === undefined ? `known fields are ${FIELDS.join(", ")}` : `did you mean \`${nearest}\`?`);
    }
    if (own(definition, field) === undefined) continue;
    if (custom && ["inputSchema", "outputSchema"].includes(field))
      reject(field, "a custom tool takes freeform text; leave it out");
    if (!custom && field === "grammar") reject(field, 'only a tool of kind "custom" has a grammar; use `inputSchema`');
  }
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isAnnotations(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  return Object.keys(value).every((key) => typeof own(value, key) === (key === "title" ? "string" : "boolean"));
}

function isTimeout(value: unknown): boolean {
  return typeof value === "number" && value >= 1 && value <= MAX_TIMEOUT_MS;
}

function isSchema(value: unknown): boolean {
  return typeof value === "boolean" || isStandardSchema(value) || isJsonObject(value);
}

function isGrammar(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const syntax = own(value, "syntax");
  return (syntax === "lark" || syntax === "regex") && isText(own(value, "definition"));
}
