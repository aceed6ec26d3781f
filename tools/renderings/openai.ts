import { IsocellError } from "../../protocol/index.ts";
import { isDefaultNamespace, isTool } from "../advertised/group-specs.ts";
import type {
  AdvertisedSpec,
  CustomToolSpec,
  HostedToolSpec,
  JsonSchema,
  NamespaceSpec,
  ToolSpec,
  WebSearchSpec,
} from "../contract/spec.ts";
import { DEFAULT_NAMESPACE } from "../names/identifier.ts";
import type { ModelCall } from "./call.ts";
import { callOf } from "./openai-calls.ts";
import type {
  OpenAiAdditionalTools,
  OpenAiCustom,
  OpenAiFunction,
  OpenAiNamespace,
  OpenAiTool,
  OpenAiWebSearch,
} from "./openai-types.ts";
import { wireNames } from "./wire-names.ts";
import type { ToolName } from "./wire-names.ts";

/** Longest name that the API takes. */
const MAX_NAME_LENGTH = 128;

/** Finds the call in an item of a response's output; null where the item is no call of one of our tools. */
export type OpenAiResolve = (item: unknown) => ModelCall | null;

/** Tools for a request of the Responses API. */
export interface OpenAiTools {
  readonly tools: OpenAiTool[];
  /** The fields of the request that go with the tools. */
  readonly request: { readonly tool_choice: "auto"; readonly parallel_tool_calls: true };
  readonly resolve: OpenAiResolve;
}

/** Tools for a request to a model that takes them as an input item. */
export interface OpenAiLiteTools {
  readonly item: OpenAiAdditionalTools;
  /** The fields of the request that go with the item; it has no `tools`. */
  readonly request: { readonly tool_choice: "auto"; readonly parallel_tool_calls: false };
  readonly resolve: OpenAiResolve;
}

/** How tools are shown. */
export interface OpenAiOptions {
  /** Marks functions as found by a search: they are loaded where they stand and not listed at first. */
  readonly deferLoading?: boolean;
}

/**
 * A list made by `groupSpecs`, as the `tools` of OpenAI's Responses API. Names the API would refuse are replaced, and
 * `resolve` leads back from them. Throws an {@link IsocellError} `invalid_tool` where a tool with a namespace stands
 * outside it.
 */
export function toOpenAiTools(specs: readonly AdvertisedSpec[], options: OpenAiOptions = {}): OpenAiTools {
  const names = new Names(specs);
  return {
    tools: specs.map((spec) => renderSpec(spec, names, options)),
    request: { tool_choice: "auto", parallel_tool_calls: true },
    resolve: (item) => callOf(item, (namespace, name) => names.toolOf(namespace, name)),
  };
}

/**
 * The same for models that take their tools as an input item: tools of the default namespace stand in one called
 * `functions`, in their own order, and hosted tools are left out.
 */
export function toOpenAiLiteTools(specs: readonly AdvertisedSpec[], options: OpenAiOptions = {}): OpenAiLiteTools {
  const names = new Names(specs);
  const functions: OpenAiNamespace = { type: "namespace", name: DEFAULT_NAMESPACE, description: "", tools: [] };
  const tools: OpenAiTool[] = [];
  for (const spec of specs) {
    if (isHosted(spec)) continue;
    if (!isTool(spec)) {
      tools.push(renderSpec(spec, names, options));
      continue;
    }
    if (functions.tools.length === 0) tools.push(functions);
    functions.tools.push(renderTool(spec, names, options));
  }
  return {
    item: { type: "additional_tools", role: "developer", tools },
    request: { tool_choice: "auto", parallel_tool_calls: false },
    resolve: (item) => callOf(item, (namespace, name) => names.toolOf(namespace, name)),
  };
}

/** The names of a list as the API takes them; almost always those that the tools have. */
class Names {
  readonly #wire = new Map<ToolSpec | NamespaceSpec, string>();
  readonly #tools = new Map<string, ReadonlyMap<string, ToolName>>();

  constructor(specs: readonly AdvertisedSpec[]) {
    const namespaces = specs.filter((spec) => spec.type === "namespace");
    const { names } = wireNames(
      namespaces.map(({ name }) => ({ namespace: "", name })),
      MAX_NAME_LENGTH,
    );
    for (const [index, namespace] of namespaces.entries()) {
      this.#wire.set(namespace, names[index] ?? "");
      this.#add(names[index] ?? "", namespace.tools);
    }
    const plain = specs.filter(isTool);
    const misplaced = plain.find((spec) => !isDefaultNamespace(spec.namespace));
    if (misplaced !== undefined) throw outsideNamespace(misplaced);
    this.#add("", plain);
  }

  of(spec: ToolSpec | NamespaceSpec): string {
    return this.#wire.get(spec) ?? spec.name;
  }

  toolOf(namespace: string, name: string): ToolName | undefined {
    return this.#tools.get(namespace)?.get(name);
  }

  #add(namespace: string, tools: readonly ToolSpec[]): void {
    const { names, toolOf } = wireNames(
      tools.map((spec) => ({ namespace: "", name: spec.name, spec })),
      MAX_NAME_LENGTH,
    );
    for (const [index, spec] of tools.entries()) this.#wire.set(spec, names[index] ?? "");
    this.#tools.set(namespace, new Map(Array.from(toolOf, ([name, { spec }]) => [name, spec])));
  }
}

function outsideNamespace({ namespace, name }: ToolSpec): IsocellError {
  return new IsocellError(
    "invalid_tool",
    `The tool \`${name}\` stands outside its namespace \`${namespace}\`; pass the list through \`groupSpecs\` first`,
    { data: { tool: name, namespace } },
  );
}

function isHosted(spec: AdvertisedSpec): spec is HostedToolSpec {
  return spec.type === "web_search" || spec.type === "image_generation";
}

function renderSpec(spec: AdvertisedSpec, names: Names, options: OpenAiOptions): OpenAiTool {
  switch (spec.type) {
    case "namespace": {
      const tools = spec.tools.map((tool) => renderTool(tool, names, options));
      return { type: "namespace", name: names.of(spec), description: spec.description, tools };
    }
    case "tool_search": {
      const { description, parameters } = spec;
      return { type: "tool_search", execution: "client", description, parameters: parametersOf(parameters) };
    }
    case "web_search":
      return renderWebSearch(spec);
    case "image_generation":
      return { type: "image_generation", ...(spec.outputFormat && { output_format: spec.outputFormat }) };
    default:
      return renderTool(spec, names, options);
  }
}

function renderTool(spec: ToolSpec, names: Names, options: OpenAiOptions): OpenAiFunction | OpenAiCustom {
  const name = names.of(spec);
  if (spec.type === "custom") return renderCustom(spec, name);
  return {
    type: "function",
    name,
    description: spec.description,
    strict: false,
    ...(options.deferLoading === true ? { defer_loading: true as const } : {}),
    parameters: parametersOf(spec.inputSchema),
  };
}

function renderCustom({ description, grammar }: CustomToolSpec, name: string): OpenAiCustom {
  const { syntax, definition } = grammar ?? {};
  const format = syntax !== undefined && definition !== undefined && { type: "grammar" as const, syntax, definition };
  return { type: "custom", name, description, ...(format && { format }) };
}

function renderWebSearch(spec: WebSearchSpec): OpenAiWebSearch {
  const { externalWebAccess, filters, userLocation, searchContextSize } = spec;
  const domains = filters?.allowedDomains;
  return {
    type: "web_search",
    ...(externalWebAccess !== undefined && { external_web_access: externalWebAccess }),
    ...(filters && { filters: domains === undefined ? {} : { allowed_domains: [...domains] } }),
    ...(userLocation && { user_location: { type: "approximate" as const, ...userLocation } }),
    ...(searchContextSize && { search_context_size: searchContextSize }),
  };
}

/** A schema that says nothing still has to be an object. */
function parametersOf(schema: JsonSchema): { [keyword: string]: unknown } {
  return typeof schema === "boolean" ? { type: "object", properties: {} } : schema;
}
