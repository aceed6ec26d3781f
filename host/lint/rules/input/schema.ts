import { DEFAULT_SCHEMA_MAX_BYTES, isJsonObject, normalizeToolSchema, own } from "../../../../tools/index.ts";
import type { ToolRule } from "../../rule.ts";

/** Keywords that say which values are right, and that the part of JSON Schema which models are given does not have. */
const TOLD_NOWHERE: ReadonlySet<string> = new Set(
  "pattern patternProperties propertyNames not if then else dependentRequired dependentSchemas dependencies contains minContains maxContains uniqueItems unevaluatedProperties".split(
    " ",
  ),
);

/** A schema that a model never sees as it is. */
export const largeSchema: ToolRule = {
  name: "large-schema",
  area: "input",
  severity: "warning",
  title: "a schema that is cut before a model sees it",
  why: "Above a size, descriptions and then structure are taken out of it: the model calls a tool it has half read about.",
  fix: "Shorten descriptions, flatten objects, or split the tool.",
  check: ({ inputSchema }) => {
    const before = bytesOf(normalizeToolSchema(inputSchema, { maxBytes: Number.MAX_SAFE_INTEGER }));
    if (before <= DEFAULT_SCHEMA_MAX_BYTES) return [];
    const after = bytesOf(normalizeToolSchema(inputSchema));
    return [
      {
        where: "inputSchema",
        message: `The schema has ${before} bytes; it is cut to ${after} (limit ${DEFAULT_SCHEMA_MAX_BYTES}).`,
      },
    ];
  },
};

/** Rules that a model is not told. */
export const droppedKeywords: ToolRule = {
  name: "dropped-keywords",
  area: "input",
  severity: "info",
  title: "rules that a model is not told",
  why: "These keywords are no part of the schemas that models are given: it learns of the rule from the error.",
  fix: "Say the rule in the description, too.",
  check: ({ parameters }) =>
    parameters.flatMap(({ name, schema, where, description }) => {
      const dropped = Object.keys(schema).filter((key) => TOLD_NOWHERE.has(key) && saysSomething(key, schema[key]));
      const said =
        description.length > 0 &&
        dropped.every((key) => key === "uniqueItems" || key === "pattern") &&
        /\b(?:format|like|e\.g\.|example|must|unique|only|characters?)\b/iu.test(description);
      return dropped.length === 0 || said
        ? []
        : [{ where, message: `Of ${name}, ${dropped.join(", ")} ${dropped.length === 1 ? "is" : "are"} not told.` }];
    }),
};

/** A schema that drops the tool. */
export const unusableSchema: ToolRule = {
  name: "unusable-schema",
  area: "input",
  severity: "error",
  title: "a schema that no model can be given",
  why: "The tool is left out: no model ever sees it.",
  fix: "Describe the arguments as an object of a finite depth.",
  check: ({ inputSchema }) => {
    const normalized = normalizeToolSchema(inputSchema);
    const type = isJsonObject(inputSchema) ? own(inputSchema, "type") : undefined;
    if ("dropped" in normalized) return [{ where: "inputSchema", message: normalized.dropped }];
    return type !== undefined && type !== "object"
      ? [{ where: "inputSchema", message: `The arguments are of the type ${JSON.stringify(type)}, not an object.` }]
      : [];
  },
};

/** Every name of a property is a text; libraries write it all the same. */
function saysSomething(key: string, value: unknown): boolean {
  if (key !== "propertyNames" && key !== "not") return true;
  return isJsonObject(value) && Object.keys(value).some((inner) => inner !== "type");
}

function bytesOf(normalized: ReturnType<typeof normalizeToolSchema>): number {
  return "dropped" in normalized ? 0 : Buffer.byteLength(JSON.stringify(normalized.schema));
}
