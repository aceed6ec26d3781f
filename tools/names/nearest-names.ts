import { editDistance } from "./edit-distance.ts";
import type { Span } from "./edit-distance.ts";
import { MAX_COMPARED, scanName } from "./scan-name.ts";
import type { ScannedName } from "./scan-name.ts";

const MAX_CANDIDATES = 20_000;
const MAX_WORDS = 8;
/** A shared word counts only while at most this share of the candidates has it: `mcp` says nothing among MCP tools. */
const COMMON_SHARE = 0.5;

interface Word {
  readonly bit: number;
  readonly length: number;
  owners: number;
}

/**
 * The names most like one that does not exist, best first; empty when none is near. A name is near when few typing
 * errors lead to it (with or without its namespace, whatever the case and separators), or when it shares the words
 * that make up most of the wanted name. Five thousand candidates take a few milliseconds.
 */
export function nearestNames(name: string, candidates: Iterable<string>, limit = 3): string[] {
  const words = new Map<number, Word>();
  const letters = new Uint8Array(MAX_COMPARED);
  const scanned = scanName(name, letters, 0, (hash, length) => {
    if (length >= 3 && words.size < MAX_WORDS && !words.has(hash)) {
      words.set(hash, { bit: 1 << words.size, length, owners: 0 });
    }
  });
  if (scanned.end === 0 || limit <= 0) return [];
  const names = firstOf(candidates, MAX_CANDIDATES);
  const { bytes, spans, masks } = scanAll(names, words);
  const wordScore = wordScorer(words, names.length, scanned.end);
  const wanted: Span = { bytes: letters, start: 0, end: scanned.end };
  const best: { readonly name: string; readonly score: number }[] = [];
  for (const [index, { start, tail, end }] of spans.entries()) {
    const floor = best.length < limit ? 0 : (best[limit - 1]?.score ?? 0);
    const score = Math.max(
      wordScore(masks[index] ?? 0, end - start),
      similarity(wanted, bytes, start, end, floor),
      tail === start ? 0 : 0.95 * similarity(wanted, bytes, tail, end, floor),
    );
    if (score <= floor) continue;
    const position = best.findIndex((entry) => entry.score < score);
    best.splice(position === -1 ? best.length : position, 0, { name: names[index] ?? "", score });
    best.length = Math.min(best.length, limit);
  }
  return best.map((entry) => entry.name);
}

function scanAll(
  names: readonly string[],
  words: ReadonlyMap<number, Word>,
): { bytes: Uint8Array; spans: ScannedName[]; masks: Uint8Array } {
  let size = 0;
  for (const candidate of names) size += Math.min(candidate.length, MAX_COMPARED);
  const bytes = new Uint8Array(size);
  const masks = new Uint8Array(names.length);
  const spans: ScannedName[] = [];
  let mask = 0;
  let end = 0;
  const onWord = (hash: number): void => {
    const word = words.get(hash);
    if (word === undefined || (mask & word.bit) !== 0) return;
    mask |= word.bit;
    word.owners++;
  };
  for (const [index, candidate] of names.entries()) {
    mask = 0;
    const span = scanName(candidate, bytes, end, onWord);
    end = span.end;
    masks[index] = mask;
    spans.push(span);
  }
  return { bytes, spans, masks };
}

/** Scores from 0 to 0.9 how much of the wanted words, by length, a candidate has. Less than half counts nothing. */
function wordScorer(
  words: ReadonlyMap<number, Word>,
  total: number,
  wanted: number,
): (mask: number, length: number) => number {
  const telling = [...words.values()].filter((word) => word.owners <= 3 || word.owners <= total * COMMON_SHARE);
  const weight = telling.reduce((sum, word) => sum + word.length, 0);
  return (mask, length) => {
    if (mask === 0) return 0;
    let shared = 0;
    for (const word of telling) if ((mask & word.bit) !== 0) shared += word.length;
    if (shared === 0 || shared * 2 < weight) return 0;
    return (0.9 * shared) / weight - Math.min(0.2, Math.abs(length - wanted) / 200);
  };
}

/** From 0 to 1; 0 also where it could not exceed `floor`, which spares most comparisons once good names are known. */
function similarity(wanted: Span, bytes: Uint8Array, start: number, end: number, floor: number): number {
  const length = wanted.end + 1;
  const allowed = Math.min(4, Math.floor(wanted.end / 3), Math.ceil((1 - floor) * length) - 1);
  if (allowed < 0 || Math.abs(end - start - wanted.end) > allowed) return 0;
  const distance = editDistance(wanted, { bytes, start, end }, allowed);
  return distance > allowed ? 0 : 1 - distance / length;
}

function firstOf(values: Iterable<string>, limit: number): string[] {
  const first: string[] = [];
  for (const value of values) {
    if (first.length >= limit) break;
    first.push(value);
  }
  return first;
}
