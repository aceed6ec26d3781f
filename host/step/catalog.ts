import { createHash } from "node:crypto";
import type { CatalogFrame } from "../../protocol/index.ts";
import { describeNestedTool, flatToolName } from "../../tools/index.ts";
import type { ToolExecutor } from "../../tools/index.ts";

/** Hexadecimal digits that tell tools apart whose names read alike in code. */
const SUFFIX_DIGITS = 12;

let lastRevision = 0;

/** The nested tools that a step offers to cells. */
export interface Catalog {
  readonly frame: CatalogFrame;
  /** Executors by index of the frame's list. */
  readonly executors: readonly ToolExecutor[];
}

/**
 * Makes a catalog of executors that code may call. Tools whose names read alike as identifiers are all kept: the
 * second and later ones get a suffix from a hash of their full name. A catalog for a model is sorted by these names, and
 * its descriptions hold declarations; without, order and descriptions are the registry's.
 */
export function createCatalog(all: readonly ToolExecutor[], forModel: boolean): Catalog {
  const executors = forModel ? sorted(all) : all;
  const taken = new Set<string>();
  const tools = executors.map((executor) => {
    let name = flatToolName(executor.namespace, executor.name);
    if (taken.has(name)) {
      const identity = `${executor.namespace}\0${executor.name}`;
      name += `_${createHash("sha1").update(identity).digest("hex").slice(0, SUFFIX_DIGITS)}`;
    }
    taken.add(name);
    return [name, forModel ? describeNestedTool(executor.spec, name) : executor.spec.description] as const;
  });
  return { frame: { type: "catalog/define", revision: ++lastRevision, tools }, executors };
}

/** Both catalogs of one list of executors. */
export interface Catalogs {
  /** In registration order, with the tools' own descriptions: for `run`. */
  readonly plain: Catalog;
  /** Sorted, with declarations: for `exec`. */
  readonly forModel: Catalog;
}

const made: WeakMap<readonly ToolExecutor[], Catalogs> = new WeakMap();

/** The catalogs of a list, made once: all sessions of a host share them, and runtimes get each only once. */
export function catalogsOf(executors: readonly ToolExecutor[]): Catalogs {
  let catalogs = made.get(executors);
  if (catalogs === undefined) {
    catalogs = { plain: createCatalog(executors, false), forModel: createCatalog(executors, true) };
    made.set(executors, catalogs);
  }
  return catalogs;
}

/** By name in code; where two read alike, tools without a namespace first. By code unit, the same on every machine. */
function sorted(all: readonly ToolExecutor[]): readonly ToolExecutor[] {
  const flat = new Map(all.map((executor) => [executor, flatToolName(executor.namespace, executor.name)]));
  return all.toSorted(
    (a, b) =>
      compare(flat.get(a) ?? "", flat.get(b) ?? "") || compare(a.namespace, b.namespace) || compare(a.name, b.name),
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
