import type { ToolExecutor } from "../../../tools/index.ts";
import { Ranking } from "./ranking.ts";
import { isSameText, toolText } from "./tool-text.ts";
import type { ToolText } from "./tool-text.ts";

/** Tools that match a query, best first, and how many match in all. */
export interface FoundTools {
  readonly tools: readonly ToolExecutor[];
  readonly total: number;
}

interface Indexed {
  readonly texts: readonly ToolText[];
  readonly ranking: Promise<Ranking>;
}

/** Lists that are compared by their texts, so that a server which connects anew costs no new index. */
const MAX_RECENT = 4;

const byList: WeakMap<readonly ToolExecutor[], Indexed> = new WeakMap();
let recent: WeakRef<Indexed>[] = [];

/**
 * Searches a list of tools; the list's order decides between equals. The index is made by the first search of a list,
 * and shared by all lists whose tools read the same.
 */
export async function findTools(executors: readonly ToolExecutor[], query: string, limit: number): Promise<FoundTools> {
  const { positions, total } = (await rankingOf(executors)).find(query, limit);
  return { tools: positions.flatMap((position) => executors[position] ?? []), total };
}

/** The index of a list; a list must not change once it was searched. */
export function rankingOf(executors: readonly ToolExecutor[]): Promise<Ranking> {
  let indexed = byList.get(executors);
  if (indexed === undefined) {
    const texts = executors.map(toolText);
    indexed = sameAs(texts) ?? index(texts);
    byList.set(executors, indexed);
  }
  return indexed.ranking;
}

function index(texts: readonly ToolText[]): Indexed {
  const indexed = { texts, ranking: Ranking.build(texts) };
  const reference = new WeakRef(indexed);
  recent = [reference, ...recent].slice(0, MAX_RECENT);
  return indexed;
}

function sameAs(texts: readonly ToolText[]): Indexed | undefined {
  for (const reference of recent) {
    const indexed = reference.deref();
    if (indexed === undefined || indexed.texts.length !== texts.length) continue;
    if (indexed.texts.every((text, position) => isSameText(text, texts[position] ?? text))) return indexed;
  }
  return undefined;
}
