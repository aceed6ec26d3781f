import type { BytesKey } from "./values.ts";

/** A namespace as code finds it. */
export interface CodeNamespace {
  readonly name: string;
  /** Names of its functions, and those of the tools in the cell that run them. */
  readonly functions: readonly (readonly [name: string, tool: string])[];
  /** The tool that runs functions of any name; null where there is none. */
  readonly any: string | null;
  readonly prelude: string;
}

/** What the source of a cell is made of. */
export interface CellSourceParts {
  /** An expression of a function without parameters. */
  readonly main: string;
  readonly namespaces: readonly CodeNamespace[];
  readonly bytesKey: BytesKey;
  readonly timeoutMs: number;
}

/** Characters of console output that are kept. */
const MAX_LOG_LENGTH = 1_048_576;

/**
 * The source of the cell that runs the code. It emits one text for each line of console output, as JSON `["log", line]`,
 * and at its end `["end", { result } | { error }]`. Code sees its namespaces and a console, and none of the globals that
 * belong to a cell.
 */
export function cellSource({ main, namespaces, bytesKey, timeoutMs }: CellSourceParts): string {
  const names = namespaces.map(({ name }) => name);
  // Made outside of what serves it, so that it sees nothing of that. Some bundlers put calls of `__name` into functions.
  return `const $main = async (${names.join(", ")}) => {
${namespaces.map(({ prelude }) => prelude).join("\n")}
return (
${main}
)();
};
await ((__name) => (${serve.toString()}))((named) => named)($main, ${JSON.stringify({ namespaces, bytesKey, timeoutMs, maxLogLength: MAX_LOG_LENGTH })});
`;
}

interface Served {
  readonly namespaces: readonly Omit<CodeNamespace, "prelude">[];
  readonly bytesKey: BytesKey;
  readonly timeoutMs: number;
  readonly maxLogLength: number;
}

/** What a cell has that is used here. */
interface CellGlobals {
  readonly tools: Record<string, (input: unknown) => Promise<{ readonly result?: unknown }>>;
  readonly text: (text: string) => void;
  console: unknown;
  [name: string]: unknown;
}

/** Runs in the cell, from its own text: it may use nothing from around it. */
async function serve(
  main: (...namespaces: unknown[]) => Promise<unknown>,
  { namespaces, bytesKey, timeoutMs, maxLogLength }: Served,
): Promise<void> {
  const cell = globalThis as unknown as CellGlobals;
  const { tools, text } = cell;
  const { parse, stringify } = JSON;
  for (const name of [
    "ALL_TOOLS",
    "tools",
    "text",
    "image",
    "audio",
    "content",
    "generatedImage",
    "store",
    "load",
    "notify",
    "exit",
    "yield_control",
    "as_settled",
    "stream_settled",
  ]) {
    delete cell[name];
  }

  const encode = (value: unknown): unknown => {
    const json = stringify(value, (_name, item: unknown) => {
      const bytes =
        item instanceof ArrayBuffer
          ? new Uint8Array(item)
          : ArrayBuffer.isView(item)
            ? new Uint8Array(item.buffer, item.byteOffset, item.byteLength)
            : null;
      if (bytes === null) return item;
      let binary = "";
      for (let at = 0; at < bytes.length; at += 32_768)
        binary += String.fromCharCode(...bytes.subarray(at, at + 32_768));
      return { [bytesKey]: btoa(binary) };
    });
    return json === undefined ? undefined : parse(json);
  };
  const decode = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(decode);
    if (typeof value !== "object" || value === null) return value;
    const bytes = Object.hasOwn(value, bytesKey) ? (value as Record<string, unknown>)[bytesKey] : undefined;
    if (typeof bytes === "string") return Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0));
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, decode(item)]));
  };
  const shown = (value: unknown): string => {
    try {
      return String(value);
    } catch {
      return Object.prototype.toString.call(value);
    }
  };

  let logLength = 0;
  const writer =
    (prefix: string) =>
    (...values: unknown[]): void => {
      if (logLength > maxLogLength) return;
      const line = prefix + values.map(shown).join(" ");
      logLength += line.length;
      text(stringify(["log", logLength > maxLogLength ? "[further console output was left out]" : line]));
    };
  const [log, warn, error] = [writer(""), writer("[warn] "), writer("[error] ")];
  cell.console = { log, info: log, debug: log, trace: log, warn, error };

  const objects = namespaces.map(({ name: namespace, functions, any }) => {
    const own: Record<string, unknown> = {};
    const call = async (tool: string, input: { readonly args: readonly unknown[]; readonly method?: string }) => {
      const run = tools[tool];
      if (run === undefined) throw new Error(`The tool of ${namespace} is not there`);
      return decode((await run({ ...input, args: encode(input.args) })).result);
    };
    for (const [name, tool] of functions) own[name] = (...args: unknown[]) => call(tool, { args });
    return new Proxy(own, {
      get: (target, name) => {
        if (Object.hasOwn(target, name)) return target[name as string];
        // To have a "then" would make it a promise.
        if (typeof name !== "string" || (name === "then" && any === null)) return undefined;
        if (any !== null) return (...args: unknown[]) => call(any, { args, method: name });
        const known = Object.keys(target).join(", ");
        return async () => {
          throw new Error(`Tool "${name}" not found in ${namespace}${known === "" ? "" : `; there are ${known}`}`);
        };
      },
    });
  });

  let end: { readonly result?: unknown } | { readonly error: string };
  try {
    const { promise: late, reject } = Promise.withResolvers<never>();
    setTimeout(() => reject(new Error(`Execution timed out after ${timeoutMs} ms`)), timeoutMs);
    end = { result: encode(await Promise.race([main(...objects), late])) };
  } catch (thrown) {
    const message = typeof thrown === "object" && thrown !== null && "message" in thrown ? thrown.message : undefined;
    end = { error: shown(message === undefined || message === "" ? thrown : message) };
  }
  text(stringify(["end", end]));
}
