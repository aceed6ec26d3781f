import { dirname, resolve } from "node:path";
import { IsocellError } from "../../protocol/index.ts";
import type { BuiltinTools } from "../builtins/options.ts";
import type { HookSource } from "../hooks/index.ts";
import type { HostOptions } from "../options.ts";
import type { OutputStoreOptions } from "../outputs/output-store.ts";
import { loadToolModules } from "./load-tools.ts";
import { expandEnvironment } from "./expand.ts";
import { readJson } from "./read-json.ts";
import type { Config } from "./schema.ts";

const DEFAULT_FILE = "isocell.json";

/** A configuration file as options of `createHost`. */
export interface LoadedConfig {
  /** The file's absolute path; undefined when there is none and defaults hold. */
  readonly file: string | undefined;
  readonly options: HostOptions;
}

/**
 * Reads and checks a configuration file. Paths in it (`tools`, `builtins.cwd` and `.roots`,
 * `hooks`, `outputs.folder`, a server's `cwd`) are relative to the file; `${NAME}` in the
 * values of a server's `env` is replaced from the environment.
 *
 * @param path the file, relative to `cwd`; undefined for `isocell.json` in `cwd`, which may be absent.
 * @throws {IsocellError} `invalid_config`, naming the file, the place in it, and what was expected.
 */
export async function loadConfig(path: string | undefined, cwd: string): Promise<LoadedConfig> {
  const file = resolve(cwd, path ?? DEFAULT_FILE);
  const json = await readJson(file);
  if (json === undefined) {
    if (path === undefined) return { file: undefined, options: {} };
    throw new IsocellError(
      "invalid_config",
      `${file}: there is no such file; --config names the configuration to use.`,
      { data: { file } },
    );
  }
  const { checkConfig } = await import("./schema.ts");
  const checked = checkConfig(json);
  if ("issues" in checked) {
    const { explainIssue } = await import("./explain.ts");
    throw invalid(file, checked.issues.flatMap(explainIssue));
  }
  return { file, options: await toOptions(checked.config, file) };
}

async function toOptions(config: Config, file: string): Promise<HostOptions> {
  const { mcpServers, tools, builtins, hooks, outputs, ...others } = config;
  const beside = (path: string): string => resolve(dirname(file), path);
  const problems: string[] = [];
  const servers = Object.entries(mcpServers ?? {}).map(([name, { type: _, env, cwd, ...server }]) => {
    const expanded = expandEnvironment(env ?? {}, process.env, `mcpServers.${name}.env`);
    problems.push(...expanded.problems);
    const folder = cwd === undefined ? {} : { cwd: resolve(dirname(file), cwd) };
    return [name, { ...server, env: expanded.env, ...folder }] as const;
  });
  if (problems.length > 0) throw invalid(file, problems);
  return {
    ...others,
    ...(mcpServers === undefined ? {} : { mcpServers: Object.fromEntries(servers) }),
    ...(tools === undefined ? {} : { tools: await loadToolModules(tools, file) }),
    ...(builtins === undefined ? {} : { builtins: withFolders(builtins, beside) }),
    ...(hooks === undefined ? {} : { hooks: await loadHookFiles(hooks.map(beside)) }),
    ...(outputs === undefined ? {} : { outputs: keptIn(outputs, beside) }),
  };
}

async function loadHookFiles(paths: readonly string[]): Promise<readonly HookSource[]> {
  const { loadHooks } = await import("../hooks/index.ts");
  return Promise.all(paths.map((path) => loadHooks(path)));
}

function withFolders(builtins: BuiltinTools, beside: (path: string) => string): BuiltinTools {
  if (typeof builtins === "string" || !("tools" in builtins)) return builtins;
  const { cwd, roots } = builtins;
  return {
    ...builtins,
    ...(cwd === undefined ? {} : { cwd: beside(cwd) }),
    ...(roots === undefined ? {} : { roots: roots === null ? null : roots.map(beside) }),
  };
}

function keptIn(outputs: OutputStoreOptions, beside: (path: string) => string): OutputStoreOptions {
  return outputs.folder === undefined ? outputs : { ...outputs, folder: beside(outputs.folder) };
}

function invalid(file: string, problems: readonly string[]): IsocellError {
  const sentences = problems.map((problem) => (problem.endsWith("?") ? problem : `${problem}.`));
  const text = sentences.length === 1 ? ` ${sentences[0]}` : sentences.map((sentence) => `\n  ${sentence}`).join("");
  return new IsocellError("invalid_config", `${file}:${text}`, { data: { file, problems } });
}
