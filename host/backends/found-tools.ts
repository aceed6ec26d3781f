import { isJsonObject, groupSpecs } from "../../tools/index.ts";
import type { AdvertisedSpec } from "../../tools/index.ts";
import type { Step, StepOutput } from "../step/step.ts";

/** A tool by its own name; the default namespace is the empty one. */
export interface FoundTool {
  readonly namespace: string;
  readonly name: string;
}

/** What a search of the model's can find, for APIs that are told of it beforehand; none where the step lists no search. */
export function findableSpecs(step: Step): readonly AdvertisedSpec[] {
  if (!step.advertised.some(({ type }) => type === "tool_search")) return [];
  return groupSpecs(step.plan.deferred.map(({ spec }) => spec)).specs;
}

/** The tools that a search found, best ones first; null where the output is not that of a search that succeeded. */
export function foundTools({ value }: StepOutput): readonly FoundTool[] | null {
  const tools = isJsonObject(value) ? value["tools"] : undefined;
  return Array.isArray(tools) ? tools.flatMap((definition) => namesIn(definition, "")) : null;
}

/** The tools that a definition is of. What an embedder's own `tool_search` answers may look quite different. */
function namesIn(definition: unknown, namespace: string): FoundTool[] {
  if (!isJsonObject(definition)) return [];
  const { type, name, tools } = definition;
  if (typeof name !== "string") return [];
  if (type !== "namespace") return [{ namespace, name }];
  return namespace === "" && Array.isArray(tools) ? tools.flatMap((member) => namesIn(member, name)) : [];
}

/** A tool's full name as a key. */
export function toolKey({ namespace, name }: FoundTool): string {
  return JSON.stringify([namespace === "functions" ? "" : namespace, name]);
}
