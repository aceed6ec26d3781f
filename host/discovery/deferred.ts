import { compareBytewise, DEFAULT_NAMESPACE } from "../../tools/index.ts";
import type { ToolExecutor } from "../../tools/index.ts";

/** Tokens of one namespace's description in the list of namespaces. */
const DEFAULT_DESCRIPTION_TOKENS = 1_000;

const BYTES_PER_TOKEN = 4;

const made: WeakMap<readonly ToolExecutor[], readonly ToolExecutor[]> = new WeakMap();

/** The tools of a list that are found by search only, in its order. The same list gives the same answer, not a copy. */
export function deferredOf(executors: readonly ToolExecutor[]): readonly ToolExecutor[] {
  let deferred = made.get(executors);
  if (deferred === undefined) {
    deferred = executors.filter(({ exposure }) => exposure === "deferred" || exposure === "deferred-model-only");
    made.set(executors, deferred);
  }
  return deferred;
}

/** A namespace as models are shown it: the default one has the empty name. */
export function namespaceOf({ namespace }: ToolExecutor): string {
  return namespace === DEFAULT_NAMESPACE ? "" : namespace;
}

/** Tools by namespace; namespaces and members keep the order of the list. */
export function byNamespace(executors: readonly ToolExecutor[]): Map<string, ToolExecutor[]> {
  const groups = new Map<string, ToolExecutor[]>();
  for (const executor of executors) {
    const namespace = namespaceOf(executor);
    const members = groups.get(namespace);
    if (members === undefined) groups.set(namespace, [executor]);
    else members.push(executor);
  }
  return groups;
}

/** What a namespace is for: the first description that a member gives, or a sentence that says no more than its name. */
export function describeNamespace(namespace: string, members: readonly ToolExecutor[]): string {
  for (const { namespaceDescription } of members) {
    const description = namespaceDescription?.trim() ?? "";
    if (description !== "") return description;
  }
  return `Tools in the ${namespace} namespace.`;
}

/**
 * The text that tells a model which namespaces have tools to be searched for, by name; empty where no tool is deferred.
 * Descriptions come from servers: they are cut at `maxDescriptionTokens` (default 1,000, `null` for no limit), their
 * further lines are indented, and none of them can end the block.
 */
export function describeDeferredNamespaces(
  executors: readonly ToolExecutor[],
  options: { readonly maxDescriptionTokens?: number | null } = {},
): string {
  const deferred = deferredOf(executors);
  if (deferred.length === 0) return "";
  const { maxDescriptionTokens: maxTokens = DEFAULT_DESCRIPTION_TOKENS } = options;
  const lines = [...byNamespace(deferred)]
    .sort(([a], [b]) => compareBytewise(a, b))
    .map(([namespace, members]) => {
      const name = namespace === "" ? DEFAULT_NAMESPACE : namespace;
      const whole = describeNamespace(name, members);
      const description = maxTokens === null ? whole : cutEnd(whole, maxTokens * BYTES_PER_TOKEN);
      return `- ${name}: ${description.replace(/<(?=\/\s*tools)/gi, "<\\").replace(/\r?\n/g, "\n  ")}`;
    });
  return `<tools>\nDeferred tool namespaces:\n${lines.join("\n")}\n</tools>`;
}

function cutEnd(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return text;
  // As part of a stream, a character that was cut in two is kept back.
  return `${new TextDecoder().decode(bytes.subarray(0, maxBytes), { stream: true })}…`;
}
