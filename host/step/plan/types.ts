import type { Exposure, HostedToolSpec, ToolExecutor, ToolSpec } from "../../../tools/index.ts";
import type { Mode } from "../../options.ts";
import type { Registry } from "../registry.ts";

/** Whose step it is. */
export interface PlanIdentity {
  readonly kind: "main" | "reviewer" | "sub-agent";
  /** Whether a permission profile that the host manages holds for it. Matters for reviewers only. */
  readonly managed: boolean;
  /** Whether there is an environment to run commands and to change files in. Without one, tools for that say so. */
  readonly environment: boolean;
}

/** Where the tools of an MCP server must not be seen. */
export type OmitFrom = "direct" | "deferred" | "code_mode";

/** The tools of one MCP server, as far as it is up. Their own exposure does not count: the policy decides. */
export interface McpSource {
  readonly server: string;
  readonly executors: readonly ToolExecutor[];
  /** Default: none. */
  readonly omitToolsFrom?: readonly OmitFrom[];
}

/** The tools of one extension. */
export interface ExtensionSource {
  readonly name: string;
  readonly executors: readonly ToolExecutor[];
}

/** A tool that the model's provider runs itself: only its definition is known here, and it is sent as it is. */
export interface HostedSpec {
  readonly type: "hosted";
  readonly namespace: "";
  readonly name: string;
  readonly definition: HostedToolSpec;
}

/** One entry of what a model is shown. */
export type ListedSpec = ToolSpec | HostedSpec;

/**
 * Everything that brings tools, in the order in which they are registered. All lists count as unchangeable: a plan is
 * made anew when a list is another object, not when its contents changed.
 */
export interface PlanSources {
  /** Trusted: two of the same name are the host's mistake. */
  readonly builtIn?: readonly ToolExecutor[];
  /** Built-in tools that speak to the user outside the turn. Sub-agents do not get them. */
  readonly userMessages?: readonly ToolExecutor[];
  /** What the embedder passed; trusted, too. */
  readonly embedder?: readonly ToolExecutor[];
  readonly mcp?: readonly McpSource[];
  readonly extensions?: readonly ExtensionSource[];
  readonly dynamic?: readonly ToolExecutor[];
  readonly hosted?: readonly HostedSpec[];
}

/** What a user may set about exposure and order. */
export interface PlanSettings {
  /** Namespaces whose tools are listed and kept from code. `functions` is the one of tools without a namespace. */
  readonly directOnlyNamespaces?: readonly string[];
  /** Namespaces whose tools code cannot call. In code-only operation they are listed instead. */
  readonly excludedNamespaces?: readonly string[];
  /**
   * Order of the advertised list: names of tools (`name`, `namespace.name`), namespaces, and once `...` for all that is
   * not named. A namespace stays together. Default: the order of registration.
   */
  readonly toolOrder?: readonly string[];
  /** Refuse to plan when a tool would be dropped because its name is taken. Default: drop and report. */
  readonly errorOnCollision?: boolean;
}

/** What makes `exec` and `wait` gets. */
export interface CodeModeParts {
  readonly mode: Mode;
  /** What code may call, in registration order. */
  readonly nested: readonly ToolExecutor[];
  /** The nested tools that the description of `exec` describes, sorted; empty unless `mode` is `code-only`. */
  readonly described: readonly ToolExecutor[];
  readonly namespaces: ReadonlyMap<string, string>;
}

/** What makes `tool_search` gets. */
export interface SearchParts {
  /** What a search can find, in registration order. Never empty. */
  readonly deferred: readonly ToolExecutor[];
  readonly namespaces: ReadonlyMap<string, string>;
}

/** What a step is planned from. */
export interface PlanInput {
  readonly mode: Mode;
  readonly identity: PlanIdentity;
  readonly sources: PlanSources;
  readonly settings?: PlanSettings;
  /** Makes `exec` and `wait`, in this order. Needed unless `mode` is `direct`. Called once a plan. */
  readonly codeMode?: (parts: CodeModeParts) => readonly ToolExecutor[];
  /** Makes `tool_search`; called once a plan at most. Absent: there is no search, and nothing is deferred. */
  readonly toolSearch?: (parts: SearchParts) => ToolExecutor;
}

/** Something a plan did that whoever configured the tools should know. */
export interface PlanReport {
  /**
   * `dropped`: the tool is not in the plan. `renamed`: it is, under the name in `now`. `withheld`: the source, or the rest
   * of it, is not for this identity. `description`: a namespace is described in two ways, the first counts. `order`: an entry of
   * `toolOrder` names nothing that is there.
   */
  readonly kind: "dropped" | "renamed" | "withheld" | "description" | "order";
  /** `built-in`, `user messages`, `tools`, `mcp:<server>`, `extension:<name>`, `dynamic`, `hosted` or `settings`. */
  readonly source: string;
  /** As the source gave them; empty where the report is about more than one tool. */
  readonly namespace: string;
  readonly name: string;
  readonly reason: string;
  readonly now?: { readonly namespace: string; readonly name: string };
}

/** The tools of one step, decided. Nothing in it ever changes. */
export interface StepPlan {
  readonly mode: Mode;
  /** Everything that can be dispatched, in registration order. Not to be added to. */
  readonly registry: Registry;
  /** What the model is shown, in order. The members of a namespace stand together, sorted by name. */
  readonly specs: readonly ListedSpec[];
  /** Namespaces of all tools with what they are for; a namespace nobody describes gets a sentence. */
  readonly namespaces: ReadonlyMap<string, string>;
  /** What code may call, in registration order. */
  readonly nested: readonly ToolExecutor[];
  /** Nested tools to describe within `exec`: by namespace and name, those without a namespace first. */
  readonly described: readonly ToolExecutor[];
  /** What a search finds, in registration order. */
  readonly deferred: readonly ToolExecutor[];
  readonly reports: readonly PlanReport[];
  /** Full names of the tools that were dropped because their name was taken or reserved: `functions.exec_command`. */
  readonly collisions: readonly string[];
  /** Exposure in this step, which may differ from the executor's own. `hidden` for an executor of another step. */
  readonly exposureOf: (executor: ToolExecutor) => Exposure;
  /** Whether this step lets a model (`direct`) or a script (`cell`) know of a tool. */
  readonly offers: (executor: ToolExecutor, way: "direct" | "cell") => boolean;
  /** Whether a call may share the gate: the tool's own word, unless it is hidden here, unknown, or its test throws. */
  readonly sharesGate: (executor: ToolExecutor | undefined, input: unknown) => boolean;
}
