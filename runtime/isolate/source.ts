import { createRequire } from "node:module";
import type * as Acorn from "acorn";
import type * as Amaro from "amaro";
import { SourceError } from "./engine.ts";
import type { CellContext } from "./engine.ts";

// Loaded when a source first needs them; most never do.
const require = createRequire(import.meta.url);

/** Must match `prelude/core/enter.ts`. The line break ends line 0, so that the script's own lines count from 1. */
const MAIN_PREFIX = 'globalThis["isocell:main"](async () => {\n';
const MAIN_SUFFIX = "\n});";

/** Six characters like `import`, so that columns stay true; bound to a function that refuses. */
const IMPORT_STAND_IN = "\u2170mport";
const IMPORT_DEFINITION = `const ${IMPORT_STAND_IN} = async () => { throw "unsupported import in exec" }; `;

/**
 * Loads a cell's source into a context, ready to run: as the body of an asynchronous function inside a module, which
 * is the only form whose end isolated-vm lets us see. The source itself must be a valid module without imports.
 * Throws a SourceError, with the position in the source as it was given.
 */
export function loadSource(context: CellContext, source: string): void {
  // A hashbang may only stand at the very start of a file, where the prefix is now.
  const text = source.startsWith("#!") ? `//${source.slice(2)}` : source;
  const script = checkSource(context, text);
  const usesModules = /\b(?:import|export)\b/u.test(script);
  const body = usesModules ? withoutModuleSyntax(script) : script;
  const prefix = body.includes(IMPORT_STAND_IN) ? MAIN_PREFIX.replace("\n", `${IMPORT_DEFINITION}\n`) : MAIN_PREFIX;
  context.loadMain(prefix + body + MAIN_SUFFIX);
}

/** Returns the source, or the source without its types where only TypeScript would accept it. */
function checkSource(context: CellContext, source: string): string {
  try {
    refuseImports(context.checkModule(source));
    return source;
  } catch (error) {
    if (!(error instanceof SourceError) || error.line === 0) throw error;
    const stripped = stripTypes(source);
    if (stripped === null) throw error;
    refuseImports(context.checkModule(stripped));
    return stripped;
  }
}

function refuseImports(specifiers: readonly string[]): void {
  if (specifiers[0] !== undefined) throw new SourceError(`Unsupported import in exec: ${specifiers[0]}`, 0, 0);
}

/** What every TypeScript source has somewhere, and few others: without it, loading the parser is not worth its time. */
const TYPE_MARKS =
  /[\w)\]}"'?]\s*:\s*[\w{[("'`]|\b(?:interface|type|enum|declare|namespace|as|satisfies|implements|abstract)\s|[\w)]!|<\w/u;

/** The source with its types replaced by blanks, or null if it is not TypeScript either. */
function stripTypes(source: string): string | null {
  if (!TYPE_MARKS.test(source)) return null;
  try {
    const amaro = require("amaro") as typeof Amaro;
    const { code } = amaro.transformSync(source, { mode: "strip-only" });
    return code === source ? null : code;
  } catch {
    return null;
  }
}

/** Blanks out `export` keywords and replaces `import(` by a call that refuses; lengths and lines stay the same. */
function withoutModuleSyntax(source: string): string {
  const acorn = require("acorn") as typeof Acorn;
  const edits: { start: number; end: number; text: string }[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) {
      for (const item of node) visit(item);
      return;
    }
    if (typeof node !== "object" || node === null || typeof (node as Acorn.Node).type !== "string") return;
    edits.push(...editsFor(node as Acorn.AnyNode));
    for (const value of Object.values(node)) visit(value);
  };
  try {
    visit(acorn.parse(source, { ecmaVersion: "latest", sourceType: "module", allowHashBang: true }));
  } catch {
    // Newer syntax than the parser knows, or nesting too deep for it: V8 has the last word on what is left.
    return source;
  }
  let text = "";
  let at = 0;
  for (const edit of edits.sort((a, b) => a.start - b.start)) {
    text += source.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return text + source.slice(at);

  function blank(start: number, end: number, put = ""): { start: number; end: number; text: string } {
    return { start, end, text: put + source.slice(start + put.length, end).replaceAll(/[^\n\r\u2028\u2029]/gu, " ") };
  }

  function editsFor(node: Acorn.AnyNode): { start: number; end: number; text: string }[] {
    switch (node.type) {
      case "ImportExpression":
        return [{ start: node.start, end: node.start + "import".length, text: IMPORT_STAND_IN }];
      case "ExportNamedDeclaration":
        return [node.declaration == null ? blank(node.start, node.end) : blank(node.start, node.declaration.start)];
      case "ExportDefaultDeclaration": {
        const { declaration } = node;
        const named = "id" in declaration && declaration.id != null && declaration.type.endsWith("Declaration");
        // An anonymous function or class, or an expression, becomes an expression statement.
        return [blank(node.start, declaration.start, named ? "" : "void ")];
      }
      default:
        return [];
    }
  }
}
