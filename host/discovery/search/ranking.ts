import { lengthFactor, SearchEngine } from "./engine.ts";
import type { SearchDocument } from "./engine.ts";
import { stem } from "./stem.ts";
import type { ToolText } from "./tool-text.ts";
import { queryTerms, squash, termsOf } from "./words.ts";
import type { KnownWords } from "./words.ts";

/**
 * What a hit counts by where it is. A name says most, and counts as text besides; what all members of a namespace share
 * says least. The rest of a tool is one text, so that of two tools with the same words the shorter one comes first.
 */
const TOOL_WEIGHTS = { text: 1, details: 0.5, name: 1, identifier: 2 };
const NAMESPACE_WEIGHTS = { description: 0.3, source: 0.3 };
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
  /** By position: what a word that its namespace shares counts in a text of its length. */
  readonly #factors: Float64Array;
  readonly #tools: SearchEngine;
  readonly #namespaces: SearchEngine;
  readonly #groups: readonly NamespaceGroup[];
  readonly #byName: ReadonlyMap<string, readonly number[]>;

  private constructor(
    parts: { factors: Float64Array; tools: SearchEngine; namespaces: SearchEngine; groups: readonly NamespaceGroup[] },
    byName: ReadonlyMap<string, readonly number[]>,
  ) {
    this.#factors = parts.factors;
    this.#tools = parts.tools;
    this.#namespaces = parts.namespaces;
    this.#groups = parts.groups;
    this.#byName = byName;
  }

  /** What members of a namespace share is indexed once, not once a member. */
  static async build(texts: readonly ToolText[]): Promise<Ranking> {
    const words: KnownWords = new Map();
    const lengths: number[] = [];
    let own: ReadonlySet<string> = new Set();
    const readTool = (text: string, field: string): ReadonlySet<string> => {
      if (field === "identifier") return new Set([stem(text)]);
      const terms = new Set(termsOf(text, words));
      if (field === "text") {
        own = terms;
        lengths.push(terms.size);
      }
      // What the text has already is not counted again.
      return field === "details" ? new Set([...terms].filter((term) => !own.has(term))) : terms;
    };
    const groups = groupsOf(texts);
    const tools = await SearchEngine.build(texts.map(toolDocument), { weights: TOOL_WEIGHTS, termsOf: readTool });
    const namespaces = await SearchEngine.build(namespaceDocuments(texts, groups), {
      weights: NAMESPACE_WEIGHTS,
      termsOf: (text) => new Set(termsOf(text, words)),
    });
    words.clear();
    return new Ranking({ factors: lengthFactors(lengths), tools, namespaces, groups }, positionsByName(texts));
  }

  /**
   * The best `limit` tools: those that the query names exactly, then by score; equal scores keep the order of the list.
   * What shares no word with the query is not found.
   */
  find(query: string, limit: number): Ranked {
    const scores = new Float64Array(this.#factors.length);
    const isKnown = (term: string): boolean => this.#tools.has(term) || this.#namespaces.has(term);
    const terms = queryTerms(query, isKnown).slice(0, MAX_TERMS);
    this.#tools.score(terms, scores);
    const shared = new Float64Array(this.#groups.length);
    this.#namespaces.score(terms, shared);
    for (const [index, { members }] of this.#groups.entries()) {
      const score = shared[index] ?? 0;
      if (score === 0) continue;
      for (const position of members) {
        scores[position] = (scores[position] ?? 0) + score * (this.#factors[position] ?? 1);
      }
    }
    for (const position of this.#byName.get(squash(query)) ?? []) scores[position] = Infinity;
    return best(scores, limit);
  }
}

function toolDocument(text: ToolText, id: number): SearchDocument {
  const { name, details } = text;
  return { id, fields: { text: text.text, details, name, identifier: squash(text.namespace + name) } };
}

function lengthFactors(lengths: readonly number[]): Float64Array {
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  return Float64Array.from(lengths, (length) => lengthFactor(average === 0 ? 1 : length / average));
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
    fields: { description: descriptions.get(namespace) ?? "", source },
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
