type Judge = (words: readonly string[]) => boolean;

/** Options that write a file, or run a program of the repository's choice. Git takes any beginning of them that is clear. */
const UNSAFE: readonly string[] = [
  "--output",
  "--open-files-in-pager",
  "--ext-diff",
  "--textconv",
  "--filters",
  "--show-signature",
];

const safe: Judge = (words) =>
  words.every((word) => {
    // `-O` opens a pager in some subcommands, and a format that checks signatures runs a program.
    if (/^-[^-]*O/u.test(word) || word.includes("%G")) return false;
    if (!word.startsWith("--") || word === "--" || word === "--text") return true;
    const name = word.split("=", 1)[0] ?? "";
    return !UNSAFE.some((option) => option.startsWith(name));
  });

const onlyOptions = (known: readonly string[]): Judge => {
  const options = new Set(known);
  return (words) => words.every((word) => options.has(word));
};

const SUBCOMMANDS: ReadonlyMap<string, Judge> = new Map([
  ..."status log diff show blame shortlog rev-parse rev-list ls-files ls-tree cat-file describe grep name-rev merge-base"
    .split(" ")
    .map((name): [string, Judge] => [name, safe]),
  ["branch", onlyOptions(["-a", "-r", "-v", "-vv", "-av", "-avv", "--all", "--remotes", "--list", "--show-current"])],
  ["tag", onlyOptions(["-l", "--list"])],
  ["remote", onlyOptions(["-v", "--verbose"])],
  ["stash", (words) => words.length === 1 && words[0] === "list"],
  ["reflog", (words) => words.length === 0 || (words.length === 1 && words[0] === "show")],
  [
    "config",
    (words) =>
      (words[0] === "--get" && words.length === 2) || (words.length === 1 && /^(?:-l|--list)$/u.test(words[0] ?? "")),
  ],
]);

/** Whether a call of git only reads, by its words after `git`. A repository's own settings are trusted, as for whoever works in it. */
export function readsGit(words: readonly string[]): boolean {
  let at = 0;
  for (;;) {
    if (words[at] === "--no-pager") at++;
    else if (words[at] === "-C" && words[at + 1] !== undefined) at += 2;
    else break;
  }
  const [name = "", ...rest] = words.slice(at);
  if (rest.length === 0 && at === 0 && name === "--version") return true;
  return SUBCOMMANDS.get(name)?.(rest) ?? false;
}
