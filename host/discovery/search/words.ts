import { stem } from "./stem.ts";
import { STOP_WORDS } from "./stop-words.ts";

/** Scripts that put no space between words. Their text is found by pairs of neighbouring characters. */
const UNSPACED = String.raw`\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}`;
const RUN: RegExp = new RegExp(String.raw`[\p{L}\p{M}\p{N}_]+(?:-[\p{L}\p{M}\p{N}_]+)*`, "gu");
/** The same as `RUN` for texts of these characters only, in a third of the time. */
const ASCII_RUN = /[A-Za-z0-9_]+(?:-[A-Za-z0-9_]+)*/g;
const ASCII = /^[\0-\x7f]*$/;
const UNSPACED_RUN: RegExp = new RegExp(`([${UNSPACED}]+)`, "u");
const HAS_UNSPACED: RegExp = new RegExp(`[${UNSPACED}]`, "u");

/** The parts of an identifier: `HTTPServer2`, `create_event`, `userIds`, `URLs` and `3d` have 2, 2, 2, 1 and 1. */
const PARTS =
  /\p{Lu}{2,}s(?![\p{L}\p{M}])|\p{Lu}+(?!\p{Ll})\p{M}*\p{N}*|\p{Lu}?[\p{Ll}\p{Lt}\p{Lm}\p{Lo}\p{M}]+\p{N}*|\p{N}+[\p{Ll}\p{Lo}\p{M}]*|\p{Lu}/gu;

/** Letters that have no decomposition, as they are written where they are missing. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  ł: "l",
  þ: "th",
  ı: "i",
};

/** The terms of one word of a text. */
interface WordTerms {
  /** The identifier in one piece; undefined for words that have no parts. */
  readonly whole?: string;
  /** The parts of an identifier, or the one word; without stop words. */
  readonly parts: readonly string[];
  /** Whether the parts were joined by a hyphen, as in prose. */
  readonly hyphenated: boolean;
}

const MAX_REMEMBERED = 50_000;
const MAX_WORD_CHARACTERS = 200;

/** The words of many texts and their terms: most words come again, and stemming is what costs most. */
export type KnownWords = Map<string, readonly WordTerms[]>;

/** All terms by which a text is found: words, identifiers in one piece and in parts, pairs of CJK characters. */
export function termsOf(text: string, known: KnownWords = new Map()): string[] {
  const terms: string[] = [];
  for (const run of runsOf(text)) {
    let words = known.get(run);
    if (words === undefined) {
      words = wordsOfRun(run, "text");
      if (known.size < MAX_REMEMBERED) known.set(run, words);
    }
    for (const { whole, parts } of words) {
      if (whole !== undefined) terms.push(whole);
      for (const part of parts) terms.push(part);
    }
  }
  return terms;
}

/**
 * The terms to look for. An identifier that some tool has is looked for in one piece, because whoever writes one means
 * that one; its parts are looked for where none has it. Empty where the query has nothing but stop words.
 */
export function queryTerms(query: string, isKnown: (term: string) => boolean): string[] {
  const terms = new Set<string>();
  for (const run of runsOf(query)) {
    for (const { whole, parts, hyphenated } of wordsOfRun(run, "query")) {
      const known = whole !== undefined && isKnown(whole);
      if (known) terms.add(whole);
      if (!known || hyphenated) for (const part of parts) terms.add(part);
    }
  }
  return [...terms];
}

/** A name without case, accents and separators: all spellings of one identifier are the same. */
export function squash(name: string): string {
  return folded(ASCII.test(name) ? name : composed(name)).replace(/[^\p{L}\p{M}\p{N}]+/gu, "");
}

/** The words of a text; identifiers are one word each. */
function runsOf(text: string): readonly string[] {
  return (ASCII.test(text) ? text.match(ASCII_RUN) : composed(text).match(RUN)) ?? [];
}

/** Compatibility forms, such as full-width letters, become the usual ones. */
function composed(text: string): string {
  return text.normalize("NFKC");
}

function wordsOfRun(run: string, side: "text" | "query"): readonly WordTerms[] {
  const cut = run.slice(0, MAX_WORD_CHARACTERS);
  if (!HAS_UNSPACED.test(cut)) return [wordTerms(cut)];
  return cut.split(UNSPACED_RUN).flatMap((piece) => unspacedOrWord(piece, side));
}

function unspacedOrWord(piece: string, side: "text" | "query"): readonly WordTerms[] {
  if (piece === "") return [];
  if (!HAS_UNSPACED.test(piece)) return [wordTerms(piece)];
  const characters = Array.from(piece);
  const pairs = characters.slice(1).map((character, index) => `${characters[index] ?? ""}${character}`);
  // A query of one character finds what has it; a longer one is not to find what shares only a character.
  const singles = side === "text" || pairs.length === 0 ? characters : [];
  return [{ parts: [...singles, ...pairs], hyphenated: false }];
}

function wordTerms(word: string): WordTerms {
  const pieces = word.match(PARTS) ?? [];
  const parts = pieces.map(folded).filter((part) => !STOP_WORDS.has(part));
  const hyphenated = word.includes("-");
  if (pieces.length < 2) return { parts: parts.map(stem), hyphenated };
  return { whole: stem(pieces.map(folded).join("")), parts: parts.map(stem), hyphenated };
}

/** Lower case, without accents. */
function folded(word: string): string {
  const lower = word.toLowerCase();
  // Nearly all words are plain already.
  if (ASCII.test(lower)) return lower;
  return lower
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[ßæœøđðłþı]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .normalize("NFC");
}
