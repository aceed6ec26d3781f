import { applyPatch } from "./apply/apply-patch.ts";
import type { PatchOptions } from "./apply/options.ts";
import { PatchError } from "./patch-error.ts";

/** What became of a patch, and how it is told. */
export interface PatchRun {
  readonly text: string;
  readonly success: boolean;
}

/**
 * Applies a patch and tells what a model reads of it, without any heading.
 *
 * @param cwd folder that relative paths start at.
 * @param options as of `applyPatch`; `roots` should be absolute, since `cwd` may be one of many folders.
 */
export async function runPatch(text: string, cwd: string, options: Omit<PatchOptions, "cwd"> = {}): Promise<PatchRun> {
  try {
    return { text: (await applyPatch(text, { ...options, cwd })).summary, success: true };
  } catch (error) {
    if (error instanceof PatchError) return { text: error.message, success: false };
    throw error;
  }
}
