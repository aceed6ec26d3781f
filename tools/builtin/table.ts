// Every built-in tool, and how it is made. Nothing of a tool is loaded before it is asked for.
import { resolve } from "node:path";
import type { ToolExecutor } from "../contract/executor.ts";
import type { ApplyPatchOptions } from "./apply-patch/tool.ts";
import type { BuiltinCallbacks } from "./callbacks/callbacks.ts";
import type { CommandToolsOptions } from "./exec-command/options.ts";
import type { AllowedRoots } from "./paths/allowed-roots.ts";

/** Names of all built-in tools, in the order in which they are made. */
export const BUILTIN_NAMES = [
  "exec_command",
  "write_stdin",
  "apply_patch",
  "view_image",
  "read_file",
  "list_dir",
  "find_files",
  "search_text",
  "update_plan",
  "request_user_input",
  "request_permissions",
  "new_context",
  "get_context_remaining",
  "clock.curr_time",
  "clock.sleep",
  "list_available_plugins",
  "request_plugin_install",
  "test_sync",
  "get_goal",
  "create_goal",
  "update_goal",
] as const;

/** A built-in tool; where it has a namespace, that with a dot stands in front. */
export type BuiltinName = (typeof BUILTIN_NAMES)[number];

/** What the makers of built-in tools go by. */
export interface BuiltinSettings {
  /** Where relative paths start, and commands run. Absolute. */
  readonly cwd: string;
  /** Folders that tools may touch, absolute; null: all. */
  readonly folders: readonly string[] | null;
  /** The same two, as paths are judged by them. */
  readonly roots: AllowedRoots;
  readonly commands: CommandSettings;
  readonly callbacks: BuiltinCallbacks;
}

/** How commands are run. */
export type CommandSettings = Omit<CommandToolsOptions, "roots" | "applyPatch">;

/** Tools that were made together. */
export interface MadeTools {
  readonly executors: readonly ToolExecutor[];
  /** Ends what they have running for one conversation, which is over. */
  readonly closeSession?: (sessionId: string) => Promise<void>;
  /** Ends what they have running. May be called twice. */
  readonly close?: () => Promise<void>;
}

/** Tools that one module makes. */
export interface BuiltinGroup {
  readonly names: readonly BuiltinName[];
  /** They are there only where this callback is given. */
  readonly callback?: keyof BuiltinCallbacks;
  /** Not among all: for tests. */
  readonly onlyByName?: true;
  /** One of them is of no use without the others: naming one brings all. */
  readonly together?: true;
  /** Registered where extensions are, behind the tools of MCP servers. */
  readonly extension?: string;
  readonly make: (settings: BuiltinSettings) => Promise<MadeTools>;
}

// prettier-ignore
/** One line for each module. */
export const BUILTIN_GROUPS: readonly BuiltinGroup[] = [
  { names: ["exec_command", "write_stdin"], together: true, make: async (settings) => (await import("./make-commands.ts")).makeCommands(settings) },
  { names: ["apply_patch"], make: async (settings) => ({ executors: [(await import("./apply-patch/index.ts")).createApplyPatchTool(patchOptions(settings))] }) },
  { names: ["view_image"], make: async ({ roots }) => ({ executors: [(await import("./view-image/view-image.ts")).createViewImageTool({ roots })] }) },
  { names: ["read_file", "list_dir", "find_files", "search_text"], make: async ({ roots }) => ({ executors: (await import("./files/create-file-tools.ts")).createFileTools({ roots }) }) },
  over("update_plan", "updatePlan", async (plan) => (await import("./plan/update-plan.ts")).createUpdatePlanTool(plan)),
  over("request_user_input", "requestUserInput", async (ask, { collaborationMode }) => (await import("./user-input/request-user-input.ts")).createRequestUserInputTool(ask, collaborationMode)),
  over("request_permissions", "requestPermissions", async (ask) => (await import("./permissions/request-permissions.ts")).createRequestPermissionsTool(ask)),
  over("new_context", "newContext", async (begin) => (await import("./context/context-tools.ts")).createNewContextTool(begin)),
  over("get_context_remaining", "getContextRemaining", async (remaining) => (await import("./context/context-tools.ts")).createGetContextRemainingTool(remaining)),
  over("clock.curr_time", "currTime", async (now) => (await import("./clock/clock-tools.ts")).createCurrTimeTool(now)),
  over("clock.sleep", "sleep", async (sleep) => (await import("./clock/clock-tools.ts")).createSleepTool(sleep)),
  over("list_available_plugins", "listAvailablePlugins", async (list) => (await import("./plugins/plugin-tools.ts")).createListAvailablePluginsTool(list)),
  over("request_plugin_install", "requestPluginInstall", async (install) => (await import("./plugins/plugin-tools.ts")).createRequestPluginInstallTool(install)),
  { names: ["test_sync"], onlyByName: true, make: async () => ({ executors: [(await import("./test-sync/test-sync.ts")).createTestSyncTool()] }) },
  over("get_goal", "getGoal", async (goal) => (await import("./goals/goal-tools.ts")).createGetGoalTool(goal), "goals"),
  over("create_goal", "createGoal", async (create) => (await import("./goals/goal-tools.ts")).createCreateGoalTool(create), "goals"),
  over("update_goal", "updateGoal", async (update) => (await import("./goals/goal-tools.ts")).createUpdateGoalTool(update), "goals"),
];

/**
 * Settings for the makers.
 *
 * @param cwd where relative paths start.
 * @param roots allowed folders, relative to `cwd`; null allows every path. Default: `cwd` alone.
 */
export async function builtinSettings(
  cwd: string,
  roots: readonly string[] | null | undefined,
  callbacks: BuiltinCallbacks,
  commands: CommandSettings = {},
): Promise<BuiltinSettings> {
  const paths = await import("./paths/allowed-roots.ts");
  const absolute = resolve(cwd);
  const folders = roots === null ? null : (roots ?? ["."]).map((root) => resolve(absolute, root));
  return { cwd: absolute, folders, roots: new paths.AllowedRoots(absolute, folders), callbacks, commands };
}

/** What keeps commands from writing keeps patches from it, whether commands can be confined on this machine or not. */
function patchOptions({ cwd, folders: roots, commands: { confinement } }: BuiltinSettings): ApplyPatchOptions {
  return { cwd, roots, readOnly: confinement?.profile === "read-only", freeWithinRoots: roots !== null };
}

/** A tool over a callback of the host. */
function over<Name extends keyof BuiltinCallbacks>(
  name: BuiltinName,
  callback: Name,
  make: (callback: NonNullable<BuiltinCallbacks[Name]>, all: BuiltinCallbacks) => Promise<ToolExecutor>,
  extension?: string,
): BuiltinGroup {
  return {
    names: [name],
    callback,
    ...(extension === undefined ? {} : { extension }),
    make: async ({ callbacks }) => {
      const given = callbacks[callback];
      return { executors: given === undefined ? [] : [await make(given, callbacks)] };
    },
  };
}
