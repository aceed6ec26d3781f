import type { SuiteFile, Variant } from "./suite.ts";

/** More variants than this are refused: a matrix grows faster than one thinks. */
export const MAX_VARIANTS = 200;

/** The variants of a suite: those it names, or every combination of the variables' values, the last one changing first. */
export function variantsOf({ variables, variants }: Pick<SuiteFile, "variables" | "variants">): readonly Variant[] {
  if (variants !== undefined) return variants;
  const names = Object.entries(variables);
  let combined: readonly (readonly (readonly [string, string | number])[])[] = [[]];
  for (const [name, values] of names) {
    combined = combined.flatMap((begun) => values.map((value) => [...begun, [name, value] as const]));
    if (combined.length > MAX_VARIANTS) break;
  }
  // Two values may look the same as part of a file's name.
  const taken = new Set<string>();
  return combined.map((pairs) => {
    const plain = pairs.map(([, value]) => String(value).replace(/[^A-Za-z0-9_.-]+/g, "-")).join(".") || "only";
    let id = plain.slice(0, 60).replace(/^[^A-Za-z0-9]+/, "") || "v";
    for (let number = 2; taken.has(id); number++) id = `${plain.slice(0, 55)}.${number}`;
    taken.add(id);
    return { id, values: Object.fromEntries(pairs) };
  });
}

/** The variables in which two variants differ. */
export function changedVariables(one: Variant, other: Variant): readonly string[] {
  const names = new Set([...Object.keys(one.values), ...Object.keys(other.values)]);
  return [...names].filter((name) => one.values[name] !== other.values[name]);
}
