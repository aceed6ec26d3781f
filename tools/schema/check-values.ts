import { UnusableSchemaError } from "./clean.ts";

/** JSON texts of model APIs end earlier, and so does the stack of whoever goes through the values by recursion. */
const MAX_DEPTH = 128;
/** Far more than the values of 10 MB of JSON; reached when an object is shared again and again. */
const MAX_VALUES = 4_000_000;

/**
 * Measures, in characters of JSON, a list of values that may be anything. Throws what `JSON.stringify` throws for a
 * value that JSON cannot hold, and an {@link UnusableSchemaError} for one that is nested too deep or never ends.
 */
export function measureValues(values: readonly unknown[]): number {
  let left = MAX_VALUES;
  const visit = (value: unknown, depth: number): void => {
    if (--left < 0) throw new UnusableSchemaError(`an \`enum\` in it has more than ${MAX_VALUES} values`);
    if (typeof value !== "object" || value === null) return;
    if (depth > MAX_DEPTH) throw new UnusableSchemaError(`an \`enum\` in it is nested deeper than ${MAX_DEPTH} levels`);
    for (const child of Array.isArray(value) ? value : Object.values(value)) visit(child, depth + 1);
  };
  for (const value of values) visit(value, 1);
  return (JSON.stringify(values) ?? "").length;
}
