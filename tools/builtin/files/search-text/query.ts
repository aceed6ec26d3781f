import { Automaton } from "../patterns/automaton.ts";
import { PatternTooCostly, Work } from "../patterns/closure.ts";
import { parseLiteral, parseRegex } from "../patterns/parse-regex.ts";
import { compile } from "../patterns/program.ts";
import { SpanFinder } from "../patterns/spans.ts";
import type { Span } from "../patterns/spans.ts";
import { PatternError } from "../patterns/syntax.ts";
import type { PatternNode } from "../patterns/syntax.ts";

/** A text of the greatest length fits, and a pattern of any sense. */
const MAX_INSTRUCTIONS = 12_000;
/** Steps on new ground for finding out which lines match, in one search: a second at most. */
const MAX_SEARCH_STEPS = 5_000_000;
/** Steps for finding out where in these lines. */
const MAX_SPAN_STEPS = 10_000_000;

export type CaseMode = "sensitive" | "insensitive" | "smart";

/** What to look for, ready to be used on lines. */
export interface Query {
  readonly pattern: PatternNode;
  /** Whether a text without line feeds matches. */
  readonly test: (line: string) => boolean;
  /** Where it does, at most `max` places; none where that would take too long to find out. */
  readonly spans: (line: string, max: number) => readonly Span[];
  /** Whether some line of a longer text may match; always true where nothing quick can be said. */
  readonly mayMatch: (text: string) => boolean;
}

/**
 * Makes a query.
 * @param mode `smart`: case counts only where the query has a capital.
 * @throws {Error} for what cannot be looked for, in words for a model.
 */
export function createQuery(text: string, regex: boolean, mode: CaseMode): Query {
  if (text === "") throw new Error("`query` is empty; find_files lists files");
  if (!regex && /[\r\n]/u.test(text)) {
    throw new Error("`query` holds a line end, but the search goes line by line; search for one line of it");
  }
  const ignoreCase = mode === "insensitive" || (mode === "smart" && !/\p{Lu}/u.test(text));
  if (!regex && !ignoreCase) return literalQuery(text);
  try {
    const pattern = regex ? parseRegex(text, ignoreCase) : parseLiteral(text, ignoreCase);
    const program = compile([pattern], MAX_INSTRUCTIONS);
    const automaton = new Automaton(program, "search");
    const finder = new SpanFinder(program);
    const [searching, finding] = [new Work(MAX_SEARCH_STEPS), new Work(MAX_SPAN_STEPS)];
    return {
      pattern,
      test: (line) => automaton.run(line, searching) === 0,
      spans: (line, max) => spansWithin(() => finder.find(line, max, finding)),
      mayMatch: () => true,
    };
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    const advice = regex ? "; leave `regex` out to search for the text as it is" : "";
    throw new Error(`\`query\`: ${error.message}${advice}`, { cause: error });
  }
}

function literalQuery(text: string): Query {
  return {
    pattern: parseLiteral(text, false),
    test: (line) => line.includes(text),
    spans: (line, max) => {
      const spans: Span[] = [];
      for (let at = line.indexOf(text); at !== -1 && spans.length < max; at = line.indexOf(text, at + text.length)) {
        spans.push([at, at + text.length]);
      }
      return spans;
    },
    mayMatch: (longer) => longer.includes(text),
  };
}

function spansWithin(find: () => readonly Span[]): readonly Span[] {
  try {
    return find();
  } catch (error) {
    if (error instanceof PatternTooCostly) return [];
    throw error;
  }
}
