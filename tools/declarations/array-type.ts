import { own } from "../schema/json-object.ts";
import type { JsonObject } from "../schema/json-object.ts";
import type { TypeRenderer } from "./type-renderer.ts";

/** The type of an array schema: a tuple where its first items have types of their own, else `Array<T>`. */
export function renderArray(schema: JsonObject, renderer: TypeRenderer): string {
  const items = own(schema, "items");
  const prefix = own(schema, "prefixItems");
  if (Array.isArray(prefix) && prefix.length > 0) return renderTuple(prefix, items, renderer);
  // Before version 2020-12, `items` held the tuple and `additionalItems` the rest.
  if (Array.isArray(items) && items.length > 0)
    return renderTuple(items, own(schema, "additionalItems") ?? false, renderer);
  return items === undefined ? "unknown[]" : `Array<${renderer.render(items).text}>`;
}

function renderTuple(prefix: readonly unknown[], rest: unknown, renderer: TypeRenderer): string {
  const members: string[] = [];
  for (const item of prefix) {
    if (renderer.isFull) return "unknown[]";
    members.push(renderer.render(item).text);
  }
  if (rest !== undefined && rest !== false) members.push(`...Array<${renderer.render(rest).text}>`);
  return `[${members.join(", ")}]`;
}
