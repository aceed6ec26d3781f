import { compareBytewise } from "./byte-order.ts";
import { hashSuffix, mcpServerIdentity, SUFFIX_LENGTH, withHashSuffix } from "./hash-suffix.ts";

/** Longest namespace, separator and name together that model APIs take. */
const MAX_NAME_LENGTH = 128;
const SEPARATOR_LENGTH = 2;
const PREFIX = "mcp__";

/** One tool of an MCP server: the name models call it by, and the name the server knows it by. */
export interface McpToolName {
  readonly name: string;
  readonly raw: string;
}

/** The tools that share one namespace, sorted by name. */
export interface McpNamespace {
  readonly namespace: string;
  readonly tools: readonly McpToolName[];
}

/** The full name of one tool of one server. */
export interface McpFullName extends McpToolName {
  readonly server: string;
  readonly namespace: string;
}

interface Candidate {
  readonly server: string;
  readonly raw: string;
  readonly identity: string;
  readonly namespace: string;
  readonly name: string;
}

/** Whether an MCP server may bear this name; servers with other names get no tools. */
export function isMcpServerName(server: string): boolean {
  return /^[A-Za-z0-9_.-]+$/.test(server);
}

/** Whether model APIs take a tool's namespace and name together. */
export function fitsNameLimit(namespace: string, name: string): boolean {
  return namespace.length + SEPARATOR_LENGTH + name.length <= MAX_NAME_LENGTH;
}

/**
 * Names the tools of MCP servers so that each name is unique and short enough for model APIs. Namespaces are
 * `mcp__<server>`; characters outside `[A-Za-z0-9_]` become `_`; names that collide all get a suffix derived from where
 * they come from, so that a name does not depend on the order in which servers answer.
 *
 * @param servers raw tool names by server; exact duplicates count once, servers with unusable names are left out
 * (see {@link isMcpServerName})
 * @param options `prefixed: false` leaves out the `mcp__` in front
 */
export function nameMcpTools(
  servers: { readonly [server: string]: readonly string[] },
  options: { readonly prefixed?: boolean } = {},
): McpNamespace[] {
  return group(fullMcpNames(servers, options));
}

/** The same names one by one, with the server that each tool belongs to; sorted by where they come from. */
export function fullMcpNames(
  servers: { readonly [server: string]: readonly string[] },
  options: { readonly prefixed?: boolean } = {},
): McpFullName[] {
  const namespaces = nameNamespaces(Object.keys(servers).filter(isMcpServerName), options.prefixed ?? true);
  const candidates: Candidate[] = [];
  for (const [server, namespace] of namespaces) {
    for (const raw of new Set(servers[server])) {
      const identity = `${mcpServerIdentity(server)}\0${raw}\0${raw}`;
      candidates.push({ server, raw, identity, namespace, name: sanitize(raw) });
    }
  }
  candidates.sort((a, b) => compareBytewise(a.identity, b.identity));
  return fitAll(suffixCollisions(candidates));
}

function sanitize(name: string): string {
  return name === "" ? "_" : name.replace(/[^A-Za-z0-9_]/gu, "_");
}

function nameNamespaces(servers: readonly string[], prefixed: boolean): Map<string, string> {
  const plain = servers.map((server) => {
    const name = sanitize(server);
    return prefixed && !name.startsWith(PREFIX) ? PREFIX + name : name;
  });
  const counts = count(plain);
  return new Map(
    servers.map((server, index) => {
      const name = plain[index] ?? "";
      return [server, (counts.get(name) ?? 0) > 1 ? withHashSuffix(name, mcpServerIdentity(server)) : name];
    }),
  );
}

function suffixCollisions(candidates: readonly Candidate[]): Candidate[] {
  const counts = count(candidates.map(key));
  return candidates.map((candidate) =>
    (counts.get(key(candidate)) ?? 0) > 1
      ? { ...candidate, name: candidate.name + hashSuffix(candidate.identity) }
      : candidate,
  );
}

function fitAll(candidates: readonly Candidate[]): McpFullName[] {
  const taken = new Set<string>();
  return candidates.map((candidate) => {
    let fitted = fit(candidate, candidate.identity, false);
    for (let attempt = 1; taken.has(key(fitted)); attempt++) {
      fitted = fit(candidate, `${candidate.identity}\0${attempt}`, true);
    }
    taken.add(key(fitted));
    return { server: candidate.server, raw: candidate.raw, ...fitted };
  });
}

function group(names: readonly McpFullName[]): McpNamespace[] {
  const groups = new Map<string, McpToolName[]>();
  for (const { namespace, name, raw } of names) {
    const tools = groups.get(namespace) ?? [];
    groups.set(namespace, tools);
    tools.push({ name, raw });
  }
  return Array.from(groups, ([namespace, tools]) => ({
    namespace,
    tools: tools.sort((a, b) => compareBytewise(a.name, b.name)),
  }));
}

/** Cuts what is too long. `force` cuts and suffixes a name that would fit, because it is taken. */
function fit(candidate: Candidate, identity: string, force: boolean): Pick<Candidate, "namespace" | "name"> {
  const { namespace, name } = candidate;
  const room = MAX_NAME_LENGTH - SEPARATOR_LENGTH - namespace.length;
  if (!force && name.length <= room) return { namespace, name };
  const end = hashSuffix(identity);
  if (room >= SUFFIX_LENGTH) return { namespace, name: name.slice(0, room - SUFFIX_LENGTH) + end };
  return { namespace: namespace.slice(0, MAX_NAME_LENGTH - SEPARATOR_LENGTH - SUFFIX_LENGTH), name: end };
}

function key(candidate: Pick<Candidate, "namespace" | "name">): string {
  return `${candidate.namespace}\0${candidate.name}`;
}

function count(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
