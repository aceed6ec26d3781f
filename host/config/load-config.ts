import { dirname, resolve } from "node:path";
import { IsocellError } from "../../protocol/index.ts";
import type { BuiltinTools } from "../builtins/options.ts";
import type { HookSource } from "../hooks/index.ts";
import { describeValue } from "../mcp/settings/rules.ts";
import type { HostOptions } from "../options.ts";
import type { OutputStoreOptions } from "../outputs/output-store.ts";
import { loadToolModules } from "./load-tools.ts";
import { DEFAULT_FILE, OWN_KEYS, readConfig } from "./read-config.ts";
import type { ConfigFile } from "./read-config.ts";
import type { Config } from "./schema.ts";
import { readServers } from "./servers/read-servers.ts";
import type { ReadServers } from "./servers/read-servers.ts";

/** A configuration file as options of `createHost`. */
export interface LoadedConfig {
  /** The file's absolute path; undefined when there is none and defaults hold. */
  readonly file: string | undefined;
  readonly options: HostOptions;
  /** Rules of `isocell lint` that are switched off, each with the reason. */
  readonly lintOff: Readonly<Record<string, string>>;
  /** What was passed over, one sentence each, with the file and the place in it. */
  readonly warnings: readonly string[];
}

/**
 * Reads and checks a configuration file: one of this program, one with the MCP servers of another client (`mcpServers` or
 * `servers`), or a TOML file with tables `[mcp_servers.NAME]`. Paths in it (`mcp.roots`, `tools`, `builtins.cwd` and `.roots`,
 * `hooks`, `outputs.folder`, a server's
 * `cwd`) are relative to the file; `${NAME}` in a server's `command`, `args`, `env`, `cwd`, `url` and `headers` is replaced
 * from the environment.
 *
 * @param path the file, relative to `cwd`; undefined for `isocell.json` in `cwd`, which may be absent.
 * @throws {IsocellError} `invalid_config`, naming the file, the place in it, and what was expected.
 */
export async function loadConfig(path: string | undefined, cwd: string): Promise<LoadedConfig> {
  const file = resolve(cwd, path ?? DEFAULT_FILE);
  const found = await findConfig(file, path);
  if (found === undefined) return { file: undefined, options: {}, lintOff: {}, warnings: [] };
  const { servers, problems, warnings } = serversOf(found, file);
  const checked = await checkRest(found);
  if ("problems" in checked) throw invalid(file, [...problems, ...checked.problems]);
  if (problems.length > 0) throw invalid(file, problems);
  const options = await toOptions(checked.config, file);
  return {
    file,
    options: found.key === undefined ? options : { ...options, mcpServers: servers },
    lintOff: checked.config.lint?.off ?? {},
    warnings: [...warnings, ...checked.warnings].map((warning) => sentence(`${file}: ${warning}`)),
  };
}

/** One server of a configuration file; the rest of the file may be wrong. */
export interface LoadedServer extends ReadServers {
  readonly file: string;
  /** The names of all servers in the file. */
  readonly names: readonly string[];
}

/**
 * Reads one server of a configuration file.
 * @throws {IsocellError} `invalid_config` when there is no file, or the server is wrong in it.
 */
export async function loadServer(name: string, path: string | undefined, cwd: string): Promise<LoadedServer> {
  const file = resolve(cwd, path ?? DEFAULT_FILE);
  const found = (await findConfig(file, path)) ?? missing(file);
  const read = serversOf(found, file, name);
  if (read.problems.length > 0) throw invalid(file, read.problems);
  return { ...read, file, names: Object.keys(found.servers ?? {}) };
}

async function findConfig(file: string, path: string | undefined): Promise<ConfigFile | undefined> {
  const found = await readConfig(file);
  if (found === undefined) return path === undefined ? undefined : missing(file);
  if ("wrong" in found) throw invalid(file, [`the whole file: expected an object, ${describeValue(found.wrong)}`]);
  return found;
}

function missing(file: string): never {
  throw new IsocellError("invalid_config", `${file}: there is no such file; --config names the configuration to use.`, {
    data: { file },
  });
}

function serversOf({ key, servers, others, foreign }: ConfigFile, file: string, only?: string): ReadServers {
  if (key === undefined) return { servers: {}, problems: [], warnings: [] };
  const place = { folder: dirname(file), variables: process.env, strict: !foreign.servers };
  const read = readServers(key, servers, place, only);
  const twice = others.map((other) => `${other}: the file has servers under ${key}, too; put all of them there`);
  return { ...read, problems: [...twice, ...read.problems] };
}

type CheckedRest =
  | { readonly config: Config; readonly warnings: readonly string[] }
  | { readonly problems: readonly string[] };

/** Checks what a file holds besides servers. What was written for other clients only is passed over. */
async function checkRest({ rest, foreign }: ConfigFile): Promise<CheckedRest> {
  const keys = Object.keys(rest);
  if (keys.length === 0) return { config: {}, warnings: [] };
  if (foreign.file) {
    const { nearestNames } = await import("../../tools/index.ts");
    const { unknownKey } = await import("./explain.ts");
    const meant = keys.filter((key) => nearestNames(key, OWN_KEYS, 1).length > 0);
    if (meant.length > 0) return { problems: meant.map((key) => `${key}: ${unknownKey(key, OWN_KEYS)}`) };
    return { config: {}, warnings: keys.map((key) => `${key}: unknown key; it is ignored`) };
  }
  const { checkConfig } = await import("./schema.ts");
  const checked = checkConfig(rest);
  if ("config" in checked) return { config: checked.config, warnings: [] };
  const { explainIssue } = await import("./explain.ts");
  return { problems: checked.issues.flatMap(explainIssue) };
}

async function toOptions(config: Config, file: string): Promise<HostOptions> {
  const { mcp, tools, builtins, hooks, outputs, lint: _, ...others } = config;
  const beside = (path: string): string => resolve(dirname(file), path);
  return {
    ...others,
    ...(mcp === undefined ? {} : { mcp: mcp.roots === undefined ? mcp : { ...mcp, roots: mcp.roots.map(beside) } }),
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
  const sentences = problems.map(sentence);
  const text = sentences.length === 1 ? ` ${sentences[0]}` : sentences.map((line) => `\n  ${line}`).join("");
  return new IsocellError("invalid_config", `${file}:${text}`, { data: { file, problems } });
}

function sentence(text: string): string {
  return text.endsWith("?") ? text : `${text}.`;
}
