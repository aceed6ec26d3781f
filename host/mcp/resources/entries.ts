import type { ListKind } from "../client/list-pages.ts";

export const RESOURCES: ListKind = { method: "resources/list", field: "resources" };
export const RESOURCE_TEMPLATES: ListKind = { method: "resources/templates/list", field: "resourceTemplates" };

/** A resource that an MCP server offers, with whatever else the server says of it. */
export interface ResourceEntry {
  readonly server: string;
  readonly uri: string;
  readonly name: string;
  readonly [more: string]: unknown;
}

/** A pattern of addresses that an MCP server has resources at, with whatever else the server says of it. */
export interface ResourceTemplateEntry {
  readonly server: string;
  readonly uriTemplate: string;
  readonly name: string;
  readonly [more: string]: unknown;
}

type Raw = Readonly<Record<string, unknown>> & { readonly server: string };

/** What a server lists as a resource; nothing for what is none. */
export function readResourceEntry(entry: Raw): ResourceEntry[] {
  const { uri, name } = entry;
  return typeof uri === "string" && typeof name === "string" ? [{ ...entry, uri, name }] : [];
}

/** What a server lists as a template of resources; nothing for what is none. */
export function readResourceTemplateEntry(entry: Raw): ResourceTemplateEntry[] {
  const { uriTemplate, name } = entry;
  return typeof uriTemplate === "string" && typeof name === "string" ? [{ ...entry, uriTemplate, name }] : [];
}
