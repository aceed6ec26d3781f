import { own } from "../../../../tools/index.ts";
import type { ToolRule } from "../../rule.ts";
import { isClosedSet, typesOf } from "../../subject/parameters.ts";
import type { Parameter } from "../../subject/parameters.ts";
import { wordsOf } from "../../subject/words.ts";

const PATH_WORDS: ReadonlySet<string> = new Set(
  "path paths file files filename filepath dir directory folder".split(" "),
);
const BASE_SAID =
  /\b(?:absolute|relative|root|workspace|working|current|inside|within|under|url|uri|glob|pattern|json|dotted|fields?|name of)\b|\be\.g\b|\bexample\b|[/\\]/iu;
const ID_WORDS: ReadonlySet<string> = new Set("id ids uuid guid".split(" "));
const SOURCE_SAID =
  /\b(?:from|returned|given|result|response|list|lists|find|found|search|get|gets|create|creates|use|see|snapshot|obtain\w*|provided|current|default|same|unique|new|e\.g|example|format|like)\b|_|`|-[a-z0-9]/iu;
const ADDRESS_WORDS: ReadonlySet<string> = new Set("url uri link href email".split(" "));
/** A description of an address that says no more than its name. */
const BARE = 16;

/** A path of which nobody knows where it starts. */
export const pathBaseUnsaid: ToolRule = {
  name: "path-base-unsaid",
  area: "input",
  severity: "info",
  title: "a path whose start is not said",
  why: "A model gives paths relative to where it thinks it is, which is seldom where the server is.",
  fix: "Say whether it is absolute, or what it is relative to, and give an example.",
  check: ({ parameters }) =>
    parameters
      .filter((parameter) => leavesUnsaid(parameter, PATH_WORDS, BASE_SAID))
      .map(({ name, where }) => ({ where, message: `Where the path ${name} starts is not said.` })),
};

/** An id of which nobody knows where to get it. */
export const idSourceUnsaid: ToolRule = {
  name: "id-source-unsaid",
  area: "input",
  severity: "info",
  title: "an id without a word on where it comes from",
  why: "A model that does not know which tool gives an id makes one up.",
  fix: "Name the tool that gives it: the id of an order, as list_orders gives it.",
  check: ({ parameters }) =>
    parameters
      .filter((parameter) => leavesUnsaid(parameter, ID_WORDS, SOURCE_SAID))
      .map(({ name, where }) => ({ where, message: `Where the id ${name} comes from is not said.` })),
};

/** An address without a format. */
export const addressWithoutFormat: ToolRule = {
  name: "address-without-format",
  area: "input",
  severity: "info",
  title: "an address without a format",
  why: "example.com, //example.com and https://example.com/ are all taken for a URL by somebody.",
  fix: 'Add format: "uri" or "email", and an example to the description.',
  check: ({ parameters }) =>
    parameters
      .filter(
        (parameter) =>
          isOpenText(parameter) && ends(parameter, ADDRESS_WORDS) && parameter.description.trim().length < BARE,
      )
      .map(({ name, where }) => ({ where, message: `The form of the address ${name} is not said.` })),
};

function isOpenText({ schema }: Parameter): boolean {
  const types = typesOf(schema);
  return (
    types.has("string") &&
    own(schema, "format") === undefined &&
    own(schema, "pattern") === undefined &&
    !isClosedSet(schema)
  );
}

/** Whether the name says what it is, and the description is there but has none of the words that it takes. */
function leavesUnsaid(parameter: Parameter, names: ReadonlySet<string>, said: RegExp): boolean {
  const { description } = parameter;
  return isOpenText(parameter) && ends(parameter, names) && description.trim() !== "" && !said.test(description);
}

function ends({ name }: Parameter, words: ReadonlySet<string>): boolean {
  return words.has(wordsOf(name).at(-1) ?? "");
}
