import { compareBytewise } from "../../tools/index.ts";
import type { JsonSchema, ToolExecutor } from "../../tools/index.ts";
import { byNamespace, describeNamespace, namespaceOf } from "./deferred.ts";

/** A function as model APIs are given it; the keys stand in the order in which they are sent. */
interface FunctionDefinition {
  readonly type: "function";
  readonly name: string;
  readonly description: string;
  readonly strict: false;
  readonly defer_loading?: true;
  readonly parameters: JsonSchema;
}

/** A freeform tool as model APIs are given it. */
interface CustomDefinition {
  readonly type: "custom";
  readonly name: string;
  readonly description: string;
  readonly format?: { readonly type: "grammar"; readonly syntax: "lark" | "regex"; readonly definition: string };
}

/** Tools of one namespace. */
interface NamespaceDefinition {
  readonly type: "namespace";
  readonly name: string;
  readonly description: string;
  readonly tools: readonly (FunctionDefinition | CustomDefinition)[];
}

/** One entry of a list of tools. */
export type ToolDefinition = FunctionDefinition | CustomDefinition | NamespaceDefinition;

/** How a list is made. */
export interface DefinitionOptions {
  /** Marks functions as found by search. */
  readonly deferred?: boolean;
  /** Order of a namespace's members: by name, as in the advertised list, or that of the executors. Default `name`. */
  readonly members?: "name" | "given";
  /** What is said of a tool. Default: its own description. */
  readonly describe?: (executor: ToolExecutor) => string;
  /** All tools that are known, for what a namespace is for. Default: the executors. */
  readonly among?: readonly ToolExecutor[];
}

/** Parameters of a function whose schema lets anything pass; model APIs want an object. */
const ANY_PARAMETERS: JsonSchema = { type: "object", properties: {} };

/**
 * A list of tools as model APIs are given it: members of a namespace are merged where the first of them stands, tools
 * without a namespace stand alone.
 */
export function defineTools(executors: readonly ToolExecutor[], options: DefinitionOptions = {}): ToolDefinition[] {
  const groups = byNamespace(executors);
  const among = options.among === undefined ? groups : byNamespace(options.among);
  const definitions: ToolDefinition[] = [];
  const begun = new Set<string>();
  for (const executor of executors) {
    const namespace = namespaceOf(executor);
    if (namespace === "") definitions.push(defineOne(executor, options));
    if (namespace === "" || begun.has(namespace)) continue;
    begun.add(namespace);
    const members = [...(groups.get(namespace) ?? [])];
    if (options.members !== "given") members.sort((a, b) => compareBytewise(a.name, b.name));
    definitions.push({
      type: "namespace",
      name: namespace,
      description: describeNamespace(namespace, among.get(namespace) ?? members),
      tools: members.map((member) => defineOne(member, options)),
    });
  }
  return definitions;
}

function defineOne(executor: ToolExecutor, options: DefinitionOptions): FunctionDefinition | CustomDefinition {
  const { name, spec } = executor;
  const description = options.describe?.(executor) ?? spec.description;
  if (spec.type === "custom") {
    const { grammar } = spec;
    const format = grammar === undefined ? {} : { format: { type: "grammar" as const, ...grammar } };
    return { type: "custom", name, description, ...format };
  }
  return {
    type: "function",
    name,
    description,
    strict: false,
    ...(options.deferred === true ? { defer_loading: true as const } : {}),
    parameters: parametersOf(spec.inputSchema),
  };
}

function parametersOf(schema: JsonSchema): JsonSchema {
  return typeof schema === "boolean" || !Object.hasOwn(schema, "type") ? ANY_PARAMETERS : schema;
}
