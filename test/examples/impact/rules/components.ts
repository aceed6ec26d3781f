import { z } from "zod";
import { ImpactFailure } from "../failure.ts";
import type { Repository } from "../git/repository.ts";
import { matchesGlob } from "../owners/glob.ts";
import { DEFAULT_COMPONENTS, SEVERITIES } from "./rules.ts";
import type { Component } from "./rules.ts";

/** Where a repository says what its components are. */
export const CONFIGURATION_PATH = ".impact.json";
/** Files that make a folder a package of its own. */
const MANIFESTS: readonly string[] = ["package.json", "pyproject.toml", "go.mod", "Cargo.toml", "pom.xml"];
/** Package folders are looked for this deep. */
const MAX_DEPTH = 2;

const text = z.string().min(1).max(1000);
const configuration = z.strictObject({
  components: z
    .record(
      z.string().regex(/^[a-z][a-z0-9_]{0,63}$/u, "a component's name is made of a-z, 0-9 and _"),
      z.strictObject({
        description: text,
        paths: z.array(text).min(1).max(100),
        risk: z
          .strictObject({
            code: z.string().regex(/^[A-Z][A-Z0-9_]*$/u),
            severity: z.enum(SEVERITIES),
            reason: text,
            nextCheck: text,
          })
          .exactOptional(),
        checks: z
          .array(z.strictObject({ command: text, reason: text }))
          .max(50)
          .default([]),
      }),
    )
    .refine((components) => !Object.hasOwn(components, "all"), "`all` stands for all components"),
});

/** A component and how its paths are found. */
export class KnownComponents {
  readonly list: readonly Component[];
  /** Where they come from. */
  readonly source: "configuration" | "detected";
  readonly #patterns: readonly (readonly (readonly string[])[])[];

  constructor(list: readonly Component[], source: KnownComponents["source"]) {
    this.list = list;
    this.source = source;
    this.#patterns = list.map(({ paths }) => paths.map((path) => path.split("/").filter((name) => name !== "")));
  }

  /** Names of the components that a path belongs to, in their order. */
  of(path: string): readonly string[] {
    const names = path.split("/");
    return this.list
      .filter((_, index) => this.#patterns[index]?.some((pattern) => matchesGlob(pattern, names)))
      .map(({ name }) => name);
  }
}

/**
 * The components of a repository as of one commit: what its configuration says, else the usual ones that have files there
 * and a component for each package that none of them covers.
 * @throws {ImpactFailure} `INVALID_CONFIGURATION`.
 */
export async function componentsOf(repository: Repository, tree: string): Promise<KnownComponents> {
  const configured = await repository.textAt(tree, CONFIGURATION_PATH);
  if (configured !== undefined) return new KnownComponents(parse(configured), "configuration");
  const usual: Component[] = [];
  for (const component of DEFAULT_COMPONENTS) {
    const folders = component.paths.map((path) => path.replace(/\/\*\*$/u, ""));
    const found = await Promise.all(folders.map((folder) => hasFolder(repository, tree, folder)));
    if (found.some(Boolean)) usual.push(component);
  }
  const covered = new KnownComponents(usual, "detected");
  const packages = await packagesIn(repository, tree, "", MAX_DEPTH);
  const names = new Set(usual.map(({ name }) => name));
  const others = packages
    .filter((folder) => covered.of(`${folder}/x`).length === 0)
    .map((folder) => {
      const base = folder
        .toLowerCase()
        .replace(/[^a-z0-9]+/gu, "_")
        .replace(/^_+|_+$/gu, "");
      let name = /^[a-z]/u.test(base) && base !== "all" ? base : `package_${base}`;
      while (names.has(name)) name += "_2";
      names.add(name);
      return { name, description: `The package in ${folder}`, paths: [`${folder}/**`], checks: [] };
    });
  return new KnownComponents([...usual, ...others], "detected");
}

function parse(json: string): readonly Component[] {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    throw invalid(error instanceof Error ? error.message : String(error));
  }
  const checked = configuration.safeParse(value);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    throw invalid(`${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}`);
  }
  return Object.entries(checked.data.components).map(([name, component]) => ({ name, ...component }));
}

function invalid(why: string): ImpactFailure {
  return new ImpactFailure(
    "INVALID_CONFIGURATION",
    `${CONFIGURATION_PATH} cannot be used: ${why}`,
    `Mend or remove ${CONFIGURATION_PATH}.`,
  );
}

async function hasFolder(repository: Repository, tree: string, path: string): Promise<boolean> {
  let oid = tree;
  for (const name of path.split("/")) {
    const entry = (await repository.tree(oid)).find(
      (candidate) => candidate.name === name && candidate.type === "tree",
    );
    if (entry === undefined) return false;
    oid = entry.oid;
  }
  return true;
}

async function packagesIn(
  repository: Repository,
  tree: string,
  folder: string,
  depth: number,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const entry of await repository.tree(tree)) {
    if (entry.type !== "tree" || entry.name === "node_modules") continue;
    const path = folder + entry.name;
    const names = new Set((await repository.tree(entry.oid)).map(({ name }) => name));
    if (MANIFESTS.some((manifest) => names.has(manifest))) found.push(path);
    else if (depth > 1) found.push(...(await packagesIn(repository, entry.oid, `${path}/`, depth - 1)));
  }
  return found;
}
