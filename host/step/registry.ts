import { IsocellError } from "../../protocol/index.ts";
import type { ToolExecutor } from "../../tools/index.ts";

/** Namespace that stands for none, as models write it. */
const DEFAULT_NAMESPACE = "functions";

/** Ordered map from namespace and name to executor. A name registered twice is an error, never an overwrite. */
export class Registry {
  readonly #executors: Map<string, ToolExecutor> = new Map();

  /** Throws an IsocellError `duplicate_tool`. */
  add(executor: ToolExecutor): void {
    const key = keyOf(executor.namespace, executor.name);
    if (this.#executors.has(key)) {
      const name = executor.namespace === "" ? executor.name : `${executor.namespace}/${executor.name}`;
      throw new IsocellError(
        "duplicate_tool",
        `Two tools are called ${name}. Rename one of them or give it a namespace.`,
        {
          data: { name: executor.name, namespace: executor.namespace },
        },
      );
    }
    this.#executors.set(key, executor);
  }

  get(namespace: string, name: string): ToolExecutor | undefined {
    return this.#executors.get(keyOf(namespace, name));
  }

  /** In registration order. */
  list(): readonly ToolExecutor[] {
    return [...this.#executors.values()];
  }
}

function keyOf(namespace: string, name: string): string {
  return `${namespace === DEFAULT_NAMESPACE ? "" : namespace}\0${name}`;
}
