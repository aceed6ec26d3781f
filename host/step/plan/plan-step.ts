import { IsocellError } from "../../../protocol/index.ts";
import { isNested } from "../../../tools/index.ts";
import type { Exposure, ToolExecutor } from "../../../tools/index.ts";
import { Registry } from "../registry.ts";
import { arrangedSpecs, planCore } from "./core.ts";
import type { PlanCore } from "./core.ts";
import { isDeferred } from "./exposure.ts";
import { recentCore } from "./recent-cores.ts";
import type { PlanInput, StepPlan } from "./types.ts";

type CodeMode = PlanInput["codeMode"];
type ToolSearch = PlanInput["toolSearch"];

/** What was made last for each maker of `exec` and `wait`; plans without code mode are kept under `NONE`. */
const plans: WeakMap<
  PlanCore,
  WeakMap<object, { readonly toolSearch: ToolSearch; readonly plan: StepPlan }>
> = new WeakMap();
const searches: WeakMap<PlanCore, WeakMap<object, ToolExecutor>> = new WeakMap();
const NONE: object = {};

/**
 * Plans a step: which tools there are, where each can be seen, and the list the model gets. Depends on its input alone;
 * with the same lists, settings and makers it answers with the same object, in time that does not grow with the tools.
 *
 * @throws {IsocellError} `duplicate_tool` where two trusted tools have one name, one has a name that this mode needs, or
 * with `errorOnCollision` for any other tool whose name is taken; `invalid_options` for a wrong `toolOrder` or
 * `omitToolsFrom`, or a mode with code and no `codeMode`.
 */
export function planStep(input: PlanInput): StepPlan {
  const core = recentCore(input, () => planCore(input));
  const codeMode = core.mode === "direct" ? undefined : input.codeMode;
  if (core.mode !== "direct" && codeMode === undefined) {
    const problem = `The mode ${core.mode} needs \`codeMode\`, which makes exec and wait.`;
    throw new IsocellError("invalid_options", problem, { data: { path: ["codeMode"] } });
  }
  const { toolSearch } = input;
  const made = entryOf(plans, core);
  const last = made.get(codeMode ?? NONE);
  if (last !== undefined && last.toolSearch === toolSearch) return last.plan;
  const plan = finish(core, codeMode, toolSearch);
  made.set(codeMode ?? NONE, { toolSearch, plan });
  return plan;
}

function finish(core: PlanCore, codeMode: CodeMode, toolSearch: ToolSearch): StepPlan {
  const { mode, nested, described, deferred, namespaces, reports, collisions } = core;
  const front = codeMode?.({ mode, nested, described, namespaces }) ?? [];
  const search = searchOf(core, toolSearch);
  const back = search !== null && core.searchListed ? [search] : [];

  const registry = new Registry();
  for (const executor of [...front, ...core.registry.list(), ...(search === null ? [] : [search])]) {
    registry.add(executor);
  }
  const mounted = new Map<ToolExecutor, Exposure>([...front, ...(search === null ? [] : [search])].map(ownOf));
  const listed = new Set([...front, ...core.listed, ...back]);
  const exposureOf = (executor: ToolExecutor): Exposure =>
    mounted.get(executor) ?? core.exposures.get(executor) ?? "hidden";
  return Object.freeze({
    mode,
    registry,
    specs: arrangedSpecs(front, core, back),
    namespaces,
    nested,
    described,
    deferred,
    reports,
    collisions,
    exposureOf,
    offers: (executor: ToolExecutor, way: "direct" | "cell") => {
      if (way === "cell") return !mounted.has(executor) && isNested(exposureOf(executor));
      return listed.has(executor) || (core.searchListed && isDeferred(exposureOf(executor)));
    },
    sharesGate: (executor: ToolExecutor | undefined, input: unknown) =>
      executor !== undefined && exposureOf(executor) !== "hidden" && saysParallel(executor, input),
  });
}

/** The search over the deferred tools of a core: made once for each maker, since it may build an index. */
function searchOf(core: PlanCore, toolSearch: ToolSearch): ToolExecutor | null {
  const { deferred, namespaces } = core;
  if (toolSearch === undefined || deferred.length === 0) return null;
  const made = entryOf(searches, core);
  const search = made.get(toolSearch) ?? toolSearch({ deferred, namespaces });
  made.set(toolSearch, search);
  return search;
}

function ownOf(executor: ToolExecutor): [ToolExecutor, Exposure] {
  return [executor, executor.exposure];
}

function saysParallel(executor: ToolExecutor, input: unknown): boolean {
  try {
    return executor.parallel(input);
  } catch {
    return false;
  }
}

function entryOf<Value>(map: WeakMap<PlanCore, WeakMap<object, Value>>, core: PlanCore): WeakMap<object, Value> {
  const entry = map.get(core) ?? new WeakMap<object, Value>();
  map.set(core, entry);
  return entry;
}
