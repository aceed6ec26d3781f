import { isJsonObject, own } from "../../../../tools/index.ts";
import type { ToolRule } from "../../rule.ts";
import { isClosedSet, typesOf } from "../../subject/parameters.ts";
import type { Parameter } from "../../subject/parameters.ts";
import { wordsOf } from "../../subject/words.ts";

/** `one of: a, b`, "possible values: `a` and `b`". */
const ANNOUNCED =
  /\b(?:one of|allowed values|possible values|valid values|supported values|must be|options are|choices)\b[^.]{0,40}?(?:(["'`])[\w-]+\1|:\s*\w+\s*(?:,|\||\bor\b))/iu;
/** `"a" | "b"`, `'a', 'b' or 'c'`, `asc|desc`. */
const LISTED = /(["'`])[\w-]+\1\s*(?:\||,|\/|\bor\b)\s*(?:or\s+)?(["'`])[\w-]+\2|^\W*[a-z_]+(?:\|[a-z_]+)+\W*$/iu;
/** What is listed is not all, or holds only in some cases. */
const OPEN =
  /\be\.g\b|\beg\b|\b(?:for example|such as|like|examples?|if|for|or (?:a |any |the )?(?:string|text|custom|other|path|number|array|object))\b/iu;
const DATE_WORDS: ReadonlySet<string> = new Set(
  "date datetime timestamp since until before after from to start end deadline".split(" "),
);
const DATE_SAID =
  /\b(?:iso|rfc\s?\d*|yyyy|unix|epoch|milliseconds|seconds|utc|timezone|format)\b|\d{4}-\d{2}|\be\.g\b|\bexample\b/iu;
const DATED = /(?:^|_)(?:date|datetime|timestamp)(?:_|$)|_at$|^since$|^until$/u;

/** An object that may hold anything. */
export const freeObject: ToolRule = {
  name: "free-object",
  area: "input",
  severity: "warning",
  title: "an object that may hold anything",
  why: "Keys that do not exist are accepted and ignored: the call succeeds and does not do what was asked.",
  fix: "Declare its properties, with additionalProperties: false; or say in the description which keys there are.",
  check: ({ parameters }) =>
    parameters
      .filter(isFree)
      .map(({ name, where }) => ({ where, message: `The object ${name} declares no properties.` })),
};

/** A choice that the schema does not know. */
export const closedSetWithoutEnum: ToolRule = {
  name: "closed-set-without-enum",
  area: "input",
  severity: "warning",
  title: "a choice that is only in the description",
  why: "Values outside of the choice are accepted by the schema and fail, or are ignored, later.",
  fix: "Put the values into an enum.",
  check: ({ parameters }) =>
    parameters
      .filter(({ schema, description }) => {
        const types = typesOf(schema);
        if (!types.has("string") || types.size > 1 || isClosedSet(schema) || own(schema, "pattern") !== undefined)
          return false;
        return (ANNOUNCED.test(description) || LISTED.test(description)) && !OPEN.test(description);
      })
      .map(({ name, where }) => ({
        where,
        message: `The description of ${name} lists values that the schema does not know.`,
      })),
};

/** A date whose form nobody knows. */
export const formatUnsaid: ToolRule = {
  name: "format-unsaid",
  area: "input",
  severity: "warning",
  title: "a date or address without a format",
  why: "Tomorrow, 1/2/2026 and 2026-02-01T00:00:00Z are all texts; only some of them are understood.",
  fix: 'Add format: "date-time" (or date, uri, email, uuid), and an example to the description.',
  check: ({ parameters }) =>
    parameters
      .filter(({ name, schema, description }) => {
        if (
          !typesOf(schema).has("string") ||
          own(schema, "format") !== undefined ||
          own(schema, "pattern") !== undefined ||
          isClosedSet(schema)
        )
          return false;
        return (DATED.test(wordsOf(name).join("_")) || isDate(name, description)) && !DATE_SAID.test(description);
      })
      .map(({ name, where }) => ({ where, message: `The form of the date ${name} is not said.` })),
};

/** Arguments that take unknown names. */
export const openArguments: ToolRule = {
  name: "open-arguments",
  area: "input",
  severity: "info",
  title: "arguments that take unknown names",
  why: "A misspelt argument is ignored: the call does something, but not what was meant.",
  fix: "Set additionalProperties: false, so that the mistake is told at once.",
  check: ({ inputSchema, parameters }) => {
    const open =
      own(inputSchema, "additionalProperties") !== false && own(inputSchema, "unevaluatedProperties") !== false;
    return open && parameters.length > 0 ? [{ where: "inputSchema", message: "Unknown arguments are accepted." }] : [];
  },
};

function isFree({ schema, description }: Parameter): boolean {
  if (!typesOf(schema).has("object")) return false;
  const alternatives = ["anyOf", "oneOf", "allOf", "$ref", "properties", "patternProperties", "propertyNames"];
  if (alternatives.some((key) => own(schema, key) !== undefined)) return false;
  const additional = own(schema, "additionalProperties");
  // A map of things of one kind has no properties to declare.
  return !(isJsonObject(additional) && Object.keys(additional).length > 0) && !/\bkeys?\b/iu.test(description);
}

function isDate(name: string, description: string): boolean {
  return wordsOf(name).some((word) => DATE_WORDS.has(word)) && /\b(?:date|time|day|timestamp)\b/iu.test(description);
}
