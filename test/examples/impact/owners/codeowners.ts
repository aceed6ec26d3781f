import { matchesGlob } from "./glob.ts";

/** Where a CODEOWNERS file may be, the first one counts. */
export const CODEOWNERS_PATHS: readonly string[] = [
  ".github/CODEOWNERS",
  "CODEOWNERS",
  "docs/CODEOWNERS",
  ".gitlab/CODEOWNERS",
];

interface Rule {
  readonly parts: readonly string[];
  /** `docs/*` is about files in the folder, not about what is in folders in it. */
  readonly below: boolean;
  /** Takes paths out of its section again. */
  readonly exclusion: boolean;
  /** Empty: nobody owns what matches, though an earlier rule says otherwise. */
  readonly owners: readonly string[];
}

interface Section {
  readonly name: string;
  readonly defaults: readonly string[];
  readonly rules: Rule[];
}

const SECTION = /^\^?\[(?<name>[^\]]+)\](?:\[\d+\])?(?<owners>(?:\s+\S+)*)\s*$/u;

/** Who owns which path. Within a section the last rule that matches counts; sections add up. */
export class CodeOwners {
  readonly #sections: readonly Section[];
  /** Lines that are no rules, counted from 1. */
  readonly invalidLines: readonly number[];

  private constructor(sections: readonly Section[], invalidLines: readonly number[]) {
    this.#sections = sections;
    this.invalidLines = invalidLines;
  }

  static parse(text: string): CodeOwners {
    const sections = new Map<string, Section>();
    let current: Section = { name: "", defaults: [], rules: [] };
    sections.set("", current);
    const invalid: number[] = [];
    for (const [index, raw] of text
      .replace(/^\uFEFF/u, "")
      .split(/\r?\n/u)
      .entries()) {
      const line = raw.trim();
      if (line === "" || line.startsWith("#")) continue;
      const section = SECTION.exec(line)?.groups;
      if (section !== undefined) {
        const name = (section["name"] ?? "").toLowerCase();
        current = sections.get(name) ?? { name, defaults: ownersOf(words(section["owners"] ?? "")), rules: [] };
        sections.set(name, current);
        continue;
      }
      const rule = parseRule(line, current.defaults);
      if (rule === undefined) invalid.push(index + 1);
      else current.rules.push(rule);
    }
    return new CodeOwners([...sections.values()], invalid);
  }

  /** Owners of a path in the order in which the file names them; empty when nobody owns it. */
  ownersOf(path: string): readonly string[] {
    const names = path.split("/");
    const owners = this.#sections.flatMap(({ rules }) => {
      if (rules.some((rule) => rule.exclusion && matches(rule, names))) return [];
      return rules.findLast((rule) => !rule.exclusion && matches(rule, names))?.owners ?? [];
    });
    return [...new Set(owners)];
  }
}

function parseRule(line: string, defaults: readonly string[]): Rule | undefined {
  const exclusion = line.startsWith("!");
  const [pattern, ...rest] = words(exclusion ? line.slice(1) : line);
  if (pattern === undefined || pattern === "/") return undefined;
  const comment = rest.findIndex((word) => word.startsWith("#"));
  const named = comment < 0 ? rest : rest.slice(0, comment);
  const owners = ownersOf(named);
  if (owners.length < named.length) return undefined;
  return { ...compile(pattern), exclusion, owners: named.length === 0 ? defaults : owners };
}

/**
 * A pattern with a slash other than its last character is about one place, any other about all folders. What ends in a
 * slash or `**` is about everything in a folder, and not about a file of the folder's name.
 */
function compile(pattern: string): Pick<Rule, "parts" | "below"> {
  const names = pattern.split("/").filter((name) => name !== "");
  const anchored = pattern.slice(0, -1).includes("/");
  const parts = anchored ? names : ["**", ...names];
  if (pattern.endsWith("/")) return { parts: [...parts, "*", "**"], below: false };
  if (names.at(-1) === "**") return { parts: [...parts.slice(0, -1), "*", "**"], below: false };
  return { parts, below: names.at(-1) !== "*" || names.length === 1 };
}

function matches({ parts, below }: Rule, names: readonly string[]): boolean {
  return matchesGlob(parts, names) || (below && matchesGlob([...parts, "**"], names));
}

/** Words of a line; a backslash keeps the space or `#` behind it in its word. */
function words(line: string): readonly string[] {
  return (line.match(/(?:\\.|[^\s\\])+/gu) ?? []).map((word) => word.replace(/\\([ #])/gu, "$1"));
}

/** People, teams and mail addresses; GitLab's roles begin with two at signs. */
function ownersOf(list: readonly string[]): readonly string[] {
  return list.filter((word) => /^@{1,2}[\w.\-/]+$/u.test(word) || /^[^\s@]+@[^\s@]+$/u.test(word));
}
