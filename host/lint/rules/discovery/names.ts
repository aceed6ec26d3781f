import type { ListRule, ToolRule } from "../../rule.ts";
import { VERBS, verbKind, wordsOf } from "../../subject/words.ts";

/** Words that fit every tool, so that they tell none from another. */
const EMPTY_WORDS: ReadonlySet<string> = new Set(
  "analyze analyse process handle handler query run execute do perform manage action task tool tools call invoke request api function data main operate operation work helper util".split(
    " ",
  ),
);

/** A name of which every word fits every tool. */
export const bareName: ToolRule = {
  name: "bare-name",
  area: "discovery",
  severity: "warning",
  title: "a name that says nothing",
  why: "A model chooses by the name first. One that fits everything is tried for everything, or for nothing.",
  fix: "Name the action and what it is done to: assess_change_impact, query_orders, run_sql.",
  check: ({ name }) => {
    const words = wordsOf(name);
    if (words.length > 0 && !words.every((word) => EMPTY_WORDS.has(word))) return [];
    return [{ where: "name", message: `The name ${name} fits almost every tool.` }];
  },
};

/** A name without a verb that is known. */
export const nameWithoutAction: ToolRule = {
  name: "name-without-action",
  area: "discovery",
  severity: "info",
  title: "a name without an action",
  why: "From a name that is only a thing, a model cannot tell whether it is shown, made or deleted.",
  fix: "Begin the name with what the tool does: list_, get_, create_, update_, delete_, search_.",
  check: ({ name }) => {
    const words = wordsOf(name);
    if (words.length === 0 || verbKind(name) !== undefined || words.some((word) => EMPTY_WORDS.has(word))) return [];
    return [{ where: "name", message: `The name ${name} says no action.` }];
  },
};

/** A name that is only an action. */
export const nameWithoutResource: ToolRule = {
  name: "name-without-resource",
  area: "discovery",
  severity: "info",
  title: "a name without a resource",
  why: "Beside the tools of other servers, a name that is only an action is taken for all of theirs.",
  fix: "Add what the action is done to: search_issues instead of search.",
  check: ({ name }) => {
    const [word, ...others] = wordsOf(name);
    if (word === undefined || others.length > 0 || EMPTY_WORDS.has(word) || word === "echo" || word === "ping")
      return [];
    const isVerb = Object.values(VERBS).some((verbs) => verbs.has(word));
    return isVerb ? [{ where: "name", message: `The name ${name} does not say to what.` }] : [];
  },
};

/** The same name in several servers. */
export const sameName: ListRule = {
  name: "same-name",
  area: "discovery",
  severity: "warning",
  title: "the same name in several servers",
  why: "Two tools of the same name differ only in their namespace, which models mix up and searches cannot tell apart.",
  fix: "Say in each description whose things it works on, or leave one of them out with disabledTools.",
  checkAll: (tools) => {
    const owners = Map.groupBy(tools, ({ name }) => name.toLowerCase());
    return [...owners.values()].flatMap((same) => {
      const names = [...new Set(same.map(({ owner }) => owner))];
      const [first] = same;
      if (names.length < 2 || first === undefined) return [];
      return [{ tool: first, where: "name", message: `${first.name} is a tool of ${names.join(" and ")}.` }];
    });
  },
};
