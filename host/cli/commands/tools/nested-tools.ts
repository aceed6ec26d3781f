import type { ToolExecutor } from "../../../../tools/index.ts";
import type { Host } from "../../../index.ts";
import { createCatalog } from "../../../step/catalog.ts";

/** A tool and the name under which a script finds it on `tools`. */
export interface NestedTool {
  readonly identifier: string;
  readonly executor: ToolExecutor;
}

/** The tools that a script could call, in their order on `tools`. Waits for MCP servers. */
export async function nestedTools(host: Host): Promise<NestedTool[]> {
  const { frame, executors } = createCatalog(await host.listNestedTools(), false);
  return executors.map((executor, index) => ({ identifier: frame.tools[index]?.[0] ?? executor.name, executor }));
}

/** What to print where there is no tool. */
export function noTools(configFile: string | undefined): string {
  return configFile === undefined
    ? "There are no tools: there is no isocell.json in this folder; --config FILE names another configuration.\n"
    : `There are no tools: ${configFile} names no MCP server and no module that gives a script one.\n`;
}
