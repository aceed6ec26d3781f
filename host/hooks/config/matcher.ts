const EXACT = /^[A-Za-z0-9_|]+$/;
const LEADING_FLAGS = /^\(\?([ims]+)\)/;

/** Whether a hook concerns a tool with this hook-facing name and these other names. */
export type Matcher = (name: string, aliases: readonly string[]) => boolean;

/**
 * Reads a matcher. Missing, empty or `*` is every tool; letters, digits, `_` and `|` alone are exact names, separated by
 * `|`; everything else is a regular expression that may match anywhere in a name. Flags may stand in front, as in
 * `(?i)bash`. Case matters otherwise.
 *
 * @returns the problem as a text when it is no regular expression.
 */
export function compileMatcher(matcher: string | undefined): Matcher | { readonly problem: string } {
  if (matcher === undefined || matcher === "" || matcher === "*") return everything;
  if (EXACT.test(matcher)) {
    const names = new Set(matcher.split("|"));
    return (name, aliases) => names.has(name) || aliases.some((alias) => names.has(alias));
  }
  let pattern: RegExp;
  try {
    const [prefix = "", flags = ""] = LEADING_FLAGS.exec(matcher) ?? [];
    pattern = new RegExp(matcher.slice(prefix.length), [...new Set(flags)].join(""));
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
  return (name, aliases) => pattern.test(name) || aliases.some((alias) => pattern.test(alias));
}

function everything(): boolean {
  return true;
}
