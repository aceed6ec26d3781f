import type { PlanCore } from "./core.ts";
import type { PlanInput } from "./types.ts";

/** Tables that one set of tools is used for at the same time: the main agent's, a reviewer's, a few sub-agents'. */
const KEPT = 8;

interface Kept {
  readonly key: readonly unknown[];
  readonly core: PlanCore;
}

/** By one of the lists that took part, so that nothing outlives the tools it is about. */
const kept: WeakMap<object, readonly Kept[]> = new WeakMap();

/** What was decided for the same lists and settings before, or what `decide` decides now. */
export function recentCore(input: PlanInput, decide: () => PlanCore): PlanCore {
  const anchor = anchorOf(input);
  if (anchor === null) return decide();
  const key = keyOf(input);
  const others = kept.get(anchor) ?? [];
  const found = others.find((entry) => isSame(entry.key, key)) ?? { key, core: decide() };
  if (others[0] !== found) kept.set(anchor, [found, ...others.filter((entry) => entry !== found)].slice(0, KEPT));
  return found.core;
}

function anchorOf({ sources }: PlanInput): object | null {
  const lists = [
    sources.builtIn,
    sources.embedder,
    ...(sources.mcp ?? []).map(({ executors }) => executors),
    ...(sources.extensions ?? []).map(({ executors }) => executors),
    sources.dynamic,
  ];
  return lists.find((list) => list !== undefined && list.length > 0) ?? null;
}

/** Lists by identity, settings by value. Lengths keep one list's end apart from the next one's beginning. */
function keyOf({ mode, identity, sources, settings = {}, toolSearch }: PlanInput): readonly unknown[] {
  const { mcp = [], extensions = [] } = sources;
  const { directOnlyNamespaces = [], excludedNamespaces = [], toolOrder, errorOnCollision = false } = settings;
  const key: unknown[] = [mode, identity.kind, identity.managed, identity.environment, toolSearch !== undefined];
  for (const list of [sources.builtIn, sources.userMessages, sources.embedder, sources.dynamic, sources.hosted]) {
    key.push(list === undefined || list.length === 0 ? null : list);
  }
  key.push(mcp.length);
  for (const { server, executors, omitToolsFrom = [] } of mcp) {
    key.push(server, executors, omitToolsFrom.length, ...omitToolsFrom);
  }
  key.push(extensions.length);
  for (const { name, executors } of extensions) key.push(name, executors);
  key.push(errorOnCollision, directOnlyNamespaces.length, ...directOnlyNamespaces);
  key.push(excludedNamespaces.length, ...excludedNamespaces);
  if (toolOrder !== undefined) key.push(toolOrder.length, ...toolOrder);
  return key;
}

function isSame(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((value, index) => value === right[index]);
}
