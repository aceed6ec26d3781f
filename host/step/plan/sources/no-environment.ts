import type { ToolExecutor } from "../../../../tools/index.ts";
import { isDefaultNamespace } from "../../registry.ts";

/** Tools that work in an environment: run its commands, read and change its files. */
const IN_ENVIRONMENT: ReadonlySet<string> = new Set([
  "exec_command",
  "write_stdin",
  "apply_patch",
  "view_image",
  "read_file",
  "list_dir",
  "find_files",
  "search_text",
]);

const NONE =
  "No usable execution environment is available. Wait for an environment to become available before using this tool.";

const made: WeakMap<ToolExecutor, ToolExecutor> = new WeakMap();

/**
 * Built-in tools where there is no environment: those that need one stay listed, as it may come later and a list that changes
 * costs a prompt cache, and answer that there is none. Each is made once.
 */
export function withoutEnvironment(builtIn: readonly ToolExecutor[]): readonly ToolExecutor[] {
  return builtIn.map((executor) =>
    isDefaultNamespace(executor.namespace) && IN_ENVIRONMENT.has(executor.name) ? unavailable(executor) : executor,
  );
}

function unavailable(executor: ToolExecutor): ToolExecutor {
  const known = made.get(executor);
  if (known !== undefined) return known;
  const without: ToolExecutor = {
    ...executor,
    // Nobody is to be asked about what does not run.
    approval: { mode: "approve" },
    handle: () => Promise.reject(new Error(NONE)),
  };
  made.set(executor, without);
  return without;
}
