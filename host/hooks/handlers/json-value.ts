const MAX_DEPTH = 100;
const MAX_VALUES = 1_000_000;

/**
 * What keeps a value from being JSON that can be handed on, or null: other types, cycles and more than 100 levels,
 * more than a million values, a key `__proto__`.
 */
export function jsonProblem(value: unknown): string | null {
  let count = 0;
  let level: unknown[] = [value];
  // Level by level instead of recursively: depth is what a hostile value has most of.
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return `it is nested deeper than ${MAX_DEPTH} levels`;
    const next: unknown[] = [];
    for (const item of level) {
      const problem = ownProblem(item);
      if (problem !== null) return problem;
      if (typeof item !== "object" || item === null) continue;
      const children: readonly unknown[] = Array.isArray(item) ? item : Object.values(item);
      count += children.length;
      if (count > MAX_VALUES) return `it holds more than ${MAX_VALUES} values`;
      for (const child of children) next.push(child);
    }
    level = next;
  }
  return null;
}

function ownProblem(item: unknown): string | null {
  switch (typeof item) {
    case "string":
    case "boolean":
      return null;
    case "number":
      return Number.isFinite(item) ? null : `it holds ${item}, which JSON has no number for`;
    case "object":
      if (item === null || Array.isArray(item)) return null;
      return Object.hasOwn(item, "__proto__") ? "it has a key __proto__" : prototypeProblem(item);
    default:
      return `it holds a value of type ${typeof item}`;
  }
}

function prototypeProblem(item: object): string | null {
  const prototype: unknown = Object.getPrototypeOf(item);
  return prototype === null || prototype === Object.prototype ? null : "it holds an object that is not a plain one";
}
