import type { BuiltinCallbacks, BuiltinName, CommandSettings } from "../../tools/index.ts";

/** Which built-in tools a host offers, and what they may do. All but the callbacks may stand in `isocell.json`. */
export interface BuiltinOptions {
  /** Their names; `all` stands for every one whose callback, if it needs one, is given. */
  readonly tools: readonly BuiltinName[] | "all";
  /** Where relative paths start, and commands run. Default: the working folder of the process. */
  readonly cwd?: string;
  /** Folders that tools may touch, relative to `cwd`; null lifts that. Default: `cwd` alone. */
  readonly roots?: readonly string[] | null;
  /** How commands are run: shell, environment, confinement. */
  readonly commands?: CommandSettings;
  /** What the host does for tools that are about it: the user, the plan, the context, goals, plugins, time. */
  readonly callbacks?: BuiltinCallbacks;
}

/** Names alone stand for `{ tools }`. */
export type BuiltinTools = BuiltinOptions | BuiltinOptions["tools"];
