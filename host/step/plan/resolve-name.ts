import { flatToolName, nearestNames } from "../../../tools/index.ts";
import type { ToolExecutor, ToolKind } from "../../../tools/index.ts";
import { isDefaultNamespace, toolKey } from "../registry.ts";
import type { StepPlan } from "./types.ts";

const MAX_NAMED = 3;
/** Longer than any name that exists; what is longer is no misspelled name. */
const MAX_LENGTH = 256;
/** Between a namespace and a name, as models write them who know no other way. */
const SEPARATORS = ["", ".", "/", ":", "__"] as const;

/** What a name means in a step. For an unknown one: which tools may be meant, and a sentence about them or "". */
export type ResolvedName =
  | { readonly executor: ToolExecutor }
  | { readonly executor: null; readonly nearest: readonly ToolExecutor[]; readonly hint: string };

interface NameIndex {
  /** Tools by each way in which their full name is mistaken for a name, and by the name alone. */
  readonly byForm: ReadonlyMap<string, readonly ToolExecutor[]>;
  readonly byFlatName: ReadonlyMap<string, ToolExecutor>;
  /** Tools by namespace and then by name; empty for the default one. */
  readonly members: ReadonlyMap<string, ReadonlyMap<string, ToolExecutor>>;
}

const indexes: WeakMap<StepPlan, NameIndex> = new WeakMap();

/**
 * Finds the executor of an exact name. For an unknown one it looks for what was meant: first the tools whose name was
 * only put together wrongly (`mcp__srv__echo`, `srv.echo`, a bare `echo`), then those that are spelled alike. Only tools
 * that can be called in this step are named.
 */
export function resolveName(plan: StepPlan, namespace: string, name: string): ResolvedName {
  const executor = plan.registry.get(namespace, name);
  if (executor !== undefined) return { executor };
  if (namespace.length + name.length > MAX_LENGTH) return { executor: null, nearest: [], hint: "" };
  const index = indexes.get(plan) ?? createIndex(plan);
  indexes.set(plan, index);
  const meant = sameName(index, namespace, name);
  if (meant.length > 0) {
    const hint = `The tool${meant.length === 1 ? " is" : "s of that name are"} ${listed(plan, meant, "and")}.`;
    return { executor: null, nearest: meant, hint };
  }
  const nearest = spelledAlike(index, namespace, name);
  return {
    executor: null,
    nearest,
    hint: nearest.length === 0 ? "" : `Did you mean ${listed(plan, nearest, "or")}?`,
  };
}

/** What a model reads that called a tool which this step does not have. */
export function unsupportedCall(plan: StepPlan, namespace: string, name: string, kind: ToolKind): string {
  const text = `unsupported ${kind === "custom" ? "custom tool call" : "call"}: ${namespace}${name}`;
  const resolved = resolveName(plan, namespace, name);
  return resolved.executor !== null || resolved.hint === "" ? text : `${text}. ${resolved.hint}`;
}

function createIndex(plan: StepPlan): NameIndex {
  const byForm = new Map<string, ToolExecutor[]>();
  const byFlatName = new Map<string, ToolExecutor>();
  const members = new Map<string, Map<string, ToolExecutor>>();
  for (const executor of plan.registry.list()) {
    if (!isCallable(plan, executor)) continue;
    const { namespace, name } = executor;
    byFlatName.set(flatToolName(namespace, name), executor);
    const own = isDefaultNamespace(namespace) ? "" : namespace;
    members.set(own, (members.get(own) ?? new Map<string, ToolExecutor>()).set(name, executor));
    for (const form of new Set([name, ...formsOf(namespace, name)])) {
      const known = byForm.get(form);
      if (known === undefined) byForm.set(form, [executor]);
      else known.push(executor);
    }
  }
  return { byForm, byFlatName, members };
}

/** The first that finds something: what was written, the same put together, the name without its namespace. */
function sameName({ byForm }: NameIndex, namespace: string, name: string): readonly ToolExecutor[] {
  const written = isDefaultNamespace(namespace) ? [name] : [...formsOf(namespace, name), name];
  const found = written.map((form) => byForm.get(form) ?? []).find((tools) => tools.length > 0) ?? [];
  return found.slice(0, MAX_NAMED);
}

/** Whoever knows the namespace only has the name wrong; else both count. */
function spelledAlike({ members, byFlatName }: NameIndex, namespace: string, name: string): readonly ToolExecutor[] {
  const alike = (among: ReadonlyMap<string, ToolExecutor>, written: string): readonly ToolExecutor[] =>
    nearestNames(written, among.keys(), MAX_NAMED).flatMap((found) => among.get(found) ?? []);
  const within = members.get(isDefaultNamespace(namespace) ? "" : namespace);
  const near = within === undefined ? [] : alike(within, name);
  // Full names that share a long namespace look alike without being so.
  if (near.length > 0 || (within !== undefined && !isDefaultNamespace(namespace))) return near;
  return alike(byFlatName, flatToolName(namespace, name));
}

function formsOf(namespace: string, name: string): readonly string[] {
  if (isDefaultNamespace(namespace)) return SEPARATORS.map((separator) => `functions${separator}${name}`);
  const bare = namespace.replace(/^mcp__/u, "");
  const forms = SEPARATORS.map((separator) => namespace + separator + name);
  if (bare !== namespace) forms.push(...SEPARATORS.slice(1).map((separator) => bare + separator + name));
  return [...forms, flatToolName(namespace, name)];
}

function isCallable(plan: StepPlan, executor: ToolExecutor): boolean {
  return plan.offers(executor, "direct") || isNestedHere(plan, executor);
}

function isNestedHere(plan: StepPlan, executor: ToolExecutor): boolean {
  return plan.mode !== "direct" && plan.offers(executor, "cell");
}

function listed(plan: StepPlan, executors: readonly ToolExecutor[], word: "and" | "or"): string {
  const shown = executors.map((executor) => described(plan, executor));
  const last = shown.pop() ?? "";
  return shown.length === 0 ? last : `${shown.join(", ")} ${word} ${last}`;
}

/** How to call a tool rightly. */
function described(plan: StepPlan, executor: ToolExecutor): string {
  const { namespace, name } = executor;
  if (!plan.offers(executor, "direct")) return `\`tools.${flatToolName(namespace, name)}\` in a script of \`exec\``;
  return toolKey(namespace, name) === toolKey("", name)
    ? `\`${name}\``
    : `\`${name}\` in the namespace \`${namespace}\``;
}
