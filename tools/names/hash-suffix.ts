import { createHash } from "node:crypto";

/** An underscore and 12 hexadecimal digits. */
export const SUFFIX_LENGTH = 13;

/** What tells a name apart from others that read alike: derived from where the name comes from, the same every time. */
export function hashSuffix(identity: string): string {
  return `_${createHash("sha1")
    .update(identity)
    .digest("hex")
    .slice(0, SUFFIX_LENGTH - 1)}`;
}

/** A namespace with a suffix; a trailing `__`, which separates it from names, stays at the end. */
export function withHashSuffix(namespace: string, identity: string): string {
  const suffix = hashSuffix(identity);
  return namespace.endsWith("__") ? `${namespace.slice(0, -2)}${suffix}__` : namespace + suffix;
}

/** What an MCP server's namespace is told apart by. */
export function mcpServerIdentity(server: string): string {
  return `${server}\0${server}\0`;
}
