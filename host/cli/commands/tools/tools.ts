import type { DroppedTool } from "../../../discovery/dropped-tool.ts";
import type { Host } from "../../../index.ts";
import type { Arguments } from "../../arguments.ts";
import { EXIT } from "../../exit-codes.ts";
import { printable } from "../../output/printable.ts";
import { serverProblems } from "../../output/server-problems.ts";
import { droppedList } from "./dropped-list.ts";
import { nestedTools, noTools } from "./nested-tools.ts";
import type { NestedTool } from "./nested-tools.ts";
import { withHost } from "../../running/with-host.ts";

const MIN_DESCRIPTION = 20;
const DEFAULT_COLUMNS = 120;

/**
 * `isocell tools`: lists what a script could call, and what was dropped; with `--tokens`, what the tools cost a model.
 * @param droppedBy the tools that a host had to leave out
 * Servers that do not work are told on standard error.
 * @throws {IsocellError} when the configuration or a required server fails.
 */
export async function listTools(
  { values, set }: Arguments,
  droppedBy: (host: Host) => readonly DroppedTool[] | Promise<readonly DroppedTool[]> = () => [],
): Promise<number> {
  return withHost(
    values["config"],
    async ({ host, configFile }) => {
      if (set.has("tokens")) return listTokens(host, configFile, set.has("json"));
      const tools = await nestedTools(host);
      process.stderr.write(serverProblems(host.servers()));
      const dropped = await droppedBy(host);
      if (set.has("json")) {
        printJson(toolEntries(tools, dropped));
        return EXIT.completed;
      }
      if (tools.length === 0) process.stderr.write(noTools(configFile));
      else process.stdout.write(toolTable(tools, process.stdout.columns ?? DEFAULT_COLUMNS));
      // Apart from the table, which lists what can be called and is often filtered.
      process.stderr.write(droppedList(dropped));
      return EXIT.completed;
    },
    { builtins: values["builtins"], scripts: false },
  );
}

async function listTokens(host: Host, configFile: string | undefined, json: boolean): Promise<number> {
  const [executors, { estimateModes }, { tokenTable }] = await Promise.all([
    host.listTools(),
    import("../../../discovery/estimate-modes.ts"),
    import("./token-table.ts"),
  ]);
  process.stderr.write(serverProblems(host.servers()));
  const estimates = estimateModes(executors);
  if (json) printJson(estimates);
  else if (executors.length === 0) process.stderr.write(noTools(configFile));
  else process.stdout.write(tokenTable(estimates));
  return EXIT.completed;
}

/** Two columns: the name in a script, and the first line of the description, cut to the width. */
export function toolTable(tools: readonly NestedTool[], columns: number): string {
  const left = Math.max(...tools.map(({ identifier }) => identifier.length));
  const room = Math.max(MIN_DESCRIPTION, columns - left - 2);
  return tools
    .map(({ identifier, executor }) => {
      const line = printable(executor.spec.description.trim().split("\n")[0] ?? "");
      const cut = line.length > room ? `${line.slice(0, room - 1)}…` : line;
      return `${identifier.padEnd(left)}  ${cut}`.trimEnd() + "\n";
    })
    .join("");
}

/** Entries of `--json`: tools have an `identifier`, those that were dropped have `dropped`, the reason, instead. */
export function toolEntries(
  tools: readonly NestedTool[],
  dropped: readonly DroppedTool[],
): readonly Readonly<Record<string, unknown>>[] {
  return [
    ...tools.map(({ identifier, executor }) => {
      const { type: _, ...spec } = executor.spec;
      return { identifier, kind: executor.kind, ...spec };
    }),
    ...dropped.map(({ namespace, name, source, reason }) => ({ namespace, name, source, dropped: reason })),
  ];
}

function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, undefined, 2)}\n`);
}
