import { contains, MAX_CODE, rangesOf, setOf } from "./code-set.ts";
import type { CodeSet } from "./code-set.ts";

/** Last code point with a case: the scripts beyond have none. */
const LAST_CASED = 0x1efff;

/** Dotless and dotted i have mappings to plain letters that only hold in Turkish. */
const ALONE: ReadonlySet<number> = new Set([0x130, 0x131]);

/** Characters that fold together although neither maps to the other in one character. */
const TWINS: readonly (readonly [number, number])[] = [
  [0x390, 0x1fd3],
  [0x3b0, 0x1fe3],
  [0xfb05, 0xfb06],
];

let groups: ReadonlyMap<number, readonly number[]> | null = null;

/** A set with all characters that differ from one of it in case only: Unicode's simple case folding. */
export function foldSet(set: CodeSet): CodeSet {
  const [first = 0, last = 0] = set;
  if (first === 0 && last === MAX_CODE) return set;
  if (set.length === 2 && first === last) {
    return setOf((foldGroups().get(first) ?? [first]).map((member) => [member, member] as const));
  }
  const added: (readonly [number, number])[] = rangesOf(set);
  for (const [code, group] of foldGroups()) {
    if (contains(set, code)) added.push(...group.map((member) => [member, member] as const));
  }
  return setOf(added);
}

/** The characters that fold together with each that has such, itself included. */
export function foldGroups(): ReadonlyMap<number, readonly number[]> {
  return (groups ??= findGroups());
}

function findGroups(): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>();
  const join = (a: number, b: number): void => {
    const left = found.get(a) ?? [a];
    const right = found.get(b) ?? [b];
    if (left === right) return;
    const both = [...left, ...right];
    for (const code of both) found.set(code, both);
  };
  for (let code = 0; code <= LAST_CASED; code++) {
    if (ALONE.has(code) || (code >= 0xd800 && code <= 0xdfff)) continue;
    const char = String.fromCodePoint(code);
    const lower = onlyCode(char.toLowerCase());
    const upper = onlyCode(char.toUpperCase());
    if (lower !== null && lower !== code) join(code, lower);
    if (upper !== null && upper !== code) join(code, upper);
  }
  for (const [a, b] of TWINS) join(a, b);
  return found;
}

function onlyCode(text: string): number | null {
  const code = text.codePointAt(0) ?? 0;
  return text.length === (code > 0xffff ? 2 : 1) ? code : null;
}
