import { toIdentifier } from "../names/identifier.ts";

/** A JSON value as a TypeScript type that only this value has; null where JSON cannot hold it. */
export function literalType(value: unknown): string | null {
  try {
    return JSON.stringify(value) ?? null;
  } catch {
    return null;
  }
}

/** A property name as it may stand in a type: bare where it is an identifier, else quoted. */
export function propertyName(name: string): string {
  return toIdentifier(name) === name ? name : JSON.stringify(name);
}

/** A tool's identifier as a method name: `new(…)` would declare a constructor, so that one is quoted. */
export function methodName(identifier: string): string {
  return identifier === "new" ? '"new"' : identifier;
}

/** Each non-blank line of a description as a line comment. Whatever TypeScript takes for a line end ends one here. */
export function commentLines(description: string): string[] {
  return description
    .split(/[\n\r\u2028\u2029]/)
    .map((line) => line.replace(/\p{Cc}+/gu, " ").trim())
    .filter((line) => line !== "")
    .map((line) => `// ${line}`);
}
