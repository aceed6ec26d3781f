import { describeNestedTools } from "../code-mode/tool-list.ts";
import { createExecTool, createWaitTool } from "../code-mode/exec-tool.ts";
import type { ExecBackend } from "../code-mode/exec-tool.ts";
import type { EventSink } from "../events/events.ts";
import type { OutputStore } from "../outputs/output-store.ts";
import type { DispatchContext } from "../pipeline/dispatch.ts";
import type { ToolExecutor } from "../../tools/index.ts";
import { catalogsOf } from "./catalog.ts";
import type { Catalogs } from "./catalog.ts";
import { declaredSpecs } from "./plan/declared-specs.ts";
import { planStep } from "./plan/plan-step.ts";
import { unsupportedCall } from "./plan/resolve-name.ts";
import type {
  ListedSpec,
  CodeModeParts,
  PlanInput,
  PlanReport,
  PlanSources,
  SearchParts,
  StepPlan,
} from "./plan/types.ts";
import { Step } from "./step.ts";

/** What steps of a session are made of, besides the tools. */
export interface StepMakerParts {
  readonly sessionId: string;
  readonly plan: Omit<PlanInput, "sources" | "codeMode" | "toolSearch">;
  readonly toolSearch: ((parts: SearchParts) => ToolExecutor) | null;
  readonly context: Omit<DispatchContext, "sessionId" | "stepId" | "registry" | "refuse" | "unknown" | "sharesGate">;
  /** Refuse calls of tools that the step did not offer. */
  readonly enforceExposure: boolean;
  readonly outputs: OutputStore | null;
  /** Runs scripts for `exec`, with the tools of a step. */
  readonly backendFor: (step: () => ScriptStep) => ExecBackend;
  /** Told once of each thing that planning did to the configured tools. */
  readonly onReport: (report: PlanReport) => void;
}

/** A step, and what scripts may call on it. */
export interface ScriptStep {
  readonly step: Step;
  readonly catalogs: Catalogs;
}

let lastStep = 0;

/** Makes the steps of one session, each from the tools as they are at that moment. */
export class StepMaker {
  readonly #parts: StepMakerParts;
  readonly #reported: WeakSet<readonly PlanReport[]> = new WeakSet();
  readonly #holders: WeakMap<ToolExecutor, { last: ScriptStep | null }> = new WeakMap();
  #made: { readonly sources: PlanSources; readonly last: ScriptStep } | null = null;

  constructor(parts: StepMakerParts) {
    this.#parts = parts;
  }

  /** The step for scripts that are submitted directly: made anew only when the tools have changed. */
  forScripts(sources: PlanSources): ScriptStep {
    return this.#made?.sources === sources ? this.#made.last : this.next(sources);
  }

  /** A step for one sampling request. Throws what planning throws. */
  next(sources: PlanSources): ScriptStep {
    const beganAt = performance.now();
    const { plan: settings, toolSearch } = this.#parts;
    const plan = planStep({
      ...settings,
      sources,
      codeMode: this.#codeMode,
      ...(toolSearch === null ? {} : { toolSearch }),
    });
    const id = String(++lastStep);
    const catalogs = catalogsOf(callableFromCode(plan));
    const step = new Step({
      id,
      plan,
      specs: shownSpecs(plan, catalogs),
      context: this.#contextFor(plan, id),
      outputs: this.#parts.outputs,
    });
    const last = { step, catalogs };
    const exec = plan.registry.get("", "exec");
    const holder = exec === undefined ? undefined : this.#holders.get(exec);
    // Scripts run on the table of the plan that their `exec` belongs to, however late they come.
    if (holder !== undefined) holder.last = last;
    this.#made = { sources, last };
    this.#tell(plan, id, beganAt);
    return last;
  }

  /** The same function for all plans, so that a plan is made once for the same tools. */
  readonly #codeMode = ({ mode, nested, described }: CodeModeParts): readonly ToolExecutor[] => {
    const holder: { last: ScriptStep | null } = { last: null };
    const backend = this.#parts.backendFor(() => {
      if (holder.last === null) throw new TypeError("exec was called before its step was made");
      return holder.last;
    });
    const exec = createExecTool(
      backend,
      mode === "code-only" ? describeNestedTools(described, identifiers(nested)) : "",
    );
    this.#holders.set(exec, holder);
    return [exec, createWaitTool(backend)];
  };

  #contextFor(plan: StepPlan, stepId: string): DispatchContext {
    const { context, sessionId, enforceExposure } = this.#parts;
    return {
      ...context,
      sessionId,
      stepId,
      registry: plan.registry,
      sharesGate: plan.sharesGate,
      refuse: enforceExposure ? (executor, way) => refusal(plan, executor, way) : null,
      unknown: ({ namespace, name, kind }) => unsupportedCall(plan, namespace, name, kind),
    };
  }

  #tell(plan: StepPlan, stepId: string, beganAt: number): void {
    const { context, sessionId, onReport } = this.#parts;
    if (!this.#reported.has(plan.reports)) {
      this.#reported.add(plan.reports);
      for (const report of plan.reports) onReport(report);
    }
    const sink: EventSink | null = context.events();
    if (sink === null) return;
    const at = performance.now();
    const counts = { tools: plan.registry.list().length, listed: plan.specs.length };
    sink({ type: "step/planned", at, sessionId, stepId, ...counts, ms: at - beganAt });
  }
}

const shown: WeakMap<StepPlan, readonly ListedSpec[]> = new WeakMap();

/** The advertised list. Beside code, tools that code may call are described as code sees them. */
function shownSpecs(plan: StepPlan, { forModel }: Catalogs): readonly ListedSpec[] {
  const made = shown.get(plan) ?? (plan.mode === "code" ? declaredSpecs(plan.specs, forModel) : plan.specs);
  shown.set(plan, made);
  return made;
}

const callable: WeakMap<
  readonly ToolExecutor[],
  Map<ToolExecutor | undefined, readonly ToolExecutor[]>
> = new WeakMap();

/** What code may call: the nested tools, and the search, which finds what is nested, too. The same list for the same tools. */
function callableFromCode(plan: StepPlan): readonly ToolExecutor[] {
  const search = plan.deferred.length === 0 ? undefined : plan.registry.get("", "tool_search");
  if (search === undefined) return plan.nested;
  const made = callable.get(plan.nested) ?? new Map<ToolExecutor | undefined, readonly ToolExecutor[]>();
  callable.set(plan.nested, made);
  const list = made.get(search) ?? [...plan.nested, search];
  made.set(search, list);
  return list;
}

/** Names of nested tools as scripts spell them. */
function identifiers(nested: readonly ToolExecutor[]): (executor: ToolExecutor) => string {
  const { frame, executors } = catalogsOf(nested).forModel;
  const names = new Map(executors.map((executor, index) => [executor, frame.tools[index]?.[0] ?? executor.name]));
  return (executor) => names.get(executor) ?? executor.name;
}

function refusal(plan: StepPlan, executor: ToolExecutor, way: "direct" | "cell"): string | null {
  if (plan.offers(executor, way) || (way === "cell" && callableFromCode(plan).includes(executor))) return null;
  return `The tool ${executor.namespace}${executor.name} was not offered in this request.`;
}
