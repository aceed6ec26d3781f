import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { MAX_DEPTH, nestingOf } from "../matchers/json-value.ts";
import type { MatchFunction } from "../matchers/matcher.ts";
import { readJson } from "../../config/read-json.ts";
import { explainIssue } from "../../config/explain.ts";
import { loadFunction } from "./load-function.ts";
import { refused } from "./refused.ts";
import { checkSuite } from "./schema.ts";
import { sourceOf } from "./source-of.ts";
import { MEASURES } from "./suite.ts";
import type { Suite, Task } from "./suite.ts";
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
