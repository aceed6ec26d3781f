// Public option types of hooks. Contract towards the pipeline: `contract.ts`.
import type { HookCall } from "./contract.ts";

/** What a function answers before a call; nothing means "go on". */
export interface BeforeAnswer {
  /** The call does not happen, and the model reads why. Beats every rewrite. */
  readonly deny?: string;
  /** In place of the input, in the form hooks see. A JSON value. */
  readonly input?: unknown;
  /** For the model, besides the result; each text is a message of its own. */
  readonly context?: string | readonly string[];
}

/** What a function answers after a successful call; nothing means "as it is". */
export interface AfterAnswer {
  /** The call counts as failed with this text. */
  readonly block?: string;
  /** The model reads this text instead of the output; a script still gets its value. */
  readonly replace?: string;
  readonly context?: string | readonly string[];
}

/** Functions of the embedder as a hook. What they throw counts as a failure of the hook. */
export interface FunctionHook {
  /** For reports. Default: the function's own name. */
  readonly name?: string;
  /** Which tools it concerns, see `compileMatcher`. Absent: all. */
  readonly matcher?: string;
  readonly before?: (call: HookCall) => BeforeAnswer | undefined | void | Promise<BeforeAnswer | undefined | void>;
  readonly after?: (
    call: HookCall,
    response: unknown,
  ) => AfterAnswer | undefined | void | Promise<AfterAnswer | undefined | void>;
  /** Milliseconds after which it counts as failed and the signal of its call fires. Default 600,000. */
  readonly timeoutMs?: number;
  /** Whether a call is denied when the hook fails. Default false: the call goes on. */
  readonly failClosed?: boolean;
}

/** The content of a `hooks.json`: events, their matcher groups, and the handlers of those. Checked when it is used. */
export interface HooksConfig {
  readonly description?: string;
  readonly hooks: Readonly<Record<string, unknown>>;
  /** For all handlers that do not say it themselves. */
  readonly failClosed?: boolean;
}

/** What `type: "command"` says. */
export interface CommandHandler {
  readonly type: "command";
  /** For the shell; with `args`, a program that is started without one. */
  readonly command: string;
  readonly args?: readonly string[];
  /** Instead of `command` on Windows. */
  readonly commandWindows?: string;
}

/** What `type: "mcp_tool"` says. Texts in `input` may name fields of the hook's input: `${tool_input.path}`. */
export interface McpToolHandler {
  readonly type: "mcp_tool";
  readonly server: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** A handler of a file or configuration, checked. */
export interface ConfiguredHandler {
  readonly event: "before" | "after";
  /** Where it stands, without a folder: `hooks.json PreToolUse[0].hooks[1]`. */
  readonly label: string;
  readonly matcher: string | undefined;
  readonly what: CommandHandler | McpToolHandler;
  readonly timeoutMs: number;
  /** Set when the call does not wait for it; its answer is then not heard. */
  readonly async: boolean;
  readonly statusMessage?: string;
  /** Most tokens of each context it adds; 0 for no limit. */
  readonly additionalContextLimit: number;
  readonly failClosed: boolean;
}

/** Handlers that `loadHooks` or `parseHooks` found, and what they had to leave out. */
export interface LoadedHooks {
  readonly file?: string;
  readonly handlers: readonly ConfiguredHandler[];
  readonly warnings: readonly string[];
}

/** Where hooks come from. */
export type HookSource = FunctionHook | HooksConfig | LoadedHooks;

/**
 * Calls a tool of an MCP server for a hook, and answers with its text and whether it failed. A rejection counts as a
 * failure of the hook.
 */
export type McpToolRunner = (
  call: {
    readonly server: string;
    readonly tool: string;
    readonly input: Readonly<Record<string, unknown>>;
  },
  signal: AbortSignal,
) => Promise<{ readonly text: string; readonly isError: boolean }>;

/** Options of `createHooks`. */
export interface HooksOptions {
  /** In order: the first denial gives the reason, and contexts are told in this order. */
  readonly sources: readonly HookSource[];
  /** Folder in which commands run. */
  readonly cwd: string;
  /** Told to commands; empty where it is not known. */
  readonly model?: string;
  /** Told to commands. Default `default`. */
  readonly permissionMode?: string;
  /** Told to commands. Default: the id of the call's step. */
  readonly turnId?: string | (() => string);
  /**
   * Whether a configured handler may run; asked once for each, when the hooks are made. One that may not is left out
   * without a word. Default: all may, since whoever passes a source is taken to trust it - ask for what comes from a
   * project or another user.
   *
   * @param hookHash `sha256:` and the digest of everything that decides when and what it runs
   * @param command what would run on this platform; `mcp_tool <server> <tool>` for MCP tools
   */
  readonly trusted?: (hookHash: string, command: string) => boolean;
  /** Runs handlers of the type `mcp_tool`; without it they are refused. */
  readonly callMcpTool?: McpToolRunner;
  /** Where context beyond its limit is kept. Default: a new folder among the system's temporary ones. */
  readonly outputFolder?: string;
  /** Told what was left out of a source and why. */
  readonly onWarning?: (warning: string) => void;
}
