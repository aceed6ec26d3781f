import { isToolSearch } from "../../discovery/tool-search.ts";
import { DEFAULT_MAX_OUTPUT_TOKENS } from "../../code-mode/exec-tool.ts";
import { catalogsOf } from "../../step/catalog.ts";
import type { ListedSpec, StepPlan } from "../../step/plan/types.ts";
import type { Step } from "../../step/step.ts";
import { toMcpTools } from "../../../tools/index.ts";
import type { McpTool, McpToolSource, ModelCall, ToolExecutor, ToolSpec } from "../../../tools/index.ts";
import { declareWithin } from "../describe/declarations.ts";
import type { NamedTool } from "../describe/declarations.ts";
import { describeExecForMcp } from "../describe/exec-text.ts";
import { searchSpec } from "../describe/search-tool.ts";
import type { ServeSettings } from "../options.ts";
import { execSchema } from "./exec-arguments.ts";

/** Most tokens of names in the description of `tool_search`, and its share of what descriptions may cost. */
const MAX_NAME_TOKENS = 1_500;
const NAME_SHARE = 4;

/** What a client is told of a step, and the way back. */
export interface Advertised {
  readonly tools: readonly McpTool[];
  /** The list as text: two lists are the same if these are. */
  readonly text: string;
  /** Everything that scripts can call. */
  readonly nested: readonly NamedTool[];
  /** What a name stands for; null for a name that this client may not call. */
  readonly target: (name: string) => Target | null;
}

/** What a client calls. `search` is answered here; the others by the step. */
export type Target =
  | { readonly kind: "exec" }
  | { readonly kind: "search" }
  | { readonly kind: "wait"; readonly call: (args: unknown) => ModelCall }
  | {
      readonly kind: "tool";
      readonly executor: ToolExecutor | undefined;
      /** Whether the list says that the result has structured content. */
      readonly structured: boolean;
      readonly call: (args: unknown) => ModelCall;
    };

interface Source extends McpToolSource {
  readonly executor: ToolExecutor | undefined;
}

/** The list of a step for a client. Custom tools become functions; what only a model's API runs is left out. */
export function advertise(step: Step, settings: ServeSettings): Advertised {
  const { plan } = step;
  const exec = plan.mode === "direct" ? undefined : plan.registry.get("", "exec");
  const wait = exec === undefined ? undefined : plan.registry.get("", "wait");
  const nested = exec === undefined ? [] : nestedTools(plan);
  const listed = step.specs.flatMap((spec) => (spec.type === "hosted" ? [] : [sourceOf(spec, plan)]));
  const ownSearch: { spec: ToolSpec | null } = { spec: null };
  const sources = listed.map((source) => {
    if (exec === undefined || source.executor !== exec) return source;
    const description = describe(step.specs, plan, nested, settings, ownSearch);
    const inputSchema = execSchema(settings.yieldTimeMs, DEFAULT_MAX_OUTPUT_TOKENS);
    return { ...source, spec: { type: "function", namespace: "", name: "exec", description, inputSchema } as const };
  });
  if (ownSearch.spec !== null) {
    const annotations = { readOnlyHint: true, openWorldHint: false };
    sources.push({ spec: ownSearch.spec, executor: undefined, annotations });
  }
  // Tools that a search finds are callable, too, and must not get the name of another.
  const found = plan.deferred.filter((executor) => plan.offers(executor, "direct"));
  const { tools, resolve } = toMcpTools([...sources, ...found.map((executor) => sourceOf(executor.spec, plan))]);
  const byName = new Map<string, Target>();
  for (const [index, { name, outputSchema }] of tools.entries()) {
    const source = sources[index];
    const executor = source === undefined ? found[index - sources.length] : source.executor;
    const structured = outputSchema !== undefined;
    const call = (args: unknown): ModelCall =>
      resolve({ name, arguments: args }) ?? { namespace: "", name, problem: "The call has no name." };
    if (executor !== undefined && executor === exec) byName.set(name, { kind: "exec" });
    else if (source !== undefined && source.spec === ownSearch.spec) byName.set(name, { kind: "search" });
    else if (executor !== undefined && executor === wait) byName.set(name, { kind: "wait", call });
    else byName.set(name, { kind: "tool", executor, structured, call });
  }
  const shown = tools.slice(0, sources.length);
  return { tools: shown, text: JSON.stringify(shown), nested, target: (name) => byName.get(name) ?? null };
}

/** The description of `exec`. Where it cannot declare all tools and the step has no search, there is one of our own. */
function describe(
  specs: readonly ListedSpec[],
  plan: StepPlan,
  nested: readonly NamedTool[],
  { yieldTimeMs, descriptionTokens }: ServeSettings,
  ownSearch: { spec: ToolSpec | null },
): string {
  const listsSearch = specs.some(({ namespace, name }) => namespace === "" && name === "tool_search");
  const facts = { yieldTimeMs, maxOutputTokens: DEFAULT_MAX_OUTPUT_TOKENS, tools: nested };
  if (plan.mode !== "code-only") return describeExecForMcp({ ...facts, declarations: null, search: listsSearch });
  const all = declareWithin(nested, descriptionTokens);
  if (all.missing.length === 0) return describeExecForMcp({ ...facts, declarations: all, search: listsSearch });
  // Names of what is not declared share the budget.
  const nameTokens = Math.min(MAX_NAME_TOKENS, Math.floor(descriptionTokens / NAME_SHARE));
  const declarations = declareWithin(nested, descriptionTokens - nameTokens);
  if (!listsSearch) ownSearch.spec = searchSpec(declarations.missing, nameTokens);
  return describeExecForMcp({ ...facts, declarations, search: true });
}

const named: WeakMap<readonly ToolExecutor[], readonly NamedTool[]> = new WeakMap();

/**
 * What scripts can call, by the names they have there; the search is a tool of its own for clients. The same list for
 * the same tools, whichever client asks: the index of a search is kept with it.
 */
function nestedTools({ nested }: StepPlan): readonly NamedTool[] {
  const { frame, executors } = catalogsOf(nested).forModel;
  const made =
    named.get(nested) ??
    executors
      .map((executor, index) => ({ executor, identifier: frame.tools[index]?.[0] ?? executor.name }))
      .filter(({ executor }) => !isToolSearch(executor));
  named.set(nested, made);
  return made;
}

/** A tool with everything that it takes, not only what a model is shown where schemas have to be small. */
function sourceOf(spec: ToolSpec, plan: StepPlan): Source {
  const executor = plan.registry.get(spec.namespace, spec.name);
  const whole =
    spec.type === "function" && spec.argumentsSchema !== undefined
      ? { ...spec, inputSchema: spec.argumentsSchema }
      : spec;
  // A server whose output is limited may have its structured content cut away: nothing is promised then.
  const limited = executor?.maxOutputTokens !== undefined && whole.type === "function";
  const { annotations } = executor ?? {};
  return {
    spec: limited ? withoutOutput(whole) : whole,
    executor,
    ...(annotations === undefined ? {} : { annotations }),
  };
}

function withoutOutput(spec: ToolSpec): ToolSpec {
  if (spec.type !== "function") return spec;
  const { outputSchema: _, ...rest } = spec;
  return rest;
}
