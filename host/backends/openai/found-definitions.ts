import type { OpenAI } from "openai";
import { toOpenAiTools } from "../../../tools/index.ts";
import type { ModelCall, OpenAiCustom, OpenAiFunction, OpenAiNamespace, OpenAiTools } from "../../../tools/index.ts";
import { findableSpecs, foundTools, toolKey } from "../found-tools.ts";
import type { FoundTool } from "../found-tools.ts";
import type { Step, StepOutput } from "../../step/step.ts";

/** Definitions as the answer of a search takes them. */
type Definitions = OpenAI.Responses.ResponseToolSearchOutputItemParam["tools"];

/** A definition, and the namespace it stands in; null where it stands alone. */
interface Rendered {
  readonly tool: OpenAiFunction | OpenAiCustom;
  readonly namespace: OpenAiNamespace | null;
}

/** The tools of a step that a search can find, as the Responses API is given them, and the way back. */
export class FoundDefinitions {
  readonly #step: Step;
  #made: { readonly list: OpenAiTools; readonly byKey: ReadonlyMap<string, Rendered> } | null = null;

  constructor(step: Step) {
    this.#step = step;
  }

  /** The definitions that a search found, namespaces put together; null where its output is not that of one. */
  definitionsOf(output: StepOutput): Definitions | null {
    const found = foundTools(output);
    if (found === null) return null;
    const { byKey } = this.#rendered();
    const definitions: Definitions = [];
    const namespaces = new Map<string, OpenAiNamespace>();
    for (const key of found.map(toolKey)) {
      const rendered = byKey.get(key);
      if (rendered === undefined) continue;
      const { tool, namespace } = rendered;
      if (namespace === null) {
        definitions.push(tool);
        continue;
      }
      const begun = namespaces.get(namespace.name);
      if (begun !== undefined) begun.tools.push(tool);
      else {
        const first = { ...namespace, tools: [tool] };
        namespaces.set(namespace.name, first);
        definitions.push(first);
      }
    }
    return definitions;
  }

  /** The call that an item is: as it was read, or, where that names no tool of the step, of a tool that was found. */
  resolve(item: unknown, read: ModelCall | null): ModelCall | null {
    if (read === null || this.#step.plan.registry.get(read.namespace, read.name) !== undefined) return read;
    return this.#rendered().list.resolve(item) ?? read;
  }

  #rendered(): { readonly list: OpenAiTools; readonly byKey: ReadonlyMap<string, Rendered> } {
    if (this.#made !== null) return this.#made;
    const list = toOpenAiTools(findableSpecs(this.#step), { deferLoading: true });
    const byKey = new Map<string, Rendered>();
    const add = (tool: OpenAiFunction | OpenAiCustom, namespace: OpenAiNamespace | null): void => {
      const name = this.#nameOf(list, tool, namespace);
      if (name !== null) byKey.set(toolKey(name), { tool, namespace });
    };
    for (const entry of list.tools) {
      if (entry.type === "namespace") for (const tool of entry.tools) add(tool, entry);
      else if (entry.type === "function" || entry.type === "custom") add(entry, null);
    }
    this.#made = { list, byKey };
    return this.#made;
  }

  /** The tool that a definition is of: what a call of it would lead to. */
  #nameOf(
    { resolve }: OpenAiTools,
    { name }: OpenAiFunction | OpenAiCustom,
    namespace: OpenAiNamespace | null,
  ): FoundTool | null {
    const inNamespace = namespace === null ? {} : { namespace: namespace.name };
    return resolve({ type: "function_call", call_id: "", name, arguments: "", ...inNamespace });
  }
}
