import { IsocellError } from "../../protocol/index.ts";
import { DEFAULT_NAMESPACE } from "../../tools/index.ts";
import type { ToolExecutor } from "../../tools/index.ts";

/** Ordered map from namespace and name to executor. A name registered twice is an error, never an overwrite. */
export class Registry {
  readonly #executors: Map<string, ToolExecutor> = new Map();

  /** Throws an IsocellError `duplicate_tool`. */
  add(executor: ToolExecutor): void {
    const { namespace, name } = executor;
    const key = toolKey(namespace, name);
    if (this.#executors.has(key)) {
      const shown = isDefaultNamespace(namespace) ? name : `${namespace}/${name}`;
      throw new IsocellError(
        "duplicate_tool",
        `Two tools are called ${shown}. Rename one of them or give it a namespace.`,
        { data: { name, namespace } },
      );
    }
    this.#executors.set(key, executor);
  }

  get(namespace: string, name: string): ToolExecutor | undefined {
    return this.#executors.get(toolKey(namespace, name));
  }

  /** In registration order. */
  list(): readonly ToolExecutor[] {
    return [...this.#executors.values()];
  }
}

/** Whether a namespace stands for none: models also write it out. */
export function isDefaultNamespace(namespace: string): boolean {
  return namespace === "" || namespace === DEFAULT_NAMESPACE;
}

/** The same for all spellings of one tool's name, and for no other tool. */
export function toolKey(namespace: string, name: string): string {
  return `${isDefaultNamespace(namespace) ? "" : namespace}\0${name}`;
}

/** A full name in texts for people: `functions.exec_command`, `mcp__files.read`. */
export function dottedName(namespace: string, name: string): string {
  return `${namespace === "" ? DEFAULT_NAMESPACE : namespace}.${name}`;
}
