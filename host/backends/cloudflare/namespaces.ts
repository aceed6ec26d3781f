import type { ConnectorBinding, ResolvedProvider } from "./codemode.ts";

/** A function of the embedder's that code may call. */
interface BoundFunction {
  /** As code calls it: an identifier. */
  readonly name: string;
  readonly run: (args: readonly unknown[]) => unknown;
}

/** What code sees under one name. */
export interface Namespace {
  readonly name: string;
  readonly functions: readonly BoundFunction[];
  /** Any function name leads here; null where only `functions` are there. */
  readonly any: ((method: string, args: readonly unknown[]) => unknown) | null;
  /** Code that runs before the rest, and may add to the namespace. */
  readonly prelude: string;
}

const IDENTIFIER = /^[a-zA-Z_$][a-zA-Z0-9_$]*$/u;

/** Names that strict code cannot bind, and globals without which it cannot run. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends " +
    "false finally for function if implements import in instanceof interface let new null package private protected " +
    "public return static super switch this throw true try typeof undefined var void while with yield " +
    "console Error JSON Promise globalThis setTimeout"
  ).split(" "),
);

/** By this key connectors say that a call is to end the run instead of giving a result. */
const CONTROL = "__codemode_control__";
/** The error that the runtime of `@cloudflare/codemode` takes for a pause. */
const PAUSE = "__CODEMODE_PAUSE__";

/** What code is to see, or what is wrong with it. */
export function namespacesOf(
  providers: readonly ResolvedProvider[],
  connectors: readonly ConnectorBinding[],
): readonly Namespace[] | string {
  const seen = new Set<string>();
  for (const { name } of [...providers, ...connectors]) {
    if (!IDENTIFIER.test(name)) return `The namespace "${name}" is not a JavaScript identifier`;
    if (RESERVED.has(name)) return `The namespace "${name}" is reserved`;
    if (seen.has(name)) return `The namespace "${name}" is given twice`;
    seen.add(name);
  }
  const namespaces: Namespace[] = [];
  for (const { name, fns, prelude = "" } of providers) {
    const functions = functionsOf(name, fns);
    if (typeof functions === "string") return functions;
    namespaces.push({ name, functions, any: null, prelude });
  }
  for (const { name, binding } of connectors) {
    const any: Namespace["any"] = async (method, [input]) => connectorResult(await binding.callTool(method, input));
    namespaces.push({ name, functions: [], any, prelude: "" });
  }
  return namespaces;
}

/** A tool's name as an identifier: `my-tool` is `my_tool`, `3d` is `_3d`, `delete` is `delete_`. */
function identifierOf(name: string): string {
  const plain = name.replaceAll(/[-.\s]/gu, "_").replaceAll(/[^a-zA-Z0-9_$]/gu, "");
  if (plain === "") return "_";
  const identifier = /^\d/u.test(plain) ? `_${plain}` : plain;
  return WORDS.has(identifier) ? `${identifier}_` : identifier;
}

/** Reserved words of the language: a method could be called so, but types could not be written for it. */
const WORDS: ReadonlySet<string> = new Set(
  (
    "abstract arguments await boolean break byte case catch char class const continue debugger default delete do double " +
    "else enum eval export extends false final finally float for function goto if implements import in instanceof int " +
    "interface let long native new null package private protected public return short static super switch synchronized " +
    "this throw throws transient true try typeof undefined var void volatile while with yield"
  ).split(" "),
);

function functionsOf(namespace: string, fns: ResolvedProvider["fns"]): readonly BoundFunction[] | string {
  const names = new Map<string, string>();
  const functions: BoundFunction[] = [];
  for (const [given, run] of Object.entries(fns)) {
    const name = identifierOf(given);
    const other = names.get(name);
    if (other !== undefined)
      return `The tools "${other}" and "${given}" of "${namespace}" are both called "${name}" in code`;
    names.set(name, given);
    functions.push({ name, run: (args) => run(...args) });
  }
  return functions;
}

function connectorResult(result: unknown): unknown {
  if (typeof result !== "object" || result === null || !Object.hasOwn(result, CONTROL)) return result;
  const { [CONTROL]: control, message } = result as { readonly [CONTROL]: unknown; readonly message?: unknown };
  if (control === "pause") throw new Error(PAUSE);
  if (control === "error") throw new Error(String(message));
  return result;
}
