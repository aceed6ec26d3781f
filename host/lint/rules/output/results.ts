import type { ToolRule } from "../../rule.ts";
import { outputProperties } from "../../subject/linted-tool.ts";
import { wordsOf } from "../../subject/words.ts";

const LISTING: ReadonlySet<string> = new Set("list search find browse".split(" "));
const CUT: ReadonlySet<string> = new Set(
  "truncated has_more hasmore more next_cursor nextcursor cursor next next_page nextpage page_info pageinfo total total_count totalcount next_offset complete partial incomplete_results next_page_token".split(
    " ",
  ),
);
const PAGING: ReadonlySet<string> = new Set("cursor page offset start after before skip token".split(" "));
const ERROR_FIELDS: readonly string[] = ["code", "retryable", "hint"];

/** A result without a shape. */
export const missingOutputSchema: ToolRule = {
  name: "missing-output-schema",
  area: "output",
  severity: "info",
  title: "a result without a schema",
  why: "A script that calls the tool guesses the names of fields; a model reads text that a program could have filtered.",
  fix: "Declare outputSchema, and answer with structuredContent.",
  check: ({ outputSchema }) =>
    outputSchema === undefined ? [{ where: "outputSchema", message: "What comes back is not declared." }] : [],
};

/** A list that may be cut unseen. */
export const listWithoutEnd: ToolRule = {
  name: "list-without-end",
  area: "output",
  severity: "warning",
  title: "a list that does not say whether it is whole",
  why: "What was left out looks like what is not there.",
  fix: "Add truncated (or has_more) and a cursor to the result.",
  check: ({ name, outputSchema, parameters }) => {
    // A list that takes no argument is seldom long.
    if (parameters.length === 0 || !wordsOf(name).some((word) => LISTING.has(word))) return [];
    const pages = parameters.some((parameter) => wordsOf(parameter.name).some((word) => PAGING.has(word)));
    if (outputSchema === undefined) {
      return pages
        ? [{ where: "outputSchema", message: "It gives pages, and no schema says how the next one is asked for." }]
        : [];
    }
    const said = [...outputProperties(outputSchema)].some((property) => CUT.has(property.toLowerCase()));
    return said ? [] : [{ where: "outputSchema", message: "Nothing in the result says whether there is more." }];
  },
};

/** Errors that say only that something went wrong. */
export const errorsWithoutCode: ToolRule = {
  name: "errors-without-code",
  area: "output",
  severity: "info",
  title: "errors without code, retryable and hint",
  why: "From a sentence alone a model tries the same again, or gives up what a second attempt would have done.",
  fix: "Give errors a code, whether trying again helps (retryable), and what to do instead (hint).",
  check: ({ outputSchema }) => {
    if (outputSchema === undefined) return [];
    const properties = outputProperties(outputSchema);
    if (!properties.has("error") && !properties.has("status") && !properties.has("code")) return [];
    const missing = ERROR_FIELDS.filter((field) => !properties.has(field));
    return missing.length === 0 || properties.has("error")
      ? []
      : [{ where: "outputSchema", message: `Errors have no ${missing.join(", ")}.` }];
  },
};
