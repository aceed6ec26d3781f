import type { CallSource } from "../../contract/executor.ts";

/** The call on whose behalf a callback is called. */
export interface CallbackCall {
  /** Unique within its session. */
  readonly callId: string;
  readonly source: CallSource;
  /** The conversation that the call belongs to, as events name it. Absent where there is none. */
  readonly sessionId?: string;
  /** Fires when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** Something that may take a while. What it throws, and what it answers in another shape, never harms the host. */
export type Callback<Request, Answer> = (request: Request, call: CallbackCall) => Answer | Promise<Answer>;

/** The plan of a model, as a whole. */
export interface PlanUpdate {
  readonly explanation?: string;
  readonly plan: readonly { readonly step: string; readonly status: "pending" | "in_progress" | "completed" }[];
}

/** One question to the user. */
export interface UserQuestion {
  readonly id: string;
  /** A word or two to show above it. */
  readonly header: string;
  readonly question: string;
  /** The user may always answer something else than the options. */
  readonly isOther: true;
  readonly isSecret: false;
  readonly options: readonly { readonly label: string; readonly description: string }[];
}

/** What the user answered, by the id of the question: labels of options, or words of their own. */
export interface UserAnswers {
  readonly answers: Readonly<Record<string, { readonly answers: readonly string[] }>>;
}

/** Rights that a model asks for, besides those it has. */
export interface PermissionSet {
  readonly network?: { readonly enabled?: boolean };
  /** Paths as the model gave them. */
  readonly file_system?: { readonly read?: readonly string[]; readonly write?: readonly string[] };
}

/** A request for rights. */
export interface PermissionRequest {
  readonly reason?: string;
  readonly permissions: PermissionSet;
}

/** What was granted: at most what was asked for. What is left out is not. */
export interface PermissionGrant {
  readonly permissions: PermissionSet;
  /** How long it holds. Default `turn`. */
  readonly scope?: "turn" | "session";
}

/** How much room the model's context has left, in tokens. */
export interface ContextRemaining {
  readonly tokensLeft: number;
  readonly windowTokens?: number;
}

/** A plugin that could be installed, or is. */
export interface PluginEntry {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly installed?: boolean;
}

/** A request to install a plugin. */
export interface PluginRequest {
  readonly pluginId: string;
  /** Why it would help, in the model's words. */
  readonly reason?: string;
}

/** What became of such a request. */
export interface PluginAnswer {
  readonly installed: boolean;
  /** What the model should know besides. */
  readonly message?: string;
}

/** What a conversation is to achieve. */
export interface Goal {
  readonly objective: string;
  readonly status: "active" | "paused" | "blocked" | "complete";
  readonly tokenBudget?: number;
  readonly tokensUsed?: number;
  readonly timeUsedSeconds?: number;
}

/** What the host does for the small built-in tools. A tool is there only where its callback, of the same name, is given. */
export interface BuiltinCallbacks {
  /** For `update_plan`: shows the plan. */
  readonly updatePlan?: Callback<PlanUpdate, void>;
  /** For `request_user_input`: asks. Whatever fails counts as no answers. */
  readonly requestUserInput?: Callback<readonly UserQuestion[], UserAnswers>;
  /** Where there are collaboration modes: the one in force. In `default`, `request_user_input` is not available. */
  readonly collaborationMode?: () => "plan" | "default";
  /** For `request_permissions`: asks, and grants. Whatever fails counts as nothing granted. */
  readonly requestPermissions?: Callback<PermissionRequest, PermissionGrant>;
  /** For `new_context`: begins a new context with the next request. */
  readonly newContext?: Callback<undefined, void>;
  /** For `get_context_remaining`; null where nobody knows. */
  readonly getContextRemaining?: Callback<undefined, ContextRemaining | null>;
  /** For `list_available_plugins`. */
  readonly listAvailablePlugins?: Callback<undefined, readonly PluginEntry[]>;
  /** For `request_plugin_install`: asks, and installs. */
  readonly requestPluginInstall?: Callback<PluginRequest, PluginAnswer>;
  /** For `get_goal`; null where there is none. */
  readonly getGoal?: Callback<undefined, Goal | null>;
  /** For `create_goal`: the goal that holds from now on. */
  readonly createGoal?: Callback<{ readonly objective: string; readonly tokenBudget?: number }, Goal>;
  /** For `update_goal`: the goal as it is now. */
  readonly updateGoal?: Callback<{ readonly status: "complete" | "blocked" | "paused" }, Goal>;
  /** For `clock.curr_time`. */
  readonly currTime?: Callback<undefined, Date>;
  /** For `clock.sleep`: settles after so many milliseconds, or when the call's signal fires. */
  readonly sleep?: Callback<number, void>;
}
