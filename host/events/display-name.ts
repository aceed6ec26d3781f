import { DEFAULT_NAMESPACE } from "../../tools/index.ts";

/** A tool's full name for people and their tools: like the name in a script, but spelled as the tool's owner spells it. */
export function displayName(namespace: string, name: string): string {
  if (namespace === "" || namespace === DEFAULT_NAMESPACE) return name;
  return namespace + (namespace.endsWith("_") || name.startsWith("_") ? "" : "__") + name;
}
