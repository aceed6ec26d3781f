import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { IsocellError } from "../../protocol/index.ts";
import type { ToolExecutor } from "../../tools/index.ts";

/**
 * The executors that modules export by default: one, or an array of them.
 * @throws {IsocellError} `invalid_config` when a module can't be loaded or exports something else.
 */
export async function loadToolModules(paths: readonly string[], file: string): Promise<ToolExecutor[]> {
  const loaded = await Promise.all(paths.map((path, index) => loadModule(path, `tools[${index}]`, file)));
  return loaded.flat();
}

async function loadModule(path: string, where: string, file: string): Promise<ToolExecutor[]> {
  const module = resolve(dirname(file), path);
  const fail = (what: string, cause?: unknown): IsocellError =>
    new IsocellError("invalid_config", `${file}: ${where}: ${what}.`, { data: { file, module }, cause });
  let loaded: { readonly default?: unknown };
  try {
    loaded = (await import(pathToFileURL(module).href)) as { readonly default?: unknown };
  } catch (cause) {
    throw fail(
      `the module ${module} could not be loaded: ${cause instanceof Error ? cause.message : String(cause)}`,
      cause,
    );
  }
  const executors: unknown[] = Array.isArray(loaded.default) ? loaded.default : [loaded.default];
  for (const [index, executor] of executors.entries()) {
    if (isExecutor(executor)) continue;
    const which = Array.isArray(loaded.default) ? `item ${index} of its default export` : "its default export";
    throw fail(`expected ${which} to be a tool made with defineTool(), in ${module}`);
  }
  return executors as ToolExecutor[];
}

function isExecutor(value: unknown): value is ToolExecutor {
  return (
    typeof value === "object" &&
    value !== null &&
    "name" in value &&
    typeof value.name === "string" &&
    "spec" in value &&
    "handle" in value &&
    typeof value.handle === "function"
  );
}
