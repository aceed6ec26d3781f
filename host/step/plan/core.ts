import { IsocellError } from "../../../protocol/index.ts";
import { isListed, isNested } from "../../../tools/index.ts";
import { inDescribedOrder } from "../../code-mode/tool-list.ts";
import type { Exposure, ToolExecutor } from "../../../tools/index.ts";
import type { Mode } from "../../options.ts";
import { dottedName } from "../registry.ts";
import type { Registry } from "../registry.ts";
import { arrange, namesInOrder, readToolOrder } from "./arrange.ts";
import type { ToolOrder } from "./arrange.ts";
import { isDeferred } from "./exposure.ts";
import { describeNamespaces } from "./namespaces.ts";
import { buildTable } from "./sources/tables.ts";
import type { Table } from "./sources/tables.ts";
import type { HostedSpec, PlanInput, PlanReport, StepPlan } from "./types.ts";

/** All of a plan that does not depend on what is put around it: `exec`, `wait` and `tool_search`. */
export interface PlanCore {
  /** `direct` for whoever gets no code mode. */
  readonly mode: Mode;
  readonly registry: Registry;
  readonly exposures: ReadonlyMap<ToolExecutor, Exposure>;
  /** Of the registry, in order, before `order` is applied. */
  readonly listed: readonly ToolExecutor[];
  readonly hosted: readonly HostedSpec[];
  readonly order: ToolOrder | null;
  readonly nested: readonly ToolExecutor[];
  readonly described: readonly ToolExecutor[];
  readonly deferred: readonly ToolExecutor[];
  readonly namespaces: ReadonlyMap<string, string>;
  readonly reports: readonly PlanReport[];
  readonly collisions: readonly string[];
  /** Whether the model itself may search: in code-only operation only where code could not call what is found. */
  readonly searchListed: boolean;
}

/** Decides about every tool of the sources. Throws as {@link planStep} does. */
export function planCore(input: PlanInput): PlanCore {
  const { toolOrder, errorOnCollision = false } = input.settings ?? {};
  const order = toolOrder === undefined ? null : readToolOrder(toolOrder);
  const table = buildTable(input);
  const { registry, exposures, sources, collisions, reports } = table.admission;
  const { descriptions, conflicts } = describeNamespaces(registry, sources);
  if (errorOnCollision) refuseCollisions(collisions, conflicts);

  const { mode } = table.scene;
  const all = registry.list();
  const exposureOf = (executor: ToolExecutor): Exposure => exposures.get(executor) ?? "hidden";
  const nested = all.filter((executor) => isNested(exposureOf(executor)));
  const deferred = all.filter((executor) => isDeferred(exposureOf(executor)));
  const isHeldBack = (exposure: Exposure): boolean => mode === "code-only" && isNested(exposure);
  return {
    mode,
    registry,
    exposures,
    listed: all.filter((executor) => isListed(exposureOf(executor)) && !isHeldBack(exposureOf(executor))),
    hosted: table.hosted,
    order,
    nested: Object.freeze(nested),
    described: Object.freeze(
      mode === "code-only"
        ? nested.filter((executor) => exposureOf(executor) !== "deferred").sort(inDescribedOrder)
        : [],
    ),
    deferred: Object.freeze(deferred),
    namespaces: descriptions,
    reports: Object.freeze([...reports, ...conflicts, ...unknownOrdered(toolOrder ?? [], table)]),
    collisions: Object.freeze(collisions),
    searchListed: mode !== "code-only" || deferred.some((executor) => exposureOf(executor) === "deferred-model-only"),
  };
}

/** The members of `arranged` that stand for tools. */
export function arrangedSpecs(
  front: readonly ToolExecutor[],
  core: PlanCore,
  back: readonly ToolExecutor[],
): StepPlan["specs"] {
  const executors = [...front, ...core.listed, ...back];
  return Object.freeze(arrange([...executors.map(({ spec }) => spec), ...core.hosted], core.order));
}

function refuseCollisions([name]: readonly string[], [conflict]: readonly PlanReport[]): void {
  if (name !== undefined) {
    throw new IsocellError("duplicate_tool", `duplicate tool: ${name}`, { data: { name } });
  }
  if (conflict === undefined) return;
  const { namespace } = conflict;
  throw new IsocellError(
    "duplicate_tool",
    `duplicate tool: ${dottedName(namespace, conflict.name)} (the namespace ${namespace} is described in two ways)`,
    { data: { namespace, name: conflict.name } },
  );
}

/** Not a mistake of the caller's: the tool may belong to a server that is not there yet. */
function unknownOrdered(names: readonly string[], { admission, hosted }: Table): readonly PlanReport[] {
  if (names.length === 0) return [];
  const known = new Set(["...", "exec", "wait", "tool_search", ...hosted.map(({ name }) => name)]);
  for (const { namespace, name } of admission.registry.list()) {
    for (const key of namesInOrder(namespace, name)) known.add(key);
  }
  return names
    .filter((name) => !known.has(name) && !known.has(name.replace(/^functions\./u, "")))
    .map((name) => {
      const reason = "toolOrder names it, but no tool or namespace of this step is called that";
      return { kind: "order", source: "settings", namespace: "", name, reason };
    });
}
