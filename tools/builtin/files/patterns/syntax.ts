import type { CodeSet } from "./code-set.ts";

/**
 * A pattern as a tree. Patterns come from models and from files of projects (`.gitignore`), so nothing here is ever given to an
 * engine that backtracks: the automaton in this folder takes time in proportion to the text, whatever the pattern.
 */
export type PatternNode =
  | { readonly type: "set"; readonly set: CodeSet }
  | { readonly type: "empty" }
  | { readonly type: "concat"; readonly parts: readonly PatternNode[] }
  | { readonly type: "alternate"; readonly options: readonly PatternNode[] }
  | {
      readonly type: "repeat";
      readonly node: PatternNode;
      readonly min: number;
      /** Infinity for no upper bound. */
      readonly max: number;
      readonly greedy: boolean;
    }
  | { readonly type: "assert"; readonly kind: Assertion };

/** `start` and `end` of the text, `word` between a word's character and another, `not-word` elsewhere. */
export type Assertion = "start" | "end" | "word" | "not-word";

/** Thrown for a pattern that is not in the dialect, or too large. The message is for a model. */
export class PatternError extends Error {
  override readonly name: string = "PatternError";
}
