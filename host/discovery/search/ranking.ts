import { SearchEngine } from "./engine.ts";
import type { SearchDocument } from "./engine.ts";
import { stem } from "./stem.ts";
import type { ToolText } from "./tool-text.ts";
import { queryTerms, squash, termsOf } from "./words.ts";
import type { KnownWords } from "./words.ts";

/** What a hit counts by where it is. A name says most; what all members of a namespace share says least. */
const TOOL_WEIGHTS = { name: 2, identifier: 2, keywords: 1.5, description: 1, parameters: 0.6 };
const NAMESPACE_WEIGHTS = { name: 0.6, description: 0.3, source: 0.3 };
/** More different words than this say nothing more. */
const MAX_TERMS = 32;

/** Positions of the tools that were found, best first, and how many there are in all. */
export interface Ranked {
  readonly positions: readonly number[];
  readonly total: number;
}

interface NamespaceGroup {
  readonly namespace: string;
  readonly source: string;
  readonly members: number[];
}

/** Finds the positions of tools in a list by what they are called and described as. */
export class Ranking {
  readonly #size: number;
  readonly #tools: SearchEngine;
  readonly #namespaces: SearchEngine;
  readonly #groups: readonly NamespaceGroup[];
  readonly #byName: ReadonlyMap<string, readonly number[]>;

  private constructor(
    parts: { size: number; tools: SearchEngine; namespaces: SearchEngine; groups: readonly NamespaceGroup[] },
    byName: ReadonlyMap<string, readonly number[]>,
  ) {
    this.#size = parts.size;
    this.#tools = parts.tools;
    this.#namespaces = parts.namespaces;
    this.#groups = parts.groups;
    this.#byName = byName;
  }

  /** What members of a namespace share is indexed once, not once a member. */
  static async build(texts: readonly ToolText[]): Promise<Ranking> {
    const words: KnownWords = new Map();
    const read = (text: string, field: string): string[] =>
      field === "identifier" ? [stem(text)] : termsOf(text, words);
    const groups = groupsOf(texts);
    const tools = await SearchEngine.build(texts.map(toolDocument), { weights: TOOL_WEIGHTS, termsOf: read });
    const namespaces = await SearchEngine.build(namespaceDocuments(texts, groups), {
      weights: NAMESPACE_WEIGHTS,
      termsOf: read,
    });
    words.clear();
    return new Ranking({ size: texts.length, tools, namespaces, groups }, positionsByName(texts));
  }

  /**
   * The best `limit` tools: those that the query names exactly, then by score; equal scores keep the order of the list.
   * What shares no word with the query is not found.
   */
  find(query: string, limit: number): Ranked {
    const scores = new Float64Array(this.#size);
    const isKnown = (term: string): boolean => this.#tools.has(term) || this.#namespaces.has(term);
    const terms = queryTerms(query, isKnown).slice(0, MAX_TERMS);
    this.#tools.score(terms, scores);
    const shared = new Float64Array(this.#groups.length);
    this.#namespaces.score(terms, shared);
    for (const [index, { members }] of this.#groups.entries()) {
      const score = shared[index] ?? 0;
      if (score > 0) for (const position of members) scores[position] = (scores[position] ?? 0) + score;
    }
    for (const position of this.#byName.get(squash(query)) ?? []) scores[position] = Infinity;
    return best(scores, limit);
  }
}

function toolDocument(text: ToolText, id: number): SearchDocument {
  const { name, keywords, description, parameters } = text;
  const identifier = squash(text.namespace + name);
  return { id, fields: { name, identifier, keywords, description, parameters } };
}

function groupsOf(texts: readonly ToolText[]): NamespaceGroup[] {
  const groups = new Map<string, NamespaceGroup>();
  for (const [position, { namespace, source }] of texts.entries()) {
    const key = `${namespace}\0${source}`;
    let group = groups.get(key);
    if (group === undefined) groups.set(key, (group = { namespace, source, members: [] }));
    group.members.push(position);
  }
  return [...groups.values()];
}

function namespaceDocuments(texts: readonly ToolText[], groups: readonly NamespaceGroup[]): SearchDocument[] {
  const descriptions = new Map<string, string>();
  for (const { namespace, namespaceDescription } of texts) {
    if (namespaceDescription !== "" && !descriptions.has(namespace)) descriptions.set(namespace, namespaceDescription);
  }
  return groups.map(({ namespace, source }, id) => ({
    id,
    fields: { name: namespace, description: descriptions.get(namespace) ?? "", source },
  }));
}

function positionsByName(texts: readonly ToolText[]): Map<string, number[]> {
  const positions = new Map<string, number[]>();
  for (const [position, { name, namespace }] of texts.entries()) {
    for (const key of new Set([squash(name), squash(namespace + name)])) {
      const known = positions.get(key);
      if (known === undefined) positions.set(key, [position]);
      else known.push(position);
    }
  }
  positions.delete("");
  return positions;
}

/** The positions of the highest scores above 0. Only those are kept in order: a common word finds most of the list. */
function best(scores: Float64Array, limit: number): Ranked {
  const positions: number[] = [];
  let total = 0;
  for (const [position, score] of scores.entries()) {
    if (score <= 0) continue;
    total++;
    const worst = positions[limit - 1];
    if (worst !== undefined && score <= (scores[worst] ?? 0)) continue;
    positions.splice(placeFor(score, positions, scores), 0, position);
    if (positions.length > limit) positions.pop();
  }
  return { positions, total };
}

/** Behind all that score as much or more. */
function placeFor(score: number, positions: readonly number[], scores: Float64Array): number {
  let low = 0;
  let high = positions.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((scores[positions[middle] ?? 0] ?? 0) >= score) low = middle + 1;
    else high = middle;
  }
  return low;
}
