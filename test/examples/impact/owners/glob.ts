/**
 * Whether a path matches a pattern of folders and names: `*` and `?` stay within a name, `**` stands for any number of
 * folders. Takes time in proportion to pattern times path, whatever the pattern: it comes from a repository.
 */
export function matchesGlob(pattern: readonly string[], path: readonly string[]): boolean {
  let reached = new Set([0]);
  reached = skipAnything(pattern, reached);
  for (const name of path) {
    const next = new Set<number>();
    for (const at of reached) {
      const part = pattern[at];
      if (part === undefined) continue;
      if (part === "**") next.add(at);
      else if (matchesName(part, name)) next.add(at + 1);
    }
    if (next.size === 0) return false;
    reached = skipAnything(pattern, next);
  }
  return reached.has(pattern.length);
}

/** `**` may stand for no folder at all. */
function skipAnything(pattern: readonly string[], reached: ReadonlySet<number>): Set<number> {
  const all = new Set(reached);
  for (const at of all) if (pattern[at] === "**") all.add(at + 1);
  return all;
}

/** One name against one part: on a mismatch only the last `*` has to be tried again, one character longer. */
function matchesName(part: string, name: string): boolean {
  let [p, n, star, mark] = [0, 0, -1, 0];
  while (n < name.length) {
    if (p < part.length && part[p] === "*") {
      star = p++;
      mark = n;
    } else if (p < part.length && matchesCharacter(part, p, name[n])) {
      p += part[p] === "\\" ? 2 : 1;
      n++;
    } else if (star >= 0) {
      p = star + 1;
      n = ++mark;
    } else return false;
  }
  while (part[p] === "*") p++;
  return p === part.length;
}

function matchesCharacter(part: string, at: number, character: string | undefined): boolean {
  if (part[at] === "\\" && at + 1 < part.length) return part[at + 1] === character;
  return part[at] === "?" || part[at] === character;
}
