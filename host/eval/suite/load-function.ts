import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { refused } from "./refused.ts";

/**
 * A function that a module of the suite exports.
 * @throws {IsocellError} `invalid_config` when the module can't be loaded, or has no such function.
 */
export async function loadFunction(path: string, name: string, file: string): Promise<unknown> {
  const module = resolve(dirname(file), path);
  let loaded: Readonly<Record<string, unknown>>;
  try {
    loaded = (await import(pathToFileURL(module).href)) as Readonly<Record<string, unknown>>;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw refused(file, [`the module ${module} could not be loaded: ${why}`], cause);
  }
  if (typeof loaded[name] === "function") return loaded[name];
  throw refused(file, [`the module ${module} exports no function ${name}`]);
}
