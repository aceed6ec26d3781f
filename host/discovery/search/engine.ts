import { setImmediate } from "node:timers/promises";
import type MiniSearch from "minisearch";

/** One thing that can be found: an id and a text per field. */
export interface SearchDocument {
  readonly id: number;
  readonly fields: Readonly<Record<string, string>>;
}

/** How a full-text index is made. */
export interface EngineOptions {
  /** Fields and how much a hit in each counts. */
  readonly weights: Readonly<Record<string, number>>;
  /** Asked for each field of a document in the order of `weights`. A term counts once a field. */
  readonly termsOf: (text: string, field: string) => ReadonlySet<string>;
}

/** Conventional constants; `d` of 0 makes MiniSearch's BM25+ plain BM25. */
const BM25 = { k: 1.2, b: 0.75, d: 0 };

/** What BM25 makes of one occurrence in a text that is so much longer (or shorter) than the average. */
export function lengthFactor(relativeLength: number): number {
  return (BM25.k + 1) / (1 + BM25.k * (1 - BM25.b + BM25.b * relativeLength));
}

/** Documents that are read before other work of the process gets its turn: about 10 ms. */
const CHUNK = 100;

/** A term with more hits than this is scored right after the index was built: the library takes about 1 µs a hit. */
const MANY_HITS = 500;
/** Scores of terms that were looked for are kept; each takes up to 12 bytes a document. */
const MAX_KEPT = 256;

/** The documents that have a term, and their scores. */
interface TermScores {
  readonly ids: Uint32Array;
  readonly scores: Float64Array;
}

/** A full-text index with BM25. The only file that knows the search library, which is loaded when first needed. */
export class SearchEngine {
  readonly #index: MiniSearch<SearchDocument>;
  /** Hits by term, counted once a field. */
  readonly #hits: ReadonlyMap<string, number>;
  readonly #kept: Map<string, TermScores> = new Map();

  private constructor(index: MiniSearch<SearchDocument>, hits: ReadonlyMap<string, number>) {
    this.#index = index;
    this.#hits = hits;
  }

  /** Builds an index, in chunks between which other work can run. */
  static async build(documents: readonly SearchDocument[], options: EngineOptions): Promise<SearchEngine> {
    const { default: Library } = await import("minisearch");
    const hits = new Map<string, number>();
    const index = new Library<SearchDocument>({
      fields: Object.keys(options.weights),
      extractField: (document, field) => (field === "id" ? document.id : (document.fields[field] ?? "")),
      tokenize: (text, field) => {
        const terms = options.termsOf(text, field ?? "");
        for (const term of terms) hits.set(term, (hits.get(term) ?? 0) + 1);
        return [...terms];
      },
      processTerm: (term) => term,
      searchOptions: { boost: { ...options.weights }, bm25: BM25, tokenize: (text) => [text] },
    });
    await index.addAllAsync(documents, { chunkSize: CHUNK });
    const engine = new SearchEngine(index, hits);
    // Goes on while the first searches run; what one of those needs sooner it scores itself.
    void engine.#scoreCommonTerms();
    return engine;
  }

  /** Whether any document has this term. */
  has(term: string): boolean {
    return this.#hits.has(term);
  }

  /** Adds each document's score for each of these terms to what `scores` has under its id. */
  score(terms: readonly string[], scores: Float64Array): void {
    for (const term of terms) {
      const found = this.#kept.get(term) ?? this.#scoreTerm(term);
      for (const [index, id] of found.ids.entries()) scores[id] = (scores[id] ?? 0) + (found.scores[index] ?? 0);
    }
  }

  async #scoreCommonTerms(): Promise<void> {
    const common = [...this.#hits].filter(([, hits]) => hits > MANY_HITS).sort(([, a], [, b]) => b - a);
    for (const [term] of common.slice(0, MAX_KEPT)) {
      await setImmediate(undefined, { ref: false });
      if (!this.#kept.has(term)) this.#scoreTerm(term);
    }
  }

  /** One term at a time: for several the library multiplies a score by how many of them match, which is not BM25. */
  #scoreTerm(term: string): TermScores {
    if (!this.#hits.has(term)) return NONE;
    const ids: number[] = [];
    const values: number[] = [];
    // Taken here and refused as results: the library would sort them, which takes longer than all else.
    this.#index.search(term, {
      filter: ({ id, score }) => {
        ids.push(Number(id));
        values.push(score);
        return false;
      },
    });
    const scores = { ids: Uint32Array.from(ids), scores: Float64Array.from(values) };
    if (this.#kept.size < MAX_KEPT) this.#kept.set(term, scores);
    return scores;
  }
}

const NONE: TermScores = { ids: new Uint32Array(), scores: new Float64Array() };
