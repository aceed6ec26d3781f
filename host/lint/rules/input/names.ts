import type { ToolRule } from "../../rule.ts";
import { typesOf } from "../../subject/parameters.ts";
import { wordsOf } from "../../subject/words.ts";

const AMBIGUOUS: ReadonlySet<string> = new Set(
  "data type types options option opts value values input inputs param params args arguments info obj object x y z foo config settings payload body item items thing mode kind flag flags extra misc meta details".split(
    " ",
  ),
);
/** Descriptions up to this length seldom say more than the name. */
const TELLING = 25;
const TIME_WORDS: ReadonlySet<string> = new Set(
  "timeout duration delay interval ttl age wait expiry expiration".split(" "),
);
const SIZE_WORDS: ReadonlySet<string> = new Set(
  "memory weight distance price amount budget temperature radius speed".split(" "),
);
const UNIT =
  /(?:^|[^\p{L}])(?:ms|milliseconds?|s|secs?|seconds?|min|minutes?|hours?|hrs?|days?|weeks?|bytes?|kb|mb|gb|kib|mib|px|pixels?|characters?|chars|tokens?|items?|results?|lines?|rows?|entries|elements?|meters?|metres?|km|miles?|grams?|kg|cents?|usd|eur|dollars?|euros?|percent|%|°|degrees?|celsius|fahrenheit|iso)(?![\p{L}])/iu;

/** A parameter whose name fits everything. */
export const ambiguousName: ToolRule = {
  name: "ambiguous-name",
  area: "input",
  severity: "warning",
  title: "a parameter whose name fits everything",
  why: "A model fills in what such a name could mean in other tools; that is accepted, and does something else.",
  fix: "Name what it is: repository_path instead of data, output_format instead of type.",
  check: ({ parameters }) =>
    parameters
      .filter(
        ({ name, description, schema }) =>
          AMBIGUOUS.has(name.toLowerCase()) &&
          description.length < TELLING &&
          schema["enum"] === undefined &&
          schema["const"] === undefined,
      )
      .map(({ name, where }) => ({ where, message: `The parameter ${name} could be anything${hint(name)}.` })),
};

/** A parameter that nothing is said of. */
export const undescribed: ToolRule = {
  name: "undescribed-parameter",
  area: "input",
  severity: "warning",
  title: "a parameter without a description",
  why: "A model guesses format, unit and default from the name, and does not notice when it guessed wrong.",
  fix: "Say what it is, in which form, and what happens without it.",
  check: ({ parameters }) =>
    parameters
      .filter(({ description: text, depth }) => text.trim() === "" && depth < 2)
      .map(({ name, where }) => ({ where, message: `Nothing is said of the parameter ${name}.` })),
};

/** A number whose unit nobody knows. */
export const unitUnsaid: ToolRule = {
  name: "unit-unsaid",
  area: "input",
  severity: "warning",
  title: "a number without a unit",
  why: "30 for a timeout is half a minute or nothing at all; both are taken without an error.",
  fix: "Put the unit into the name (timeout_seconds, max_bytes) or into the description.",
  check: ({ parameters }) =>
    parameters
      .filter(({ name, schema, description: text }) => {
        const types = typesOf(schema);
        if (!types.has("number") && !types.has("integer")) return false;
        const words = wordsOf(name);
        return (
          words.some((word) => TIME_WORDS.has(word) || SIZE_WORDS.has(word)) &&
          !UNIT.test(words.join(" ")) &&
          !UNIT.test(text) &&
          !words.includes("page")
        );
      })
      .map(({ name, where }) => ({ where, message: `The number ${name} has no unit.` })),
};

function hint(name: string): string {
  return ["options", "opts", "config", "settings", "params", "args"].includes(name.toLowerCase())
    ? ": what it may hold is not said"
    : "";
}
