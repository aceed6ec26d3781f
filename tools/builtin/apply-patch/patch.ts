/** One line of a chunk: what it does, and its text without the sign in front. */
export interface PatchLine {
  /** A space: has to be there and stays; `-`: has to be there and goes; `+`: comes. */
  readonly sign: " " | "-" | "+";
  readonly text: string;
}

/** One place of a file that changes. */
export interface PatchChunk {
  /** A line that stands somewhere above the place, to tell it from others like it. */
  readonly context: string | null;
  readonly lines: readonly PatchLine[];
  /** Whether the lines are the last ones of the file. */
  readonly endOfFile: boolean;
}

/** What a patch does to one file. Paths are as they were written; `line` is the header's, counted from 1 at the begin marker. */
export type PatchSection =
  | {
      readonly kind: "add";
      readonly path: string;
      readonly line: number;
      readonly lines: readonly string[];
    }
  | { readonly kind: "delete"; readonly path: string; readonly line: number }
  | {
      readonly kind: "update";
      readonly path: string;
      readonly line: number;
      /** Where the file goes; null where it stays. */
      readonly moveTo: string | null;
      readonly chunks: readonly PatchChunk[];
    };

/** A patch that was read. */
export interface Patch {
  readonly sections: readonly PatchSection[];
  /** The environment that the patch asks for; null for most. */
  readonly environmentId: string | null;
}
