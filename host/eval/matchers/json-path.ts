import { isJsonObject } from "../../../tools/index.ts";

/** A value that a path led to, and where it stands. */
export interface Found {
  readonly at: string;
  readonly value: unknown;
}

type Step = { readonly name: string } | { readonly index: number } | "all";

/** Most values that one path finds; a wildcard within wildcards could find very many. */
const MAX_FOUND = 100_000;
const STEP = /\.\*|\[\*\]|\.([\p{L}_$][\p{L}\p{N}_$-]*)|\[(-?\d{1,9})\]|\[("(?:[^"\\]|\\.)*")\]|\['([^'\\]*)'\]/uy;
const PLAIN_NAME = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

/** A compiled path: what it finds in a value, in order. */
export type JsonPath = (value: unknown, at: string) => readonly Found[];

/**
 * Compiles a JSON path of names, positions and wildcards: `$.changed_files[*].path`, `$["a b"][-1]`. No filters, no
 * descent to any depth: a path takes time in proportion to what it finds.
 *
 * @returns the problem with its place, for a text that is no such path.
 */
export function compileJsonPath(text: string): JsonPath | { readonly problem: string } {
  if (!text.startsWith("$")) return { problem: "a path that begins with $" };
  const steps: Step[] = [];
  let at = 1;
  while (at < text.length) {
    STEP.lastIndex = at;
    const match = STEP.exec(text);
    if (match === null) {
      return {
        problem: `a path of .name, ["name"], [0], [*] and .*: ${JSON.stringify(text.slice(at, at + 20))} is none`,
      };
    }
    steps.push(stepOf(match));
    at = STEP.lastIndex;
  }
  return (value, from) => steps.reduce<readonly Found[]>(follow, [{ at: from, value }]);
}

function stepOf([whole, name, index, quoted, single]: RegExpExecArray): Step {
  if (name !== undefined) return { name };
  if (index !== undefined) return { index: Number(index) };
  if (quoted !== undefined) return { name: unquote(quoted) };
  return single === undefined || whole === "[*]" ? "all" : { name: single };
}

function unquote(text: string): string {
  try {
    return JSON.parse(text) as string;
  } catch {
    return text.slice(1, -1);
  }
}

function follow(found: readonly Found[], step: Step): readonly Found[] {
  const next: Found[] = [];
  for (const { at, value } of found) {
    if (next.length >= MAX_FOUND) break;
    if (step === "all") next.push(...childrenOf(value, at).slice(0, MAX_FOUND - next.length));
    else if ("name" in step) {
      if (isJsonObject(value) && Object.hasOwn(value, step.name))
        next.push({ at: member(at, step.name), value: value[step.name] });
    } else if (Array.isArray(value)) {
      const index = step.index < 0 ? value.length + step.index : step.index;
      if (index >= 0 && index < value.length) next.push({ at: `${at}[${index}]`, value: value[index] as unknown });
    }
  }
  return next;
}

/** The items of an array or the values of an object, with their places; none of anything else. */
export function childrenOf(value: unknown, at: string): readonly Found[] {
  if (Array.isArray(value)) return value.map((item: unknown, index) => ({ at: `${at}[${index}]`, value: item }));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).map(([name, item]) => ({ at: member(at, name), value: item }));
}

function member(at: string, name: string): string {
  return PLAIN_NAME.test(name) ? `${at}.${name}` : `${at}[${JSON.stringify(name)}]`;
}
