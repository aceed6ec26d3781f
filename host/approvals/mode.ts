import { DEFAULT_NAMESPACE } from "../../tools/index.ts";
import type { ApprovalMode, ApprovalNeed, ToolAnnotations } from "../../tools/index.ts";
import type { ApprovalCall } from "./contract.ts";
import type { ApprovalFacts, ApprovalOptions } from "./options.ts";

/** Knows the mode of every tool. */
export class Modes {
  /** A map, since keys may be `__proto__` and the like. */
  readonly #modes: ReadonlyMap<string, ApprovalMode>;

  constructor(modes: ApprovalOptions["modes"]) {
    this.#modes = new Map(Object.entries(modes ?? {}));
  }

  factsOf({ need, tool, annotations, input }: ApprovalCall): ApprovalFacts {
    const set = need?.mode ?? this.#modes.get(toolKey(tool)) ?? this.#ofOwner(need?.owner);
    const mode = set ?? "auto";
    const told = neededBy(need, input);
    if (told === "explicit") return { mode, needed: true, explicit: true };
    // A mode that somebody set counts for all calls of the tool.
    if (told !== undefined && set === undefined) return { mode, needed: told };
    return { mode, needed: (need !== undefined || set !== undefined) && asksFor(mode, annotations) };
  }

  #ofOwner(owner: string | undefined): ApprovalMode | undefined {
    return owner === undefined ? undefined : this.#modes.get(owner);
  }
}

/** What the tool says of this very call; undefined where it says nothing, or nothing usable. */
function neededBy(need: ApprovalNeed | undefined, input: unknown): boolean | "explicit" | undefined {
  try {
    const told: unknown = need?.needed?.(input);
    return typeof told === "boolean" || told === "explicit" ? told : undefined;
  } catch {
    return undefined;
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
