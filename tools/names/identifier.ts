/** The namespace of built-in tools: a tool in it is the same as a tool without a namespace. */
export const DEFAULT_NAMESPACE = "functions";

/**
 * Makes any name a JavaScript identifier: each character outside `[A-Za-z0-9_$]` and a leading digit become `_`
 * (one `_` a character, also for those above U+FFFF), and the empty name becomes `_`.
 */
export function toIdentifier(name: string): string {
  return name === "" ? "_" : name.replace(/[^A-Za-z0-9_$]/gu, "_").replace(/^[0-9]/, "_");
}

/**
 * The one name under which a script finds a tool on `tools`: `<namespace>__<name>` made an identifier. No separator is
 * added where the namespace ends in `_` or the name begins with one. Two tools may get the same identifier; whoever
 * builds a catalog has to refuse or tell them apart.
 */
export function flatToolName(namespace: string, name: string): string {
  if (namespace === "" || namespace === DEFAULT_NAMESPACE) return toIdentifier(name);
  const separator = namespace.endsWith("_") || name.startsWith("_") ? "" : "__";
  return toIdentifier(namespace + separator + name);
}
