import { IsocellError } from "../../../../protocol/index.ts";
import type { Exposure, ToolExecutor } from "../../../../tools/index.ts";
import { dottedName, isDefaultNamespace, Registry, toolKey } from "../../registry.ts";
import type { PlanReport } from "../types.ts";

const SEARCH = "tool_search";
/** Names of the host's own tools. What comes from elsewhere never gets them, even where they are free. */
const RESERVED: ReadonlySet<string> = new Set(["exec_command", "shell_command", "exec", "wait", SEARCH]);

/** Which names the tools will need that are put around all others. */
export interface MountedNames {
  /** `exec` and `wait`. */
  readonly codeMode: boolean;
  /** `tool_search`, and the namespace of that name. */
  readonly search: boolean;
}

/**
 * Lets tools into a step's registry, one source after the other. A name is given once: trusted sources are refused a
 * second tool of the same name, other sources step back.
 */
export class Admission {
  readonly registry: Registry = new Registry();
  readonly exposures: Map<ToolExecutor, Exposure> = new Map();
  /** Who each tool came from. */
  readonly sources: Map<ToolExecutor, string> = new Map();
  readonly reports: PlanReport[] = [];
  /** Full names, in the order in which they were found. */
  readonly collisions: string[] = [];
  readonly #mounted: MountedNames;

  constructor(mounted: MountedNames) {
    this.#mounted = mounted;
  }

  /** Throws an IsocellError `duplicate_tool`. */
  addTrusted(source: string, executor: ToolExecutor, exposure: Exposure): void {
    const { namespace, name } = executor;
    if (this.#isMounted(namespace, name)) {
      throw new IsocellError(
        "duplicate_tool",
        `The name ${dottedName(namespace, name)} is taken by a tool of the host in this mode. Rename your tool.`,
        { data: { name, namespace } },
      );
    }
    this.#admit(source, executor, exposure);
  }

  addExternal(source: string, executor: ToolExecutor, exposure: Exposure): void {
    const { namespace, name } = executor;
    const reason = this.#objection(namespace, name);
    if (reason !== null) {
      this.collisions.push(dottedName(namespace, name));
      this.reports.push({ kind: "dropped", source, namespace, name, reason });
      return;
    }
    this.#admit(source, executor, exposure);
  }

  #admit(source: string, executor: ToolExecutor, exposure: Exposure): void {
    this.registry.add(executor);
    this.exposures.set(executor, exposure);
    this.sources.set(executor, source);
  }

  #objection(namespace: string, name: string): string | null {
    if (this.registry.get(namespace, name) !== undefined) return "another tool has this name";
    if (namespace === SEARCH) return `the namespace ${SEARCH} is reserved`;
    return isDefaultNamespace(namespace) && RESERVED.has(name) ? "this name is reserved" : null;
  }

  #isMounted(namespace: string, name: string): boolean {
    const { codeMode, search } = this.#mounted;
    const key = toolKey(namespace, name);
    if (search && (namespace === SEARCH || key === toolKey("", SEARCH))) return true;
    return codeMode && (key === toolKey("", "exec") || key === toolKey("", "wait"));
  }
}
