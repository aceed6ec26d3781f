import { createHash } from "node:crypto";
import { isDefaultNamespace } from "../advertised/group-specs.ts";

const SUFFIX_LENGTH = 13;

/** A tool by its own name. */
export interface ToolName {
  readonly namespace: string;
  readonly name: string;
}

/** Names of tools as a model's API takes them, and the way back. */
export interface WireNames<T extends ToolName> {
  /** One name a tool, in the tools' order. */
  readonly names: readonly string[];
  readonly toolOf: ReadonlyMap<string, T>;
}

/**
 * Names tools `<namespace>__<name>`, those of the default namespace by their name alone, with characters of
 * `[A-Za-z0-9_-]` only. Where several tools would get one name, it goes to the tool of the default namespace that is
 * called so; all others get a suffix that depends on nothing but their own name, and so does what is too long.
 *
 * @param maxLength most characters of a name, at least 16
 */
export function wireNames<T extends ToolName>(tools: readonly T[], maxLength: number): WireNames<T> {
  const wanted = tools.map(flatName);
  const counts = new Map<string, number>();
  for (const name of wanted) counts.set(name, (counts.get(name) ?? 0) + 1);
  const toolOf = new Map<string, T>();
  const names = new Map<number, string>();
  const give = (index: number, name: string, tool: T): void => {
    names.set(index, name);
    toolOf.set(name, tool);
  };
  // First those that keep their names, so that no suffixed name takes one away, whatever the order of the tools.
  for (const [index, tool] of tools.entries()) {
    const name = wanted[index] ?? "";
    const own = isDefaultNamespace(tool.namespace) && tool.name === name;
    if (name.length <= maxLength && (own || counts.get(name) === 1) && !toolOf.has(name)) give(index, name, tool);
  }
  for (const [index, tool] of tools.entries()) {
    if (!names.has(index)) give(index, suffixed(wanted[index] ?? "", tool, maxLength, toolOf), tool);
  }
  return { names: tools.map((_, index) => names.get(index) ?? ""), toolOf };
}

function flatName({ namespace, name }: ToolName): string {
  const flat = isDefaultNamespace(namespace) ? name : `${namespace}__${name}`;
  return flat === "" ? "_" : flat.replace(/[^A-Za-z0-9_-]/gu, "_");
}

function suffixed(flat: string, tool: ToolName, maxLength: number, taken: ReadonlyMap<string, unknown>): string {
  for (let attempt = 0; ; attempt++) {
    const digest = createHash("sha1").update(`${tool.namespace}\0${tool.name}\0${attempt}`).digest("hex");
    const name = `${flat.slice(0, maxLength - SUFFIX_LENGTH)}_${digest.slice(0, SUFFIX_LENGTH - 1)}`;
    if (!taken.has(name)) return name;
  }
}
