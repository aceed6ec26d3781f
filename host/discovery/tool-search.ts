import { declarationOf, flatToolName, isNested, MCP_TYPES_PREAMBLE, usesMcpTypes } from "../../tools/index.ts";
import type { FunctionToolSpec, ToolExecutor, ToolResult } from "../../tools/index.ts";
import { defineTools } from "./definitions.ts";
import type { ToolDefinition } from "./definitions.ts";
import { namespaceOf } from "./deferred.ts";
import { inventory } from "./inventory.ts";
import { nothingFound } from "./nothing-found.ts";
import { findTools } from "./search/find-tools.ts";
import { DEFAULT_SEARCH_LIMIT, readSearchRequest } from "./search-request.ts";
import type { SearchRequest } from "./search-request.ts";

/** Tokens of the description that name tools. */
const DEFAULT_NAME_TOKENS = 1_500;

/** What a search tool is made of. */
export interface ToolSearchOptions {
  /** The tools to search; `deferredOf(executors)` of the step. Its order decides between equals. */
  readonly deferred: () => readonly ToolExecutor[];
  /** The name of a tool on `tools` in a script. Default: `flatToolName`; a catalog may have had to tell names apart. */
  readonly identifierOf?: (executor: ToolExecutor) => string;
  /** Most tokens of the description that name deferred tools; 0 for none. Default 1,500. */
  readonly nameTokens?: number;
}

/** A found tool as a script calls it. */
export interface FoundCall {
  /** Its name on `tools`. */
  readonly identifier: string;
  readonly namespace: string;
  readonly name: string;
  readonly description: string;
  /** TypeScript, with the types of arguments and result. */
  readonly declaration: string;
}

/** The answer of a search. */
export interface ToolSearchAnswer {
  /** Definitions as model APIs take them; namespaces in the order of their first hits, members in rank order. */
  readonly tools: readonly ToolDefinition[];
  /** Tools that match; `tools` has the first `limit` of them. */
  readonly total: number;
  readonly limit: number;
  /** Whether every match is in `tools`. */
  readonly complete: boolean;
  /** Where nothing matches: what to do. */
  readonly message?: string;
}

/** What a script gets: the answer, and how it calls what was found, in rank order. */
export interface ScriptSearchAnswer extends ToolSearchAnswer {
  /** Without tools that scripts cannot call. */
  readonly calls: readonly FoundCall[];
  /** TypeScript types that the declarations of MCP tools use; absent where none does. */
  readonly types?: string;
}

const made: WeakSet<ToolExecutor> = new WeakSet();

/** Whether an executor came from `createToolSearch`: where a model API has its own form for searches, it is one. */
export function isToolSearch(executor: ToolExecutor): boolean {
  return made.has(executor);
}

/**
 * The tool that finds deferred tools. It names them as of now in its description: make one a step, or whenever the
 * tools change. Its result's `value` is a `ScriptSearchAnswer`; a model reads the `ToolSearchAnswer` as JSON.
 */
export function createToolSearch(options: ToolSearchOptions): ToolExecutor {
  const { deferred, identifierOf = identifierByName } = options;
  const executor: ToolExecutor = Object.freeze({
    name: "tool_search",
    namespace: "",
    kind: "function",
    spec: specOf(deferred(), options.nameTokens ?? DEFAULT_NAME_TOKENS),
    exposure: "direct",
    parallel: () => true,
    annotations: { readOnlyHint: true, openWorldHint: false },
    handle: async (input: unknown) => search(deferred(), identifierOf, readSearchRequest(input)),
  } satisfies ToolExecutor);
  made.add(executor);
  return executor;
}

async function search(
  executors: readonly ToolExecutor[],
  identifierOf: (executor: ToolExecutor) => string,
  { query, limit }: SearchRequest,
): Promise<ToolResult> {
  const found = await findTools(executors, query, limit);
  const answer: ToolSearchAnswer = {
    tools: defineTools(found.tools, { deferred: true, members: "given", among: executors }),
    total: found.total,
    limit,
    complete: found.tools.length === found.total,
    ...(found.total === 0 ? { message: nothingFound(query, executors) } : {}),
  };
  const callable = found.tools.filter(({ exposure }) => isNested(exposure));
  const value: ScriptSearchAnswer = {
    ...answer,
    calls: callable.map((executor) => callOf(executor, identifierOf(executor))),
    ...(callable.some(({ spec }) => usesMcpTypes(spec)) ? { types: MCP_TYPES_PREAMBLE } : {}),
  };
  const text = answer.message ?? JSON.stringify(answer);
  return { value, output: { content: [{ type: "text", text }], success: true } };
}

function callOf(executor: ToolExecutor, identifier: string): FoundCall {
  const { name, spec } = executor;
  const declaration = declarationOf(spec, identifier);
  return { identifier, namespace: namespaceOf(executor), name, description: spec.description, declaration };
}

function identifierByName({ namespace, name }: ToolExecutor): string {
  return flatToolName(namespace, name);
}

function specOf(deferred: readonly ToolExecutor[], nameTokens: number): FunctionToolSpec {
  return Object.freeze({
    type: "function",
    namespace: "",
    name: "tool_search",
    description: describeToolSearch(deferred, nameTokens),
    inputSchema: {
      type: "object",
      properties: {
        query: {
          type: "string",
          description: "Words that say what the tool should do, or the name of a tool or namespace.",
        },
        limit: {
          type: "integer",
          minimum: 1,
          description: `Most tools to answer with. Default ${DEFAULT_SEARCH_LIMIT}.`,
        },
      },
      required: ["query"],
      additionalProperties: false,
    },
  } satisfies FunctionToolSpec);
}

/** What a model is told of the search, and of what it can find. */
export function describeToolSearch(
  deferred: readonly ToolExecutor[],
  nameTokens: number = DEFAULT_NAME_TOKENS,
): string {
  const about =
    "Finds tools that can be called but are not in the list of tools, and gives their definitions. The best matches come " +
    "first; `total` says how many there are. Search before you conclude that a task has no tool. In a script, " +
    "`tools.tool_search` also gives `calls`: the name of each tool on `tools`, and its TypeScript declaration.";
  if (deferred.length === 0) return `${about}\n\nAt present there is no tool to be found.`;
  const { text, listed, total } = inventory(deferred, nameTokens);
  const head =
    listed === total
      ? `All ${total} tools that can be found, by namespace:`
      : `${listed} of the ${total} tools that can be found, by namespace; the others are found by searching only:`;
  return text === "" ? `${about}\n\n${total} tools can be found.` : `${about}\n\n${head}\n${text}`;
}
