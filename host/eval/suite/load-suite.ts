import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { IsocellError } from "../../../protocol/index.ts";
import { MAX_DEPTH, nestingOf } from "../matchers/json-value.ts";
import type { MatchFunction } from "../matchers/matcher.ts";
import { readJson } from "../../config/read-json.ts";
import { explainIssue } from "../../config/explain.ts";
import { checkSuite } from "./schema.ts";
import { holdsFor, MEASURES } from "./suite.ts";
import type { Source, Suite, Task, Variant } from "./suite.ts";
import { fillIn } from "./template.ts";
import { MAX_VARIANTS, variantsOf } from "./variants.ts";

const MAX_FILE_BYTES = 16_777_216;

/**
 * Reads and checks a suite. Paths in it are relative to its file.
 * @throws {IsocellError} `invalid_config`, naming the file, the place in it, and what was expected.
 */
export async function loadSuite(path: string, cwd: string): Promise<Suite> {
  const file = resolve(cwd, path);
  const bytes = await readFile(file).catch(() => undefined);
  if (bytes !== undefined && bytes.length > MAX_FILE_BYTES) {
    throw refused(file, [`it is ${bytes.length} bytes long; a suite has at most ${MAX_FILE_BYTES}`]);
  }
  if (bytes !== undefined && nestingOf(bytes.toString("utf8")) > MAX_DEPTH) {
    throw refused(file, [`it is nested deeper than ${MAX_DEPTH} levels`]);
  }
  const json = await readJson(file);
  if (json === undefined || bytes === undefined) throw refused(file, ["there is no such suite"]);
  const checked = checkSuite(json);
  if ("issues" in checked) throw refused(file, checked.issues.flatMap(explainIssue));
  const { $schema: _, note = "", repetitions = 1, passes = MEASURES, ...rest } = checked.suite;
  const variants = variantsOf(rest);
  if (variants.length > MAX_VARIANTS) {
    throw refused(file, [`variables: they have more than ${MAX_VARIANTS} combinations; name the variants to run`]);
  }
  const folder = dirname(file);
  const digest = `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
  const base = { ...rest, note, repetitions, passes, variants, file, folder, digest };
  checkSources(base);
  return { ...base, matchModules: await loadMatchModules(rest.tasks, file) };
}

/** The source of a variant, with what stands for the run filled in. */
export function sourceOf(
  suite: Pick<Suite, "sources" | "file">,
  variant: Variant,
  run: { readonly task: string; readonly repetition: number },
): Source {
  const index = suite.sources.findIndex(({ when }) => holdsFor(when, variant));
  const source = suite.sources[index];
  if (source === undefined) {
    throw refused(suite.file, [`sources: none of them is for the variant ${variant.id}`]);
  }
  const { when: _, ...open } = source;
  const problems: string[] = [];
  const names = { ...variant.values, variant: variant.id, task: run.task, repetition: run.repetition };
  const filled = fillIn(withoutEnvironment(open), names, `sources[${index}]`, problems);
  if (problems.length > 0) throw refused(suite.file, problems);
  return withEnvironment(filled, open, names);
}

/** Values of a server's `env` may also name environment variables; those are looked up when the server starts. */
function withoutEnvironment(source: Source): Source {
  if (!("mcpServers" in source) || source.mcpServers === undefined) return source;
  const servers = Object.entries(source.mcpServers).map(([name, { env: _, ...server }]) => [name, server] as const);
  return { ...source, mcpServers: Object.fromEntries(servers) };
}

function withEnvironment(filled: Source, source: Source, names: Readonly<Record<string, string | number>>): Source {
  if (!("mcpServers" in source) || !("mcpServers" in filled) || source.mcpServers === undefined) return filled;
  const open = source.mcpServers;
  const servers = Object.entries(filled.mcpServers ?? {}).map(([name, server]) => {
    const env = open[name]?.env;
    return [name, env === undefined ? server : { ...server, env: fillIn(env, names, "", []) }] as const;
  });
  return { ...filled, mcpServers: Object.fromEntries(servers) };
}

/** Every variant needs a source whose templates can be filled in; better to hear of it before the first run. */
function checkSources(suite: Pick<Suite, "sources" | "file" | "variants" | "tasks">): void {
  const task = suite.tasks[0]?.id ?? "";
  for (const variant of suite.variants) sourceOf(suite, variant, { task, repetition: 1 });
}

async function loadMatchModules(tasks: readonly Task[], file: string): Promise<ReadonlyMap<string, MatchFunction>> {
  const loaded = new Map<string, MatchFunction>();
  for (const path of modulesIn(tasks)) {
    loaded.set(path, (await loadFunction(path, "match", file)) as MatchFunction);
  }
  return loaded;
}

/** Paths of the modules that matchers name. Only matchers have `module` where this looks. */
function modulesIn(tasks: readonly Task[]): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (typeof value !== "object" || value === null) return;
    for (const [key, item] of Object.entries(value)) {
      if (key === "module" && typeof item === "string") found.add(item);
      // What these hold is compared with, and no matcher.
      else if (key !== "equals" && key !== "subset" && key !== "items" && key !== "options") visit(item);
    }
  };
  for (const { answer, arguments: expected, scope } of tasks) visit([answer, expected, scope]);
  return found;
}

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

function refused(file: string, problems: readonly string[], cause?: unknown): IsocellError {
  const sentences = problems.map((problem) => (/[.?]$/.test(problem) ? problem : `${problem}.`));
  const text = sentences.length === 1 ? ` ${sentences[0]}` : sentences.map((sentence) => `\n  ${sentence}`).join("");
  return new IsocellError("invalid_config", `${file}:${text}`, {
    data: { file, problems },
    ...(cause === undefined ? {} : { cause }),
  });
}
