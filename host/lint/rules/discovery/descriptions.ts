import type { ListRule, ToolRule } from "../../rule.ts";
import type { LintedTool } from "../../subject/linted-tool.ts";
import { verbKind, wordsOf } from "../../subject/words.ts";

const SHORT = 25;
const WHEN =
  /\b(?:use|when|whenever|if|before|after|instead|for|to (?:find|see|check|get|learn|decide|choose|avoid)|so that|useful|helps?|prefer|only)\b/iu;
const LIMITS =
  /\b(?:at most|up to|limit(?:ed|s)?|max(?:imum)?|first \d|page|paginat\w*|cursor|truncat\w*|all|every|entire|complete|per call|\d+ (?:results|items|entries|files|lines|bytes|characters|rows))\b/iu;
const LISTING = new Set(["list", "search", "find", "browse"]);
/** Share of words in common from which two tools read alike. */
const ALIKE = 0.8;
const FEW_WORDS = 5;
/** Share of the words of two names in common from which a model has to choose between their tools. */
const MUCH = 0.5;

/** No description. */
export const missingDescription: ToolRule = {
  name: "missing-description",
  area: "discovery",
  severity: "warning",
  title: "no description",
  why: "Beyond the name it is all that a model knows before its first call.",
  fix: "Say in the first sentence what the tool does, and in the next when to use it and when not.",
  check: ({ description }) =>
    description.trim() === "" ? [{ where: "description", message: "There is no description." }] : [],
};

/** A description of a few words. */
export const shortDescription: ToolRule = {
  name: "short-description",
  area: "discovery",
  severity: "info",
  title: "a description of a few words",
  why: "A description that only repeats the name leaves a model to guess everything else.",
  fix: "Say what the tool does to what, when to use it, and what comes back.",
  check: ({ description }) => {
    const text = description.trim();
    if (text === "" || text.length >= SHORT) return [];
    return [{ where: "description", message: `The description is only ${JSON.stringify(text)}.` }];
  },
};

/** Tools between which a model has to choose, and that do not say when. */
export const descriptionWithoutWhen: ListRule = {
  name: "description-without-when",
  area: "discovery",
  severity: "info",
  title: "similar tools that do not say when to use which",
  why: "Among tools that could all do it, a model takes the one that says it is for this.",
  fix: "Add a sentence: use it when …, before …, or instead of ….",
  checkAll: (tools) =>
    tools.flatMap((tool) => {
      if (tool.description.trim().length < SHORT || WHEN.test(tool.description)) return [];
      const similar = tools.find(
        (other) => other !== tool && other.owner === tool.owner && haveMuchInCommon(tool.name, other.name),
      );
      if (similar === undefined) return [];
      return [{ tool, where: "description", message: `It does not say when to use it, and when ${similar.name}.` }];
    }),
};

/** A tool that gives many things and does not say how many. */
export const limitsUnsaid: ToolRule = {
  name: "limits-unsaid",
  area: "discovery",
  severity: "info",
  title: "a list whose limits are not said",
  why: "A model that does not know that a list was cut answers from a part of it as if it were the whole.",
  fix: "Say how many are given at most, and how to get the rest.",
  check: ({ name, description, parameters }) => {
    // A list that takes no argument is seldom long.
    const lists = parameters.length > 0 && wordsOf(name).some((word) => LISTING.has(word));
    const said =
      LIMITS.test(description) ||
      parameters.some((parameter) => LIMITS.test(parameter.description) || isLimit(parameter.name));
    return lists && !said
      ? [{ where: "description", message: "It gives a list, and says nothing of how long it can be." }]
      : [];
  },
};

/** Two tools that read alike. */
export const nearDuplicates: ListRule = {
  name: "near-duplicates",
  area: "discovery",
  severity: "warning",
  title: "two tools that read alike",
  why: "Between two tools that say the same, a model takes either; half of the time the wrong one.",
  fix: "Say in each what the other is for, or make one tool of both.",
  checkAll: (tools) => {
    const texts = tools.map((tool) => ({ tool, words: wordSet(tool) }));
    return texts.flatMap(({ tool, words }, index) => {
      const twin = texts
        .slice(0, index)
        .find(
          (other) =>
            words.size >= FEW_WORDS &&
            overlap(words, other.words) >= ALIKE &&
            haveMuchInCommon(tool.name, other.tool.name),
        );
      if (twin === undefined) return [];
      return [{ tool, where: "description", message: `It reads like ${named(twin.tool)}.` }];
    });
  },
};

/** The same action on much the same thing: `list_directory` and `list_directory_with_sizes`. */
function haveMuchInCommon(one: string, other: string): boolean {
  const [a, b] = [new Set(wordsOf(one)), new Set(wordsOf(other))];
  return verbKind(one) === verbKind(other) && a.size > 1 && b.size > 1 && overlap(a, b) >= MUCH;
}

function isLimit(name: string): boolean {
  return wordsOf(name).some((word) => ["limit", "max", "count", "cursor", "page", "offset", "depth"].includes(word));
}

function wordSet({ description, parameters }: LintedTool): ReadonlySet<string> {
  return new Set([...wordsOf(description), ...parameters.flatMap(({ name }) => wordsOf(name))]);
}

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const both = [...a].filter((word) => b.has(word)).length;
  return both / Math.max(1, a.size + b.size - both);
}

function named({ owner, name }: LintedTool): string {
  return owner === "" ? name : `${owner}/${name}`;
}
