import type { JsonSchema } from "../../../contract/spec.ts";
import { objectSchema } from "../file-tool.ts";
import type { LeftOut } from "./walk.ts";

/** The schema of {@link LeftOut} in a tool's result. */
export const LEFT_OUT_SCHEMA: JsonSchema = {
  ...(objectSchema({
    ignored: { type: "integer" },
    hidden: { type: "integer" },
    unreadable: { type: "integer" },
  }) as object),
  description: "Entries not looked at; a folder counts as one. Only where no results follow.",
};

/** What was left out, in words; empty where nothing was. */
export function describeLeftOut({ ignored, hidden, unreadable }: LeftOut): string {
  const parts = [
    ...(ignored > 0 ? [`${ignored} ignored (include_ignored looks at them)`] : []),
    ...(hidden > 0 ? [`${hidden} hidden (hidden looks at them)`] : []),
    ...(unreadable > 0 ? [`${unreadable} unreadable`] : []),
  ];
  return parts.length === 0 ? "" : `Not looked at: ${parts.join(", ")}.`;
}

/** A line in brackets below a tool's text, or nothing. */
export function note(...sentences: readonly string[]): string {
  const said = sentences.filter((sentence) => sentence !== "");
  return said.length === 0 ? "" : `[${said.join(" ")}]`;
}
