import { compareBytewise } from "../names/byte-order.ts";
import { isJsonObject, own } from "../schema/json-object.ts";
import type { JsonObject } from "../schema/json-object.ts";
import { indexType } from "./index-signature.ts";
import { commentLines, propertyName } from "./literal.ts";
import type { TypeRenderer } from "./type-renderer.ts";

/**
 * The type of an object schema: properties sorted by name, on one line, or one a line below its description where any
 * property has one.
 */
export function renderObject(schema: JsonObject, renderer: TypeRenderer): string {
  const table = own(schema, "properties");
  const properties = isJsonObject(table) ? Object.entries(table) : [];
  properties.sort((a, b) => compareBytewise(a[0], b[0]));
  const described = properties.some((property) => descriptionOf(property[1]) !== "");
  const required = own(schema, "required");
  const requiredNames = new Set<unknown>(Array.isArray(required) ? required : []);
  const members: string[] = [];
  const types: string[] = [];
  let complete = true;
  for (const [name, property] of properties) {
    complete = !renderer.isFull;
    if (!complete) break;
    if (described) members.push(...commentLines(renderer.spend(descriptionOf(property))));
    const key = renderer.spend(propertyName(name)) + (requiredNames.has(name) ? "" : "?");
    const { text } = renderer.render(property);
    types.push(text);
    members.push(`${key}: ${text};`);
  }
  const rest = complete ? renderRest(schema, types, renderer) : "unknown";
  if (rest !== null) members.push(`[key: string]: ${rest};`);
  if (described) return `{\n${members.map((member) => `  ${member}`).join("\n")}\n}`;
  return members.length === 0 ? "{}" : `{ ${members.join(" ")} }`;
}

function renderRest(schema: JsonObject, types: readonly string[], renderer: TypeRenderer): string | null {
  const additional = own(schema, "additionalProperties");
  if (additional === false) return null;
  if (additional === undefined) return types.length === 0 ? "unknown" : null;
  return indexType(renderer.render(additional).text, types);
}

function descriptionOf(property: unknown): string {
  const description = isJsonObject(property) ? own(property, "description") : undefined;
  return typeof description === "string" ? description : "";
}
