import { createCommandTools } from "./exec-command/create-command-tools.ts";
import type { BuiltinSettings, MadeTools } from "./table.ts";

/** The tools that run commands; what is nothing but a patch is applied as `apply_patch` does it. */
export function makeCommands({ folders, roots, commands }: BuiltinSettings): MadeTools {
  const { executors, closeSession, close } = createCommandTools({
    ...commands,
    roots,
    applyPatch: async (patch, { workdir, signal }) => {
      const { runPatch } = await import("./apply-patch/run-patch.ts");
      const { text, success } = await runPatch(patch, workdir, { roots: folders, signal });
      if (!success) throw new Error(text);
      return text;
    },
  });
  return { executors, closeSession, close };
}
