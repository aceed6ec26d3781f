import { approximateTokens, compareBytewise, describeNestedTool, isListed, isNested } from "../../tools/index.ts";
import type { ToolExecutor } from "../../tools/index.ts";
import { createExecTool, createWaitTool } from "../code-mode/exec-tool.ts";
import type { ExecBackend } from "../code-mode/exec-tool.ts";
import { describeNestedTools, inDescribedOrder } from "../code-mode/tool-list.ts";
import { createCatalog } from "../step/catalog.ts";
import { defineTools } from "./definitions.ts";
import { byNamespace, describeDeferredNamespaces, namespaceOf } from "./deferred.ts";
import { createToolSearch } from "./tool-search.ts";

/**
 * Ways to offer the same tools.
 *
 * | mode | the model is given |
 * |---|---|
 * | direct | every tool |
 * | deferred | tools without a namespace; the others are found by `tool_search` |
 * | code | every tool with its declaration, and `exec` and `wait` |
 * | code-only | `exec`, which declares all tools but deferred ones, and `wait` |
 *
 * Tools that a script cannot call stay listed in each; tools that no model can be shown cost nothing.
 */
export const ESTIMATED_MODES = ["direct", "deferred", "code", "code-only"] as const;

/** One of the ways to offer tools. */
type EstimatedMode = (typeof ESTIMATED_MODES)[number];

/** Tokens by mode. */
export type ModeTokens = Readonly<Record<EstimatedMode, number>>;

/** What a namespace costs. */
interface NamespaceEstimate {
  /** Empty for tools without a namespace. */
  readonly namespace: string;
  readonly tools: number;
  readonly tokens: ModeTokens;
}

/** What tools cost before anything is called, in tokens of four bytes. */
export interface ModeEstimates {
  /** Whole lists. Not the exact sum of their parts, which are rounded up each. */
  readonly total: ModeTokens;
  /** `exec`, `wait` and `tool_search` without what they say of single namespaces. */
  readonly own: ModeTokens;
  /** Sorted by name. */
  readonly namespaces: readonly NamespaceEstimate[];
  /** The largest definitions, largest first. */
  readonly largest: readonly { readonly namespace: string; readonly name: string; readonly tokens: number }[];
}

const DEFAULT_LARGEST = 5;

/** What each mode would cost with these tools. `largest` is how many large tools to name, by default 5. */
export function estimateModes(
  executors: readonly ToolExecutor[],
  options: { readonly largest?: number; readonly nameTokens?: number } = {},
): ModeEstimates {
  const offered = executors.filter(({ exposure }) => exposure !== "hidden");
  const { executors: nested, frame } = createCatalog(
    offered.filter(({ exposure }) => isNested(exposure)),
    true,
  );
  const identifiers = new Map(nested.map((executor, index) => [executor, frame.tools[index]?.[0] ?? executor.name]));
  const parts: Parts = { identifiers, nameTokens: options.nameTokens };
  const namespaces = [...byNamespace(offered)]
    .sort(([a], [b]) => compareBytewise(a, b))
    .map(([namespace, members]) => ({ namespace, tools: members.length, tokens: sharesOf(members, parts) }));
  return {
    total: wholesOf(offered, parts),
    own: { ...wholesOf([], parts), deferred: ownOfDeferred(offered, parts) },
    namespaces,
    largest: largestOf(offered, options.largest ?? DEFAULT_LARGEST),
  };
}

interface Parts {
  readonly identifiers: ReadonlyMap<ToolExecutor, string>;
  readonly nameTokens: number | undefined;
}

function wholesOf(executors: readonly ToolExecutor[], parts: Parts): ModeTokens {
  const codeMode = (toolList: string): ToolExecutor[] => [createExecTool(NO_CELLS, toolList), createWaitTool(NO_CELLS)];
  const { listed, found } = splitByNamespace(executors);
  const search = found.length === 0 ? [] : [searchTool(found, parts.nameTokens)];
  return {
    direct: tokensOf(listable(executors)),
    deferred: tokensOf([...search, ...listed]) + approximateTokens(namespacesText(found)),
    code: tokensOf([...codeMode(""), ...listable(executors)], declaring(parts)),
    "code-only": tokensOf([...codeMode(nestedText(executors, parts)), ...modelOnly(executors)]),
  };
}

function sharesOf(members: readonly ToolExecutor[], parts: Parts): ModeTokens {
  const { listed, found } = splitByNamespace(members);
  return {
    direct: tokensOf(listable(members)),
    deferred: tokensOf(listed) + approximateTokens(namespacesText(found)),
    code: tokensOf(listable(members), declaring(parts)),
    "code-only": approximateTokens(jsonText(nestedText(members, parts))) + tokensOf(modelOnly(members)),
  };
}

/** The search itself: its description names tools of all namespaces. */
function ownOfDeferred(executors: readonly ToolExecutor[], parts: Parts): number {
  const { found } = splitByNamespace(executors);
  return found.length === 0 ? 0 : tokensOf([searchTool(found, parts.nameTokens)]);
}

/** What a model could be shown of these tools if nothing were deferred. */
function listable(executors: readonly ToolExecutor[]): readonly ToolExecutor[] {
  return executors.filter(({ exposure }) => exposure !== "code-mode-only");
}

function modelOnly(executors: readonly ToolExecutor[]): readonly ToolExecutor[] {
  return executors.filter(({ exposure }) => exposure === "direct-model-only");
}

/** Tools of a namespace are deferred, as well as those that say so; others, and model-only ones, stay listed. */
function splitByNamespace(executors: readonly ToolExecutor[]): { listed: ToolExecutor[]; found: ToolExecutor[] } {
  const listed: ToolExecutor[] = [];
  const found: ToolExecutor[] = [];
  for (const executor of listable(executors)) {
    const { exposure } = executor;
    const stays = exposure === "direct-model-only" || (isListed(exposure) && namespaceOf(executor) === "");
    (stays ? listed : found).push(executor);
  }
  return { listed, found };
}

function namespacesText(found: readonly ToolExecutor[]): string {
  return describeDeferredNamespaces(found.map((executor) => ({ ...executor, exposure: "deferred" })));
}

function searchTool(found: readonly ToolExecutor[], nameTokens: number | undefined): ToolExecutor {
  return createToolSearch({ deferred: () => found, ...(nameTokens === undefined ? {} : { nameTokens }) });
}

function nestedText(executors: readonly ToolExecutor[], { identifiers }: Parts): string {
  // Those that a search finds are not described.
  const nested = executors.filter((executor) => identifiers.has(executor) && executor.exposure !== "deferred");
  return describeNestedTools(
    nested.toSorted(inDescribedOrder),
    (executor) => identifiers.get(executor) ?? executor.name,
  );
}

function declaring({ identifiers }: Parts): (executor: ToolExecutor) => string {
  return (executor) =>
    isNested(executor.exposure)
      ? describeNestedTool(executor.spec, identifiers.get(executor))
      : executor.spec.description;
}

function largestOf(executors: readonly ToolExecutor[], count: number): ModeEstimates["largest"] {
  return executors
    .map((executor) => ({
      namespace: namespaceOf(executor),
      name: executor.name,
      // The tool alone, without what stands around it in its namespace.
      tokens: tokensOf([{ ...executor, namespace: "" }]),
    }))
    .sort((a, b) => b.tokens - a.tokens || compareBytewise(a.namespace + a.name, b.namespace + b.name))
    .slice(0, count);
}

function tokensOf(executors: readonly ToolExecutor[], describe?: (executor: ToolExecutor) => string): number {
  if (executors.length === 0) return 0;
  return approximateTokens(JSON.stringify(defineTools(executors, describe === undefined ? {} : { describe })));
}

/** A text as it stands within JSON, without quotes. */
function jsonText(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** `exec` and `wait` are only looked at. */
const NO_CELLS: ExecBackend = { run: refuse, wait: refuse, terminate: refuse, outputs: null };

function refuse(): Promise<never> {
  return Promise.reject(new Error("This tool was made to be measured, not to be called."));
}
