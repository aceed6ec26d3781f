/** What was done to one file. */
export interface PatchChange {
  readonly kind: "add" | "update" | "move" | "delete";
  /** As the patch has it; of a move where the file is now. */
  readonly path: string;
  readonly absolutePath: string;
  /** Of a move: where the file was, as the patch has it. */
  readonly movedFrom?: string;
}

/** What a patch did, or would do. */
export interface PatchReport {
  /** In the patch's order. */
  readonly changes: readonly PatchChange[];
  /** What a model reads. */
  readonly summary: string;
  /** Former versions of files that could not be cleared away, as absolute paths. Nearly always empty. */
  readonly leftovers: readonly string[];
}

const LETTERS = { add: "A", update: "M", move: "M", delete: "D" } as const;

/** How a change is listed: a letter and the path. */
export function listed({ kind, path }: PatchChange): string {
  return `${LETTERS[kind]} ${path}`;
}

/** The text about changes that were made: files that came, then those that changed, then those that went. */
export function summaryOf(changes: readonly PatchChange[]): string {
  const lines = ["A", "M", "D"].flatMap((letter) => changes.filter(({ kind }) => LETTERS[kind] === letter).map(listed));
  return `Success. Updated the following files:\n${lines.join("\n")}\n`;
}
