/** Words of a name, in lower case: `listPull_requests` has `list`, `pull` and `requests`. */
export function wordsOf(name: string): readonly string[] {
  const spaced = name.replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2").replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, "$1 $2");
  return spaced
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase());
}

const READING =
  "get retrieve list read search find fetch show view lookup describe check count compare diff inspect explain validate verify " +
  "query browse preview resolve detect estimate calculate compute analyze assess review summarize export download poll wait watch tail stat head ping lint";
const WRITING =
  "create add write update set put edit append insert replace rename move copy save upload new import publish send post reply " +
  "merge commit push apply install enable disable start stop run execute invoke call trigger schedule cancel close open " +
  "approve reject assign label tag archive restore sync toggle register mark convert generate translate render request resize ask notify subscribe unsubscribe " +
  "click type press hover drag select navigate fill take handle build deploy rotate aggregate simulate emulate evaluate eval exec scale upgrade downgrade rollout reconnect connect disconnect forward patch gzip zip unzip compress extract cleanup drop switch pause resume retry restart undo redo fork clone fix format echo print sample log login logout";
const DESTROYING =
  "delete remove drop destroy purge wipe erase clear truncate uninstall revoke reset kill terminate overwrite";

const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));

/** Verbs by what a tool of that name does: looks, changes something, or takes something away. */
export const VERBS: Readonly<Record<"reading" | "writing" | "destroying", ReadonlySet<string>>> = {
  reading: words(READING),
  writing: words(WRITING),
  destroying: words(DESTROYING),
};

/** The kind of a name's first verb; undefined for a name without any that is known. */
export function verbKind(name: string): keyof typeof VERBS | undefined {
  for (const word of wordsOf(name)) {
    for (const kind of ["destroying", "writing", "reading"] as const) if (VERBS[kind].has(word)) return kind;
  }
  return undefined;
}
