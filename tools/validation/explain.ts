import { schemaToTypeScript } from "../declarations/schema-to-typescript.ts";
import { nearestNames } from "../names/nearest-names.ts";
import { isJsonObject, own } from "../schema/json-object.ts";
import type { SchemaViolation } from "./ajv.ts";
import { describeValue, shorten } from "./describe-value.ts";
import { jsonPath, pointerSteps } from "./json-path.ts";

const MAX_TYPE = 160;
const MAX_LISTED = 12;

/** One sentence for a model: where the value is wrong, what was expected there, and what came. */
export function explain(violations: readonly SchemaViolation[]): string {
  const violation = mostTelling(violations);
  if (violation === undefined) return "the value does not match the schema";
  const steps = pointerSteps(violation.instancePath);
  const path = jsonPath(steps);
  const parameters: { readonly [name: string]: unknown } = violation.params;
  switch (violation.keyword) {
    case "required":
      return `${quote(jsonPath([...steps, String(parameters["missingProperty"])]))} is missing${expectedProperty(violation)}`;
    case "additionalProperties":
    case "unevaluatedProperties": {
      const name = parameters["additionalProperty"] ?? parameters["unevaluatedProperty"];
      return `${quote(jsonPath([...steps, String(name)]))} is not a known property${knownProperties(violation, String(name))}`;
    }
    case "enum":
      return `${subject(path)}: expected ${oneOf(violation)}, got ${describeValue(violation.data)}`;
    case "type":
    case "const":
    case "anyOf":
    case "oneOf":
      return `${subject(path)}: expected ${expectedType(violation)}, got ${describeValue(violation.data)}`;
    default:
      return `${subject(path)}: ${violation.message ?? "wrong"}, got ${describeValue(violation.data)}`;
  }
}

/**
 * Alternatives that fail leave one violation each and then one for the whole. Where an alternative was entered deeper
 * than the whole, what failed there says more.
 */
function mostTelling(violations: readonly SchemaViolation[]): SchemaViolation | undefined {
  const last = violations.at(-1);
  if (last === undefined || !["anyOf", "oneOf"].includes(last.keyword)) return last;
  return violations.reduce((best, next) => (depthOf(next) > depthOf(best) ? next : best), last);
}

function depthOf(violation: SchemaViolation): number {
  return pointerSteps(violation.instancePath).length;
}

function expectedType(violation: SchemaViolation): string {
  const schema: unknown = violation.parentSchema;
  if (violation.keyword === "type") {
    const type: unknown = violation.params["type"];
    return Array.isArray(type) ? type.join(" or ") : String(type);
  }
  return shorten(schemaToTypeScript(schema).replace(/\s+/g, " "), MAX_TYPE);
}

function expectedProperty(violation: SchemaViolation): string {
  const property = own(propertiesOf(violation), String(violation.params["missingProperty"]));
  if (property === undefined) return "";
  const type = shorten(schemaToTypeScript(property).replace(/\s+/g, " "), MAX_TYPE);
  return type === "unknown" ? "" : ` (expected ${type})`;
}

function knownProperties(violation: SchemaViolation, name: string): string {
  const known = Object.keys(propertiesOf(violation));
  const [nearest] = nearestNames(name, known, 1);
  if (nearest !== undefined) return `; did you mean ${quote(nearest)}?`;
  if (known.length === 0) return "; none is expected";
  const listed = known.slice(0, MAX_LISTED).map(quote).join(", ");
  return `; known are ${listed}${known.length > MAX_LISTED ? ", …" : ""}`;
}

function oneOf(violation: SchemaViolation): string {
  const values: unknown = violation.params["allowedValues"];
  const listed = Array.isArray(values)
    ? values.slice(0, MAX_LISTED).map((value) => shorten(JSON.stringify(value) ?? ""))
    : [];
  const more = Array.isArray(values) && values.length > MAX_LISTED ? ", …" : "";
  return listed.length === 1 ? `${listed[0]}` : `one of ${listed.join(", ")}${more}`;
}

function propertiesOf(violation: SchemaViolation): { readonly [name: string]: unknown } {
  const schema: unknown = violation.parentSchema;
  const properties = isJsonObject(schema) ? own(schema, "properties") : undefined;
  return isJsonObject(properties) ? properties : {};
}

function subject(path: string): string {
  return path === "" ? "the value" : quote(path);
}

function quote(text: string): string {
  return `\`${shorten(text, MAX_TYPE)}\``;
}
