/** A JSON Schema, version 2020-12 or draft 7, as a plain object or boolean. */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown };

/** `function` tools take a JSON object, `custom` tools one freeform text. */
export type ToolKind = "function" | "custom";

/**
 * Where a tool can be seen.
 *
 * | exposure | listed at first | found by search | callable from code |
 * |---|---|---|---|
 * | direct | yes | - | yes |
 * | deferred | no | yes | yes |
 * | code-mode-only | no | no | yes |
 * | direct-model-only | yes | - | no |
 * | deferred-model-only | no | yes | no |
 * | hidden | no | no | no |
 */
export type Exposure =
  | "direct"
  | "deferred"
  | "code-mode-only"
  | "direct-model-only"
  | "deferred-model-only"
  | "hidden";

/** All exposures. */
export const EXPOSURES: readonly Exposure[] = [
  "direct",
  "deferred",
  "code-mode-only",
  "direct-model-only",
  "deferred-model-only",
  "hidden",
];

/** Whether a tool of this exposure is in the list a model is given. */
export function isListed(exposure: Exposure): boolean {
  return exposure === "direct" || exposure === "direct-model-only";
}

/** Whether a script may call a tool of this exposure. */
export function isNested(exposure: Exposure): boolean {
  return exposure === "direct" || exposure === "deferred" || exposure === "code-mode-only";
}

/** A tool that takes a JSON object. */
export interface FunctionToolSpec {
  readonly type: "function";
  readonly namespace: string;
  readonly name: string;
  readonly description: string;
  /** What a model is shown. */
  readonly inputSchema: JsonSchema;
  /** What arguments are checked against, where that is more than a model is shown. */
  readonly argumentsSchema?: JsonSchema;
  readonly outputSchema?: JsonSchema;
}

/** A tool that takes one freeform text, with a grammar the model is held to where its API can do that. */
export interface CustomToolSpec {
  readonly type: "custom";
  readonly namespace: string;
  readonly name: string;
  readonly description: string;
  readonly grammar?: { readonly syntax: "lark" | "regex"; readonly definition: string };
}

/** What a model is shown of a tool. */
export type ToolSpec = FunctionToolSpec | CustomToolSpec;
