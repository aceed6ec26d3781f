import type { TextBudget } from "../../truncation/cut-middle.ts";
import type { AllowedRoots } from "../paths/allowed-roots.ts";
import type { ConfinementOptions } from "./confinement/options.ts";
import type { EnvironmentPolicy } from "./environment/policy.ts";

/** Applies a patch that a command line held, in a folder, and answers with the text for the model. A thrown error's message is for it, too. */
export type ApplyPatch = (
  patch: string,
  options: { readonly workdir: string; readonly signal: AbortSignal },
) => Promise<string>;

/** Options of `createCommandTools`. */
export interface CommandToolsOptions {
  /** Where commands run, and which folders they may run in. */
  readonly roots: AllowedRoots;
  /** Path of the shell. Default: the user's where it is bash or zsh, else `/bin/bash`, else `/bin/sh`. */
  readonly shell?: string;
  readonly environment?: EnvironmentPolicy;
  readonly confinement?: ConfinementOptions;
  /**
   * Which calls of `exec_command` share the gate: those of commands known to only read (`read-only`, the default), or all of
   * them (`always`), which leaves it to the caller that commands do not get in each other's way.
   */
  readonly parallel?: "read-only" | "always";
  /** Milliseconds between asking a command to end and killing it. Default 5,000. */
  readonly graceMs?: number;
  /** Most that a model is given of one read, however much it asks for. Default 10,000 tokens. */
  readonly outputBudget?: TextBudget;
  /** Takes commands that are nothing but a call of `apply_patch` with a patch. Absent: they go to the shell like others. */
  readonly applyPatch?: ApplyPatch;
  /** Packages tried for a pseudo-terminal, in order. Default: `node-pty`, `@lydell/node-pty`. */
  readonly terminalPackages?: readonly string[];
}
