// Public option types of the library entry. Checked at run time by `check-options.ts`.
import type { Limits } from "../protocol/index.ts";
import type { ContentItem, HostedToolSpec, ToolExecutor } from "../tools/index.ts";
import type { ApprovalOptions } from "./approvals/options.ts";
import type { BuiltinTools } from "./builtins/options.ts";
import type { EventSink } from "./events/events.ts";
import type { HookSource } from "./hooks/index.ts";
import type { OutputStoreOptions } from "./outputs/output-store.ts";
import type { McpOptions } from "./mcp/options.ts";
import type { McpServerConfig } from "./mcp/server-config.ts";
import type { PlanIdentity, PlanSettings } from "./step/plan/types.ts";

/** `direct`: tools only; `code`: `exec` and `wait` beside them; `code-only`: tools are reached through `exec`. */
export type Mode = "direct" | "code" | "code-only";

/** Options of `createHost`. All are optional. */
export interface HostOptions {
  /** In registration order. Two with the same name are refused. */
  readonly tools?: readonly ToolExecutor[];
  /** Tools that come with isocell. Default: none of them. */
  readonly builtins?: BuiltinTools;
  readonly mcpServers?: Readonly<Record<string, McpServerConfig>>;
  /** What holds for all MCP servers. */
  readonly mcp?: McpOptions;
  /** Default `code`. */
  readonly mode?: Mode;
  /** `cell` (default) gives every cell a new isolate, `session` a new context in its session's isolate. */
  readonly isolation?: "cell" | "session";
  /** `null` lifts a limit; what is left out keeps its default. */
  readonly limits?: Partial<Limits>;
  readonly pool?: PoolOptions;
  readonly steps?: StepOptions;
  /** Tools that the model's API runs itself; they come last in the list. */
  readonly hosted?: readonly HostedToolSpec[];
  /** What looks at calls before and after, and may deny, change or withhold them; in this order. */
  readonly hooks?: readonly HookSource[];
  /** Who may run what, and who is asked. Default: everything runs, nobody is asked. */
  readonly approvals?: ApprovalOptions;
  /** Told of everything that happens: steps, calls, hooks, approvals, cells, tools that were dropped. */
  readonly onEvent?: EventSink;
  /** Keeps the whole of outputs that a model is given a part of, and offers `read_output` for them. Default: they are lost. */
  readonly outputs?: OutputStoreOptions;
}

/** How the tools of a step are chosen and shown. */
export interface StepOptions extends PlanSettings {
  /** Whose sessions these are. Default: the main agent's. */
  readonly identity?: PlanIdentity;
  /** Refuse calls of tools that the step did not offer. Default false: exposure decides what is shown, not what runs. */
  readonly enforceExposure?: boolean;
  /**
   * Offer `tool_search` where there are deferred tools. Tools of MCP servers are deferred then: found, not listed. Default
   * false: everything that may be listed is.
   */
  readonly search?: boolean;
  /** Most parallel calls that run at the same time in a session. Default: no limit. */
  readonly maxSharedCalls?: number;
}

/** How many runtime processes and threads a host uses. */
export interface PoolOptions {
  /** Processes in which a cell may have a thread to itself. Default: the number of cores, at least 2, at most 8. */
  readonly processes?: number;
  /** Worker threads in each process. Default 1, with which cells run fastest. */
  readonly threads?: number;
  /** Isolates each worker keeps ready. Default 2. */
  readonly warmIsolates?: number;
  /** Cells after which a process is replaced by a fresh one. Default 10,000. */
  readonly recycleAfterCells?: number;
  /** Start processes with the host, so that the first script finds them ready. Default: unless the mode is `direct`. */
  readonly prestart?: boolean;
}

/** Options of `host.openSession`. */
export interface SessionOptions {
  /** Called for each `notify` of a script, as it happens. */
  readonly onNotify?: (notification: { readonly cellId: string; readonly text: string }) => void;
  /** Called for each item a script emits, as it happens: the way to stream output. */
  readonly onContent?: (emission: { readonly cellId: string; readonly item: ContentItem }) => void;
  /** Called for each text that a hook adds for the model while a script runs: it belongs into the history. */
  readonly onContext?: (context: { readonly cellId: string; readonly text: string }) => void;
  /** Tools of this session alone, from outside: `dynamicTools` makes them. They step back for names that are taken. */
  readonly dynamicTools?: readonly ToolExecutor[];
  /**
   * Whoever can be asked in this session, where the host's options name nobody: about its calls, if those options say
   * anything about calls, and by MCP servers during its calls.
   */
  readonly people?: Pick<ApprovalOptions, "ask" | "elicit">;
  /** Overrides of the host's limits for this session. */
  readonly limits?: Partial<Limits>;
}

/** Options of `session.run`. */
export interface RunOptions {
  /** When to answer with what there is so far while the script goes on; `null` waits for the end. Default 30,000. */
  readonly yieldTimeMs?: number | null;
  /** Truncates the content as `exec` does. Absent: all of it, up to the cell's output limit. */
  readonly maxOutputTokens?: number;
  /** Terminates the cell. */
  readonly signal?: AbortSignal;
}

/** Options of `session.wait`. */
export interface WaitOptions {
  /** Default 10,000. */
  readonly yieldTimeMs?: number | null;
  readonly maxOutputTokens?: number;
}
