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
  /** What the namespace is for, in a sentence or more; the first member that says it speaks for all. */
  readonly namespaceDescription?: string;
}

/** A tool that takes one freeform text, with a grammar the model is held to where its API can do that. */
export interface CustomToolSpec {
  readonly type: "custom";
  readonly namespace: string;
  readonly name: string;
  readonly description: string;
  readonly grammar?: { readonly syntax: "lark" | "regex"; readonly definition: string };
  /** What the namespace is for, in a sentence or more; the first member that says it speaks for all. */
  readonly namespaceDescription?: string;
}

/** What a model is shown of a tool. */
export type ToolSpec = FunctionToolSpec | CustomToolSpec;

/** The search for tools, where the model's API has a form of its own for it. The client answers it. */
export interface ToolSearchSpec {
  readonly type: "tool_search";
  readonly execution: "client";
  readonly description: string;
  readonly parameters: JsonSchema;
}

/** A search of the web that the model's API makes on its own. */
export interface WebSearchSpec {
  readonly type: "web_search";
  /** False: only what the API has stored. */
  readonly externalWebAccess?: boolean;
  readonly filters?: { readonly allowedDomains?: readonly string[] };
  readonly userLocation?: {
    readonly city?: string;
    /** Two letters, as in ISO 3166-1. */
    readonly country?: string;
    readonly region?: string;
    /** As in the IANA database. */
    readonly timezone?: string;
  };
  readonly searchContextSize?: "low" | "medium" | "high";
}

/** Images that the model's API makes on its own. */
export interface ImageGenerationSpec {
  readonly type: "image_generation";
  readonly outputFormat?: "png" | "webp" | "jpeg";
}

/** A tool that the model's API runs: no call of it ever reaches a step. */
export type HostedToolSpec = WebSearchSpec | ImageGenerationSpec;

/** Tools that are shown under one name. */
export interface NamespaceSpec {
  readonly type: "namespace";
  readonly name: string;
  readonly description: string;
  /** Sorted by the bytes of their names. */
  readonly tools: readonly ToolSpec[];
}

/** One entry of the list that a model is given; a plain tool in it has no namespace but the default one. */
export type AdvertisedSpec = ToolSpec | NamespaceSpec | ToolSearchSpec | HostedToolSpec;
