import { DEFAULT_NAMESPACE } from "../../tools/index.ts";
import type { ApprovalMode, ToolAnnotations } from "../../tools/index.ts";
import type { ApprovalCall } from "./contract.ts";
import type { ApprovalFacts, ApprovalOptions } from "./options.ts";

/** Knows the mode of every tool. */
export class Modes {
  /** A map, since keys may be `__proto__` and the like. */
  readonly #modes: ReadonlyMap<string, ApprovalMode>;

  constructor(modes: ApprovalOptions["modes"]) {
    this.#modes = new Map(Object.entries(modes ?? {}));
  }

  factsOf({ need, tool, annotations }: ApprovalCall): ApprovalFacts {
    const set = need?.mode ?? this.#modes.get(toolKey(tool)) ?? this.#ofOwner(need?.owner);
    const mode = set ?? "auto";
    const needed = (need !== undefined || set !== undefined) && asksFor(mode, annotations);
    return { mode, needed };
  }

  #ofOwner(owner: string | undefined): ApprovalMode | undefined {
    return owner === undefined ? undefined : this.#modes.get(owner);
  }
}

/** `namespace/name`. A tool without a namespace is in the default one. */
export function toolKey({ namespace, name }: ApprovalCall["tool"]): string {
  return `${namespace === "" ? DEFAULT_NAMESPACE : namespace}/${name}`;
}

/** Whether a tool of this mode needs an approval. A hint that is missing counts as the worst; `idempotentHint` says nothing. */
function asksFor(mode: ApprovalMode, hints: ToolAnnotations): boolean {
  switch (mode) {
    case "approve":
      return false;
    case "prompt":
      return true;
    case "writes":
      return hints.readOnlyHint !== true;
    case "auto":
      // Read-only wins even over a tool that calls itself destructive as well.
      return hints.readOnlyHint !== true && (hints.destructiveHint !== false || hints.openWorldHint !== false);
  }
}
