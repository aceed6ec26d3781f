import { IsocellError } from "../../../protocol/index.ts";
import { compareBytewise, DEFAULT_NAMESPACE } from "../../../tools/index.ts";
import { isDefaultNamespace } from "../registry.ts";
import type { ListedSpec } from "./types.ts";

const REST = "...";

/** Where entries of a list stand that somebody ordered. */
export interface ToolOrder {
  readonly ranks: ReadonlyMap<string, number>;
  /** Of everything that is not named. */
  readonly rest: number;
}

/**
 * Reads `toolOrder`.
 * @throws {IsocellError} `invalid_options` where `...` is missing, anything stands there twice, or is no text.
 */
export function readToolOrder(names: readonly string[]): ToolOrder {
  const ranks = new Map<string, number>();
  for (const [rank, name] of names.entries()) {
    // It may come from a file.
    if (typeof name !== "string") throw badOrder(`has an entry that is no text at index ${rank}`);
    const key = withoutDefault(name);
    if (ranks.has(key)) throw badOrder(`names ${JSON.stringify(name)} twice; keep one of them`);
    ranks.set(key, rank);
  }
  const rest = ranks.get(REST);
  if (rest === undefined) throw badOrder(`has no "${REST}"; put it where all tools go that are not named`);
  ranks.delete(REST);
  return { ranks, rest };
}

function badOrder(problem: string): IsocellError {
  return new IsocellError("invalid_options", `toolOrder ${problem}.`, { data: { path: ["toolOrder"] } });
}

/**
 * A list as it is advertised: a namespace stands where its first member stood, its members sorted by name; then whole
 * namespaces and single tools are put in order, where one is given.
 */
export function arrange(specs: readonly ListedSpec[], order: ToolOrder | null): readonly ListedSpec[] {
  const groups = new Map<ListedSpec | string, ListedSpec[]>();
  for (const spec of specs) {
    const key = isDefaultNamespace(spec.namespace) ? spec : spec.namespace;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [spec]);
    else group.push(spec);
  }
  let arranged = [...groups.values()];
  for (const group of arranged) if (group.length > 1) group.sort((a, b) => compareBytewise(a.name, b.name));
  if (order !== null) {
    arranged = arranged
      .map((group) => ({ group, rank: rankOf(group, order) }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ group }) => group);
  }
  return arranged.flat();
}

function rankOf(group: readonly ListedSpec[], { ranks, rest }: ToolOrder): number {
  const named = group.flatMap(({ namespace, name }) => namesInOrder(namespace, name).map((key) => ranks.get(key)));
  const known = named.filter((rank) => rank !== undefined);
  return known.length === 0 ? rest : Math.min(...known);
}

/** The entries of `toolOrder` that mean this tool. */
export function namesInOrder(namespace: string, name: string): readonly string[] {
  return isDefaultNamespace(namespace) ? [name] : [`${namespace}.${name}`, namespace];
}

function withoutDefault(name: string): string {
  return name.startsWith(`${DEFAULT_NAMESPACE}.`) ? name.slice(DEFAULT_NAMESPACE.length + 1) : name;
}
