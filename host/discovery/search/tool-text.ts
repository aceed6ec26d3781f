import { DEFAULT_NAMESPACE } from "../../../tools/index.ts";
import type { ToolExecutor } from "../../../tools/index.ts";
import { schemaText } from "./schema-text.ts";
import type { SchemaText } from "./schema-text.ts";

/** Characters of a description that are indexed. What comes later is rarely what the tool is for. */
const MAX_DESCRIPTION = 8_000;
const MAX_NAMESPACE_DESCRIPTION = 16_000;
const MAX_KEYWORDS = 4_000;

/** What a tool is found by. */
export interface ToolText {
  readonly name: string;
  /** Namespace, name, title, keywords, description and parameter names. */
  readonly text: string;
  /** Descriptions of parameters, and nested ones. */
  readonly details: string;
  /** What all tools of one namespace share. */
  readonly namespace: string;
  readonly namespaceDescription: string;
  readonly source: string;
}

const NO_PARAMETERS: SchemaText = { names: "", details: "" };

const made: WeakMap<ToolExecutor, ToolText> = new WeakMap();

/** The text of an executor, made once. */
export function toolText(executor: ToolExecutor): ToolText {
  let text = made.get(executor);
  if (text === undefined) {
    text = readText(executor);
    made.set(executor, text);
  }
  return text;
}

function readText(executor: ToolExecutor): ToolText {
  const { name, spec, annotations, search } = executor;
  const namespace = executor.namespace === DEFAULT_NAMESPACE ? "" : executor.namespace;
  const { names, details } = spec.type === "function" ? schemaText(spec.inputSchema) : NO_PARAMETERS;
  const keywords = [annotations?.title ?? "", ...(search?.keywords ?? [])].join("\n").slice(0, MAX_KEYWORDS);
  return {
    name,
    text: [namespace, name, keywords, spec.description.slice(0, MAX_DESCRIPTION), names].join("\n"),
    details,
    namespace,
    namespaceDescription: (executor.namespaceDescription ?? "").slice(0, MAX_NAMESPACE_DESCRIPTION),
    source: (search?.source ?? "").slice(0, MAX_KEYWORDS),
  };
}

/** Whether two texts are found by the same words. */
export function isSameText(a: ToolText, b: ToolText): boolean {
  return (
    a === b ||
    (a.name === b.name &&
      a.namespace === b.namespace &&
      a.text === b.text &&
      a.details === b.details &&
      a.namespaceDescription === b.namespaceDescription &&
      a.source === b.source)
  );
}
