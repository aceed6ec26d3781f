import { basename, resolve } from "node:path";
import { IsocellError } from "../../../protocol/index.ts";
import { readJson } from "../../config/read-json.ts";
import { readToml } from "../../config/read-toml.ts";
import type { LoadedHooks } from "../sources.ts";
import { parseHooks } from "./parse-hooks.ts";

const SETTINGS = /^(?:managed-)?settings(?:\..+)?\.json$/;

/**
 * Reads hooks from a file: a `hooks.json`, whose other keys are errors; a `settings.json`, of which only `hooks` is looked
 * at (and `disableAllHooks`); a TOML file with a table `[hooks]`, whose other tables are not looked at.
 *
 * @param path relative to the working directory
 * @throws {IsocellError} `invalid_config` when it is missing, can't be read, or is wrong; with line and column where it
 * does not parse, else with the place in it.
 */
export async function loadHooks(path: string, options: { readonly failClosed?: boolean } = {}): Promise<LoadedHooks> {
  const file = resolve(path);
  const partial = file.endsWith(".toml") || SETTINGS.test(basename(file));
  const content = file.endsWith(".toml") ? await readToml(file) : await readJson(file);
  if (content === undefined) throw invalid(file, "there is no such file");
  return parseHooks(partial ? onlyHooks(content) : content, { ...options, file });
}

function onlyHooks(content: unknown): unknown {
  if (typeof content !== "object" || content === null || Array.isArray(content)) return content;
  const { hooks, disableAllHooks } = content as { readonly hooks?: unknown; readonly disableAllHooks?: unknown };
  return disableAllHooks === true || hooks === undefined ? { hooks: {} } : { hooks };
}

function invalid(file: string, what: string): IsocellError {
  return new IsocellError("invalid_config", `${file}: ${what}.`, { data: { file } });
}
