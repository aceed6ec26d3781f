import { parsePatch } from "./parse/parse-patch.ts";
import type { PatchSection } from "./patch.ts";
import { PatchError } from "./patch-error.ts";

/** Files that are named in a sentence; the others are counted. */
const MOST_NAMED = 8;

/** What a patch would do, in one sentence for a person who is to allow it. */
export function describePatch(text: string): string {
  try {
    const { sections } = parsePatch(text);
    if (sections.length === 0) return "Apply an empty patch.";
    const named = sections.slice(0, MOST_NAMED).map(phrase);
    if (sections.length > MOST_NAMED) named.push(`and ${sections.length - MOST_NAMED} more files`);
    const sentence = named.join(", ");
    return `${sentence[0]?.toUpperCase() ?? ""}${sentence.slice(1)}.`;
  } catch (error) {
    if (error instanceof PatchError) return `Apply a patch that cannot be read: ${error.message}`;
    throw error;
  }
}

function phrase(section: PatchSection): string {
  const path = JSON.stringify(section.path);
  switch (section.kind) {
    case "add":
      return `add ${path}`;
    case "delete":
      return `delete ${path}`;
    case "update":
      return section.moveTo === null ? `change ${path}` : `move ${path} to ${JSON.stringify(section.moveTo)}`;
  }
}
