const ARTICLES_AND_PRONOUNS =
  "a an the i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers " +
  "herself it its itself they them their theirs themselves this that these those who whom what which";
const VERBS =
  "am is are was were be been being have has had having do does did doing can will would should could shall may might must";
const PREPOSITIONS =
  "of at by for with about against between into through during before after above below to from up down in out on off " +
  "over under as until while";
const CONJUNCTIONS_AND_ADVERBS =
  "and but if or because than so nor not no only too very again further then once here there when where why how all any " +
  "both each few more most other some such same own just now";
/** What remains of `don't`, `it's` and `we'll` where the apostrophe parts them. */
const REMAINDERS = "s t d ll m re ve don isn aren wasn weren hasn haven hadn doesn didn won wouldn shouldn couldn";

/** English words that say nothing of what a tool does. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  [ARTICLES_AND_PRONOUNS, VERBS, PREPOSITIONS, CONJUNCTIONS_AND_ADVERBS, REMAINDERS].join(" ").split(" "),
);
