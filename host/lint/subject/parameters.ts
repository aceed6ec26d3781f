import { isJsonObject, own } from "../../../tools/index.ts";

/** One property of a tool's arguments, at any depth. */
export interface Parameter {
  readonly name: string;
  /** Where its schema is: `inputSchema.properties.filter.properties.since`. */
  readonly where: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly description: string;
  readonly depth: number;
}

/** Deeper and further than this nobody reads what a linter finds. */
const MAX_DEPTH = 6;
const MAX_PARAMETERS = 500;

/** The properties of a schema and of the objects and arrays in it. */
export function parametersOf(schema: unknown): readonly Parameter[] {
  const found: Parameter[] = [];
  const visit = (node: unknown, where: string, depth: number): void => {
    if (!isJsonObject(node) || depth > MAX_DEPTH) return;
    const properties = own(node, "properties");
    if (isJsonObject(properties)) {
      for (const name of Object.keys(properties)) {
        if (found.length >= MAX_PARAMETERS) return;
        const property = own(properties, name);
        if (!isJsonObject(property)) continue;
        const description = own(property, "description");
        const at = `${where}.properties.${name}`;
        found.push({
          name,
          where: at,
          schema: property,
          description: typeof description === "string" ? description : "",
          depth,
        });
        visit(property, at, depth + 1);
      }
    }
    visit(own(node, "items"), `${where}.items`, depth);
    for (const key of ["anyOf", "oneOf", "allOf"]) {
      const variants = own(node, key);
      if (Array.isArray(variants))
        variants.forEach((variant, index) => visit(variant, `${where}.${key}[${index}]`, depth + 1));
    }
  };
  visit(schema, "inputSchema", 0);
  return found;
}

/** The types that a schema allows by its own words and those of its alternatives. */
export function typesOf(schema: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  const types = new Set<string>();
  const add = (type: unknown): void => {
    for (const one of Array.isArray(type) ? type : [type]) if (typeof one === "string") types.add(one);
  };
  add(own(schema, "type"));
  for (const key of ["anyOf", "oneOf"]) {
    const variants = own(schema, key);
    if (Array.isArray(variants)) for (const variant of variants) if (isJsonObject(variant)) add(own(variant, "type"));
  }
  return types;
}

/** Whether a schema, or each of its alternatives, names the values that it takes. */
export function isClosedSet(schema: Readonly<Record<string, unknown>>): boolean {
  const closed = (node: unknown): boolean =>
    isJsonObject(node) &&
    (own(node, "enum") !== undefined ||
      own(node, "const") !== undefined ||
      own(node, "type") === "boolean" ||
      own(node, "type") === "null");
  if (closed(schema)) return true;
  return ["anyOf", "oneOf"].some((key) => {
    const variants = own(schema, key);
    return Array.isArray(variants) && variants.length > 0 && variants.every(closed);
  });
}
