import type { ToolExecutor } from "../../../tools/index.ts";
import type { DroppedTool } from "../../discovery/dropped-tool.ts";
import { mcpExecutor } from "../calls/executor.ts";
import type { CallTarget } from "../calls/executor.ts";
import type { ServerTool, ToolList } from "../client/list-tools.ts";
import type { CommonServerConfig } from "../server-config.ts";

/** What one server offers. */
export interface OfferedTools {
  /** Sorted by name; the same object while nothing of it has changed. */
  readonly executors: readonly ToolExecutor[];
  /** Tools that cannot be offered, and why. */
  readonly dropped: readonly DroppedTool[];
}

/** A name under which a model knows a tool of a server. */
export interface GivenName {
  readonly namespace: string;
  readonly name: string;
  readonly raw: string;
}

interface Made {
  readonly tool: ServerTool;
  readonly namespace: string;
  readonly name: string;
  readonly instructions: string;
  readonly made: ReturnType<typeof mcpExecutor>;
}

/**
 * The tools of one server. What has not changed stays the same object, so that nothing that was made of it has to be made
 * again: a schema is cleaned once, however often the server lists it.
 */
export class KnownTools {
  #list: ToolList = { tools: [], unusable: [] };
  #json = "";
  #offered: OfferedTools = { executors: [], dropped: [] };
  #made: ReadonlyMap<string, Made> = new Map();

  /** Takes what a server lists now. False when it lists what it did before. */
  update(list: ToolList, config: CommonServerConfig): boolean {
    const json = JSON.stringify(list);
    if (json === this.#json) return false;
    this.#json = json;
    const before = new Map(this.#list.tools.map((tool) => [tool.name, { tool, json: JSON.stringify(tool) }]));
    const tools = list.tools
      .filter(({ name }) => isWanted(name, config))
      .map((tool) => {
        const known = before.get(tool.name);
        return known?.json === JSON.stringify(tool) ? known.tool : tool;
      });
    this.#list = { tools, unusable: list.unusable };
    return true;
  }

  /** The server's own names of its tools. */
  get names(): readonly string[] {
    return this.#list.tools.map(({ name }) => name);
  }

  /** Its tools under these names. */
  offer(target: CallTarget, names: readonly GivenName[]): OfferedTools {
    const { instructions } = target;
    const source = `mcp:${target.name}`;
    const byName = new Map(this.#list.tools.map((tool) => [tool.name, tool]));
    const made = new Map<string, Made>();
    const executors: ToolExecutor[] = [];
    const dropped: DroppedTool[] = this.#list.unusable.map((one) => ({ namespace: "", source, ...one }));
    for (const { namespace, name, raw } of names) {
      const tool = byName.get(raw);
      if (tool === undefined) continue;
      const last = this.#made.get(raw);
      const key = { tool, namespace, name, instructions };
      const entry =
        last !== undefined && isSame(last, key) ? last : { ...key, made: mcpExecutor(target, tool, namespace, name) };
      made.set(raw, entry);
      if ("dropped" in entry.made) dropped.push({ namespace, name, source, reason: entry.made.dropped });
      else executors.push(entry.made);
    }
    this.#made = made;
    const last = this.#offered.executors;
    const unchanged = last.length === executors.length && last.every((one, index) => one === executors[index]);
    this.#offered = { executors: unchanged ? last : executors, dropped };
    return this.#offered;
  }
}

/** Both lists go by the server's own names; what is disabled is so even where it is enabled, too. */
function isWanted(name: string, { enabledTools, disabledTools = [] }: CommonServerConfig): boolean {
  return (enabledTools === undefined || enabledTools.includes(name)) && !disabledTools.includes(name);
}

function isSame(last: Made, now: Omit<Made, "made">): boolean {
  return (
    last.tool === now.tool &&
    last.namespace === now.namespace &&
    last.name === now.name &&
    last.instructions === now.instructions
  );
}
