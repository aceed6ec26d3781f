import { MARKERS } from "../parse/markers.ts";
import type { PatchSection } from "../patch.ts";

/** The text of a patch, which `parsePatch` reads back. */
export function formatPatch(sections: readonly PatchSection[]): string {
  const lines = [MARKERS.begin, ...sections.flatMap(linesOf), MARKERS.end];
  return `${lines.join("\n")}\n`;
}

function linesOf(section: PatchSection): readonly string[] {
  switch (section.kind) {
    case "add":
      return [`${MARKERS.add}${section.path}`, ...section.lines.map((line) => signed("+", line))];
    case "delete":
      return [`${MARKERS.delete}${section.path}`];
    case "update":
      return [
        `${MARKERS.update}${section.path}`,
        ...(section.moveTo === null ? [] : [`${MARKERS.moveTo}${section.moveTo}`]),
        ...section.chunks.flatMap(({ context, lines, endOfFile }) => [
          context === null ? MARKERS.chunk : `${MARKERS.chunk} ${context}`,
          ...lines.map(({ sign, text }) => signed(sign, text)),
          ...(endOfFile ? [MARKERS.endOfFile] : []),
        ]),
      ];
  }
}

/** A carriage return at the end of a patch's line is part of how the patch is stored; one of the text needs a second. */
function signed(sign: string, text: string): string {
  return text.endsWith("\r") ? `${sign}${text}\r` : `${sign}${text}`;
}
