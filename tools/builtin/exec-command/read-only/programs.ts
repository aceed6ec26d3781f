import { readsGit } from "./git.ts";

/** Judges the words after a program's name: whether the program then only reads. */
type Judge = (words: readonly string[]) => boolean;

const always: Judge = () => true;
const alone: Judge = (words) => words.length === 0;
const versionOnly: Judge = (words) => words.length === 1 && /^(?:--version|-v|-V)$/u.test(words[0] ?? "");

/** None of these options, in full, abbreviated, with a value, or among other letters. */
function without(letters: string, ...options: readonly string[]): Judge {
  return (words) =>
    words.every((word) => {
      if (word.startsWith("--") && word.length > 2) {
        const name = word.split("=", 1)[0] ?? "";
        return !options.some((option) => option.startsWith(name) || name === option);
      }
      return !/^-[^-]/u.test(word) || !Array.from(letters).some((letter) => word.includes(letter));
    });
}

const FIND_TESTS: ReadonlySet<string> = new Set(
  (
    "-name -iname -path -ipath -wholename -type -xtype -size -mtime -mmin -ctime -cmin -atime -amin -newer -maxdepth " +
    "-mindepth -not -o -or -a -and -print -print0 -prune -empty -regex -iregex -regextype -perm -user -group -nouser " +
    "-nogroup -links -inum -ls -printf -depth -xdev -mount -true -false -readable -writable -executable -follow -H -L -P"
  ).split(" "),
);

/** What begins with `-` has to be known; everything else is a path or the value of a test. */
const find: Judge = (words) =>
  words.every((word) => !word.startsWith("-") || FIND_TESTS.has(word) || /^-\d+[a-zA-Z]?$/u.test(word));

/** Only printing lines by number: other scripts can write files and run programs. */
const sed: Judge = (words) => {
  const [quiet, script, ...files] = words;
  const address = String.raw`(?:\d+|\$)`;
  const print = String.raw`${address}(?:,${address})?p`;
  const prints = new RegExp(`^${print}(?:;${print})*$`, "u");
  return quiet === "-n" && prints.test(script ?? "") && files.every((file) => !file.startsWith("-"));
};

/** At most one operand: a second one would be written to. */
const uniq: Judge = (words) => words.filter((word) => !/^-[^-]/u.test(word)).length <= 1;

const date: Judge = (words) =>
  words.every((word) => word.startsWith("+") || /^(?:-u|--utc|-I|-R|--iso-8601)$/u.test(word));

const rg: Judge = (words) =>
  without("z", "--search-zip")(words) && words.every((word) => !/^--(?:pre|hostname-bin)/u.test(word));

const PROGRAMS: ReadonlyMap<string, Judge> = new Map([
  ...(
    "cat head tail wc nl cut tr stat basename dirname realpath readlink pwd echo true false test id whoami uname ls du " +
    "df cmp diff comm rev tac fold expand seq md5sum sha1sum sha256sum sha512sum cksum strings od hexdump which ps " +
    "grep egrep fgrep cd sleep"
  )
    .split(" ")
    .map((name): [string, Judge] => [name, always]),
  ...["env", "printenv", "hostname"].map((name): [string, Judge] => [name, alone]),
  ...["node", "python", "python3"].map((name): [string, Judge] => [name, versionOnly]),
  ["printf", without("v")],
  ["sort", without("oTS", "--output", "--compress-program", "--temporary-directory")],
  ["tree", without("oR", "--output")],
  ["file", without("CzZ", "--compile", "--uncompress", "--uncompress-noreport")],
  ["jq", always],
  ["uniq", uniq],
  ["date", date],
  ["find", find],
  ["sed", sed],
  ["rg", rg],
  ["git", readsGit],
]);

/** Whether a simple command is one of a closed list that is known to change nothing, with options known to be safe. */
export function onlyReads(words: readonly string[]): boolean {
  const [name = "", ...rest] = words;
  return PROGRAMS.get(name)?.(rest) ?? false;
}
