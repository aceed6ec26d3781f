import { isDefaultNamespace, isTool } from "../advertised/group-specs.ts";
import type { AdvertisedSpec, CustomToolSpec, HostedToolSpec, JsonSchema } from "../contract/spec.ts";
import type { ModelCall } from "./call.ts";
import { describeWithGrammar, TEXT_SCHEMA, textOfInput } from "./custom-as-function.ts";
import { wireNames } from "./wire-names.ts";

/** A tool where an API knows neither namespaces nor free text. */
interface FlatTool {
  readonly wireName: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  /** The custom tool that the function stands for, where it does. */
  readonly custom?: CustomToolSpec;
}

/** Tools without namespaces, and the way back. */
export interface FlatTools {
  readonly tools: readonly FlatTool[];
  /** Hosted tools, which only the API runs that they are made for. */
  readonly omitted: readonly HostedToolSpec[];
  /** The call that a name and an input stand for. The input is what came from the model, parsed, and may be anything. */
  readonly resolve: (wireName: string, input: unknown, callId?: string) => ModelCall;
}

interface Source {
  readonly namespace: string;
  readonly name: string;
  readonly kind: "function" | "custom";
  readonly tool: Omit<FlatTool, "wireName">;
}

/**
 * Makes every tool of a list a function with a name that is unique in it: see {@link wireNames}. A custom tool becomes a
 * function of one text called `input`, with its grammar at the end of its description.
 */
export function flattenTools(specs: readonly AdvertisedSpec[], maxNameLength: number): FlatTools {
  const sources = specs.flatMap(sourcesOf);
  const { names, toolOf } = wireNames(sources, maxNameLength);
  return {
    tools: sources.map(({ tool }, index) => ({ wireName: names[index] ?? "", ...tool })),
    omitted: specs.filter(
      (spec): spec is HostedToolSpec => spec.type === "web_search" || spec.type === "image_generation",
    ),
    resolve: (wireName, input, callId) => {
      const { namespace = "", name = wireName, kind } = toolOf.get(wireName) ?? {};
      const target = {
        ...(callId === undefined ? {} : { callId }),
        namespace: isDefaultNamespace(namespace) ? "" : namespace,
        name,
      };
      if (kind !== "custom") return { ...target, ...argumentsOf(input) };
      return { ...target, ...textOfInput(wireName, input) };
    },
  };
}

function sourcesOf(spec: AdvertisedSpec): Source[] {
  if (spec.type === "namespace") return spec.tools.flatMap(sourcesOf);
  if (spec.type === "tool_search") {
    const tool = { description: spec.description, inputSchema: spec.parameters };
    return [{ namespace: "", name: "tool_search", kind: "function", tool }];
  }
  if (!isTool(spec)) return [];
  const { namespace, name, type: kind, description } = spec;
  if (spec.type === "custom") {
    const tool = { description: describeWithGrammar(spec), inputSchema: TEXT_SCHEMA, custom: spec };
    return [{ namespace, name, kind, tool }];
  }
  const { inputSchema, outputSchema } = spec;
  const tool = { description, inputSchema, ...(outputSchema === undefined ? {} : { outputSchema }) };
  return [{ namespace, name, kind, tool }];
}

function argumentsOf(input: unknown): { readonly arguments: string } | { readonly problem: string } {
  // Some clients hand over the text itself where it was no JSON.
  if (typeof input === "string") return { arguments: input };
  try {
    return { arguments: JSON.stringify(input) ?? "{}" };
  } catch (error) {
    return {
      problem: `The arguments cannot be written as JSON: ${error instanceof Error ? error.message : "unknown"}`,
    };
  }
}
