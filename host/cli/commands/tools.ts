import type { Arguments } from "../arguments.ts";
import { EXIT } from "../exit-codes.ts";
import { nestedTools, noTools } from "./nested-tools.ts";
import type { NestedTool } from "./nested-tools.ts";
import { withHost } from "./with-host.ts";

const MIN_DESCRIPTION = 20;
const DEFAULT_COLUMNS = 120;

/**
 * `isocell tools`: lists what a script could call.
 * @throws {IsocellError} when the configuration or a server fails.
 */
export async function listTools({ values, set }: Arguments): Promise<number> {
  return withHost(values["config"], async ({ host, configFile }) => {
    const tools = await nestedTools(host);
    if (set.has("json")) process.stdout.write(`${JSON.stringify(tools.map(toJson), undefined, 2)}\n`);
    else if (tools.length === 0) process.stderr.write(noTools(configFile));
    else process.stdout.write(toolTable(tools, process.stdout.columns ?? DEFAULT_COLUMNS));
    return EXIT.completed;
  });
}

/** Two columns: the name in a script, and the first line of the description, cut to the width. */
export function toolTable(tools: readonly NestedTool[], columns: number): string {
  const left = Math.max(...tools.map(({ identifier }) => identifier.length));
  const room = Math.max(MIN_DESCRIPTION, columns - left - 2);
  return tools
    .map(({ identifier, executor }) => {
      const [line = ""] = executor.spec.description.trim().split("\n");
      const cut = line.length > room ? `${line.slice(0, room - 1)}…` : line;
      return `${identifier.padEnd(left)}  ${cut}`.trimEnd() + "\n";
    })
    .join("");
}

function toJson({ identifier, executor }: NestedTool): Record<string, unknown> {
  const { type: _, ...spec } = executor.spec;
  return { identifier, kind: executor.kind, ...spec };
}
