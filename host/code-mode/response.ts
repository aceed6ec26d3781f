import { fitContent } from "../outputs/fit-output.ts";
import type { OutputStore } from "../outputs/output-store.ts";
import type { ContentItem, ToolOutput } from "../../tools/index.ts";
import type { CellError, Outcome } from "../outcome.ts";

/** Content with the error as a last item, cut to a budget: what a model is given of a cell. What is cut is kept in a store. */
export function truncatedContent(
  content: readonly ContentItem[],
  error: CellError | undefined,
  maxOutputTokens: number,
  outputs: OutputStore | null,
): readonly ContentItem[] {
  const items = error === undefined ? content : [...content, errorItem(error)];
  return fitContent(items, maxOutputTokens, outputs);
}

function errorItem(error: CellError): ContentItem {
  const position = error.code === "syntax" && error.excerpt !== undefined ? `\n${error.excerpt}` : "";
  const hint = error.hint === undefined ? "" : `\n${error.hint}`;
  return { type: "text", text: `Script error:\n${error.message}${position}${hint}` };
}

/** What `exec` and `wait` answer: a header, then the cell's new content within the budget. */
export function renderOutcome(
  outcome: Outcome,
  maxOutputTokens: number,
  wallMs: number,
  outputs: OutputStore | null,
): ToolOutput {
  const header = `${statusLine(outcome)}\nWall time ${(wallMs / 1000).toFixed(1)} seconds\nOutput:\n`;
  return {
    content: [
      { type: "text", text: header },
      ...truncatedContent(outcome.content, outcome.error, maxOutputTokens, outputs),
    ],
    success: outcome.status !== "failed",
  };
}

function statusLine({ status, cellId }: Outcome): string {
  switch (status) {
    case "completed":
      return "Script completed";
    case "failed":
      return "Script failed";
    case "terminated":
      return "Script terminated";
    case "yielded":
      return `Script running with cell ID ${cellId}`;
  }
}
