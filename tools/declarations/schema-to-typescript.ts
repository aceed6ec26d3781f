import { TypeRenderer } from "./type-renderer.ts";

/**
 * Writes a JSON Schema as a TypeScript type, for models to read. What TypeScript cannot say is left out, what cannot be
 * understood is `unknown`. Local references are expanded, each at most twice within itself. Never throws for JSON, and
 * bounds its own work: types nested deeper than 64 levels, and what comes after some 64,000 characters, are `unknown`.
 *
 * The text passes TypeScript's checker under `strict` and `exactOptionalPropertyTypes` (JSON holds no `undefined`),
 * whatever names and descriptions contain. Of the values a schema accepts, the type leaves out those that are shorter or
 * longer than their tuple, properties that the schema does not speak of, and what is no object where the schema has
 * properties but no type.
 */
export function schemaToTypeScript(schema: unknown): string {
  return new TypeRenderer(schema).render(schema).text;
}
