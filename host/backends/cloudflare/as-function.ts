import * as acorn from "acorn";

/** Everything a model may put around code. */
const FENCE = /^```[a-z]*[ \t]*\r?\n([\s\S]*?)\r?\n?```$/iu;

/**
 * Code as models write it, as an expression of a function without parameters that may return a promise. A function is
 * taken as it is, also as a default export; of statements the last one's value is the result, if it is an expression;
 * a declaration of one function alone is called. Markdown fences and types are taken off. What cannot be parsed is taken
 * for statements: the engine then says what is wrong.
 */
export async function asFunction(code: string): Promise<string> {
  const source = withoutFence(code.trim());
  const plain = parse(source);
  if (plain !== null) return wrap(source, plain);
  const stripped = await withoutTypes(source);
  const program = stripped === null ? null : parse(stripped);
  return stripped === null || program === null ? statements(source) : wrap(stripped, program);
}

function withoutFence(text: string): string {
  return FENCE.exec(text)?.[1]?.trim() ?? text;
}

function parse(source: string): acorn.Program | null {
  try {
    return acorn.parse(source, { ecmaVersion: "latest", sourceType: "module", allowReturnOutsideFunction: true });
  } catch {
    return null;
  }
}

/** Loaded only for code that is no JavaScript: it takes longer than most scripts. */
async function withoutTypes(source: string): Promise<string | null> {
  try {
    const { transformSync } = await import("amaro");
    return transformSync(source, { mode: "strip-only" }).code;
  } catch {
    return null;
  }
}

function wrap(source: string, { body }: acorn.Program): string {
  const [first, second] = body;
  const last = body.at(-1);
  const textOf = ({ start, end }: acorn.Node): string => source.slice(start, end);
  if (first !== undefined && second === undefined) {
    if (first.type === "ExpressionStatement" && isFunction(first.expression)) return textOf(first.expression);
    if (first.type === "FunctionDeclaration") return `async () => {\n${source}\nreturn ${textOf(first.id)}();\n}`;
    if (first.type === "ExportDefaultDeclaration") {
      const { declaration } = first;
      return isFunction(declaration) ? textOf(declaration) : `async () => (\n${textOf(declaration)}\n)`;
    }
  }
  if (last?.type !== "ExpressionStatement") return statements(source);
  return `async () => {\n${source.slice(0, last.start)}return (\n${textOf(last.expression)}\n);\n}`;
}

function isFunction({ type }: acorn.Node): boolean {
  return type === "ArrowFunctionExpression" || type === "FunctionExpression" || type === "FunctionDeclaration";
}

function statements(source: string): string {
  return `async () => {\n${source}\n}`;
}
