import { own } from "../../../../tools/index.ts";
import type { ToolRule } from "../../rule.ts";
import { typesOf } from "../../subject/parameters.ts";
import { verbKind, wordsOf } from "../../subject/words.ts";

const COUNT_WORDS: ReadonlySet<string> = new Set("limit count max maximum top depth".split(" "));
const DANGEROUS: ReadonlySet<string> = new Set(
  "force recursive overwrite delete purge destroy cascade hard permanent permanently unsafe".split(" "),
);

/** A count without an end. */
export const missingBounds: ToolRule = {
  name: "missing-bounds",
  area: "input",
  severity: "info",
  title: "a count without minimum, maximum or default",
  why: "A model that wants everything asks for a million, and one that is careful for one.",
  fix: "Set minimum, maximum and default.",
  check: ({ parameters }) =>
    parameters
      .filter(({ name, schema }) => {
        const types = typesOf(schema);
        if (!types.has("integer") && !types.has("number")) return false;
        const bounded =
          own(schema, "maximum") !== undefined ||
          own(schema, "exclusiveMaximum") !== undefined ||
          own(schema, "enum") !== undefined;
        const words = wordsOf(name);
        const counts = words.some((word) => COUNT_WORDS.has(word)) || words.join("_") === "page_size";
        return counts && !bounded;
      })
      .map(({ name, schema, where }) => ({
        where,
        message: `The count ${name} has no maximum${own(schema, "default") === undefined ? " and no default" : ""}.`,
      })),
};

/** A default that does harm. */
export const unsafeDefault: ToolRule = {
  name: "unsafe-default",
  area: "input",
  severity: "error",
  title: "a default that does harm",
  why: "What is not said happens: a model that leaves the argument out has not decided for it.",
  fix: "Let the safe choice be the default, and make the other one an argument that is given.",
  check: ({ name: tool, annotations, parameters }) => {
    if (annotations.readOnlyHint === true || (annotations.readOnlyHint === undefined && verbKind(tool) === "reading"))
      return [];
    return parameters.flatMap(({ name, schema, where }) => {
      const harmful = own(schema, "default") === true && wordsOf(name).some((word) => DANGEROUS.has(word));
      return harmful
        ? [{ where, message: `${name} is true unless told otherwise, in a tool that changes things.` }]
        : [];
    });
  },
};
