import { planStep } from "../../../../host/step/plan/plan-step.ts";
import type {
  ListedSpec,
  HostedSpec,
  McpSource,
  PlanIdentity,
  PlanInput,
  StepPlan,
} from "../../../../host/step/plan/types.ts";
import { defineTool, flatToolName } from "../../../../tools/index.ts";
import type { Exposure, ToolExecutor } from "../../../../tools/index.ts";

export const MAIN: PlanIdentity = { kind: "main", managed: true, environment: true };

/** A tool that answers nothing. */
export function tool(name: string, namespace = "", exposure: Exposure = "direct"): ToolExecutor {
  return defineTool({ name, namespace, exposure, handler: () => null });
}

/** A server with these tools, in its own namespace. */
export function server(name: string, tools: readonly string[], rest: Partial<McpSource> = {}): McpSource {
  return { server: name, executors: tools.map((each) => tool(each, `mcp__${name}`)), ...rest };
}

export function hosted(name: "web_search" | "image_generation"): HostedSpec {
  return { type: "hosted", namespace: "", name, definition: { type: name } };
}

export const codeMode = (): readonly ToolExecutor[] => [
  tool("exec", "", "direct-model-only"),
  tool("wait", "", "direct-model-only"),
];
export const toolSearch = (): ToolExecutor => tool("tool_search", "", "direct-model-only");

/** A plan for the main agent, in `code` mode with search unless told otherwise. */
export function plan(input: Partial<PlanInput> = {}): StepPlan {
  return planStep({ mode: "code", identity: MAIN, sources: {}, codeMode, toolSearch, ...input });
}

/** The same for a model that cannot search. */
export function planWithoutSearch(input: Omit<Partial<PlanInput>, "toolSearch"> = {}): StepPlan {
  return planStep({ mode: "code", identity: MAIN, sources: {}, codeMode, ...input });
}

/** `name`, or `namespace.name`. */
export function shown({ namespace, name }: ToolExecutor | ListedSpec): string {
  return namespace === "" ? name : `${namespace}.${name}`;
}

export function listedNames({ specs }: StepPlan): readonly string[] {
  return specs.map(shown);
}

/** What scripts call the nested tools, sorted. */
export function nestedNames({ nested }: StepPlan): readonly string[] {
  return nested.map(({ namespace, name }) => flatToolName(namespace, name)).sort();
}
