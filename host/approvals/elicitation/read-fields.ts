import { isJsonObject } from "../../../tools/index.ts";
import type { FormField, FormFieldKind, FormOption } from "./contract.ts";

const MAX_FIELDS = 100;
const MAX_OPTIONS = 1000;
const FORMATS = ["email", "uri", "date", "date-time"] as const;

type JsonObject = Readonly<Record<string, unknown>>;

/** The fields of a schema that a server sent, or what is wrong with it. Only flat objects of simple values are forms. */
export function readFields(schema: unknown): readonly FormField[] | { readonly problem: string } {
  if (!isJsonObject(schema)) return { problem: "requestedSchema must be an object" };
  const { properties, required } = schema;
  if (!isJsonObject(properties)) return { problem: "requestedSchema has no properties" };
  const names = Object.keys(properties);
  if (names.length > MAX_FIELDS) return { problem: `requestedSchema has more than ${MAX_FIELDS} properties` };
  const needed = new Set(Array.isArray(required) ? required : []);
  const fields: FormField[] = [];
  for (const name of names) {
    const property = properties[name];
    const kind = isJsonObject(property) ? readKind(property) : null;
    if (!isJsonObject(property) || kind === null) {
      return { problem: `requestedSchema.properties[${JSON.stringify(name)}] is no simple field` };
    }
    fields.push({
      ...kind,
      name,
      ...textOf("title", property["title"]),
      ...textOf("description", property["description"]),
      required: needed.has(name),
    });
  }
  return fields;
}

function readKind(property: JsonObject): FormFieldKind | null {
  switch (property["type"]) {
    case "string":
      return property["enum"] !== undefined || property["oneOf"] !== undefined
        ? choice(property)
        : {
            kind: "string",
            ...picked(
              "format",
              FORMATS.find((format) => format === property["format"]),
            ),
            ...numberOf("minLength", property["minLength"]),
            ...numberOf("maxLength", property["maxLength"]),
            ...picked("default", typeof property["default"] === "string" ? property["default"] : undefined),
          };
    case "number":
    case "integer":
      return {
        kind: property["type"],
        ...numberOf("minimum", property["minimum"]),
        ...numberOf("maximum", property["maximum"]),
        ...numberOf("default", property["default"]),
      };
    case "boolean":
      return {
        kind: "boolean",
        ...picked("default", typeof property["default"] === "boolean" ? property["default"] : undefined),
      };
    case "array":
      return choices(property);
    default:
      return null;
  }
}

function choice(property: JsonObject): FormFieldKind | null {
  const options = readOptions(property, "oneOf");
  if (options === null) return null;
  const preset = options.find(({ value }) => value === property["default"])?.value;
  return { kind: "choice", options, ...picked("default", preset) };
}

function choices(property: JsonObject): FormFieldKind | null {
  const { items, default: preset } = property;
  const options = isJsonObject(items) ? readOptions(items, "anyOf") : null;
  if (options === null) return null;
  const known = Array.isArray(preset) ? options.filter(({ value }) => preset.includes(value)) : null;
  return {
    kind: "choices",
    options,
    ...numberOf("minItems", property["minItems"]),
    ...numberOf("maxItems", property["maxItems"]),
    ...picked(
      "default",
      known?.map(({ value }) => value),
    ),
  };
}

/** `enum` (with `enumNames`), or constants with titles. */
function readOptions(from: JsonObject, titled: "oneOf" | "anyOf"): readonly FormOption[] | null {
  const list: unknown = from[titled] ?? from["enum"];
  const names: unknown = from["enumNames"];
  if (!Array.isArray(list) || list.length === 0 || list.length > MAX_OPTIONS) return null;
  const options: FormOption[] = [];
  for (const [index, entry] of (list as readonly unknown[]).entries()) {
    const value = isJsonObject(entry) ? entry["const"] : entry;
    if (typeof value !== "string") return null;
    const label: unknown = isJsonObject(entry) ? entry["title"] : Array.isArray(names) ? names[index] : undefined;
    options.push({ value, label: typeof label === "string" ? label : value });
  }
  return options;
}

function textOf<K extends string>(key: K, value: unknown): { readonly [key in K]?: string } {
  return picked(key, typeof value === "string" && value.trim() !== "" ? value : undefined);
}

function numberOf<K extends string>(key: K, value: unknown): { readonly [key in K]?: number } {
  return picked(key, typeof value === "number" && Number.isFinite(value) ? value : undefined);
}

function picked<K extends string, V>(key: K, value: V | undefined): { readonly [key in K]?: V } {
  return (value === undefined ? {} : { [key]: value }) as { readonly [key in K]?: V };
}
