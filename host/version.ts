import { readFileSync } from "node:fs";

let cached: string | undefined;

/** The version of this package, read once from its own package.json. */
export function packageVersion(): string {
  // Resolving our own name works from the sources and from dist/ alike, which lie at different depths.
  cached ??= (
    JSON.parse(readFileSync(new URL(import.meta.resolve("isocell/package.json")), "utf8")) as { version: string }
  ).version;
  return cached;
}
