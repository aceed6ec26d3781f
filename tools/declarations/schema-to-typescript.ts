import { TypeRenderer } from "./type-renderer.ts";

/**
 * Writes a JSON Schema as a TypeScript type, for models to read. What TypeScript cannot say is left out, what cannot be
 * understood is `unknown`. Local references are expanded, each at most twice within itself. Never throws for JSON, and
 * bounds its own work: types nested deeper than 64 levels, and what comes after some 64,000 characters, are `unknown`.
 *
 * The text is always syntactically valid, whatever names and descriptions contain. It need not pass the type checker: an
 * index signature may contradict a property, as JSON Schema allows.
 */
export function schemaToTypeScript(schema: unknown): string {
  return new TypeRenderer(schema).render(schema).text;
}
