import type { ToolRule } from "../../rule.ts";
import { wordsOf } from "../../subject/words.ts";

const LONG =
  /\b(?:long[- ]running|takes? (?:a while|long|time|several|some|up to \d+ (?:minutes|seconds))|may take|can take|minutes|slow)\b/iu;
const CARED_FOR = /\b(?:progress|cancel\w*|abort|background|poll|job id|async\w*|timeout|times out|session)\b/iu;
const CONTROLS: ReadonlySet<string> = new Set("timeout deadline background async wait".split(" "));

/** A tool that takes long and says nothing on the way. */
export const longWithoutProgress: ToolRule = {
  name: "long-without-progress",
  area: "execution",
  severity: "info",
  title: "a long tool without progress or an end",
  why: "Clients give up after a minute; the work goes on unseen, and a second call starts it again.",
  fix: "Send progress, end the work when the call is cancelled, and take a timeout; say all three in the description.",
  check: ({ description, parameters }) => {
    if (!LONG.test(description) || CARED_FOR.test(description)) return [];
    if (parameters.some(({ name }) => wordsOf(name).some((word) => CONTROLS.has(word)))) return [];
    return [
      { where: "description", message: "It may take long, and nothing is said of progress, cancelling or a timeout." },
    ];
  },
};
