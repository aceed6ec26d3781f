import type { JsonSchema, ToolAnnotations } from "../../../tools/index.ts";
import type { Sdk, SdkClient } from "../sdk.ts";
import { listAll } from "./list-pages.ts";
import type { RequestLimits } from "./list-pages.ts";

/** A tool as its server describes it, with schemas as they were sent. */
export interface ServerTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations: ToolAnnotations;
}

/** What a server lists: its tools, and entries that are none. */
export interface ToolList {
  readonly tools: readonly ServerTool[];
  /** Why an entry is left out, with the name it gave itself if it did. */
  readonly unusable: readonly { readonly name: string; readonly reason: string }[];
}

/**
 * All pages of `tools/list`.
 * @throws {Error} when an answer has the wrong shape, or the pages never end.
 */
export async function listTools(sdk: Sdk, client: SdkClient, limits: () => RequestLimits): Promise<ToolList> {
  if (client.getServerCapabilities()?.tools === undefined) return { tools: [], unusable: [] };
  const entries = await listAll(sdk, client, { method: "tools/list", field: "tools" }, limits);
  const tools = new Map<string, ServerTool>();
  const unusable: { readonly name: string; readonly reason: string }[] = [];
  for (const [index, entry] of entries.entries()) {
    if (!isRecord(entry) || typeof entry["name"] !== "string") {
      unusable.push({ name: "", reason: `entry ${index + 1} of the server's list has no name` });
    } else if (tools.has(entry["name"])) {
      unusable.push({ name: entry["name"], reason: "the server lists this name more than once; the first one counts" });
    } else if (isRecord(entry["execution"]) && entry["execution"]["taskSupport"] === "required") {
      unusable.push({ name: entry["name"], reason: "it runs only as a task of the server, which is not supported" });
    } else {
      const tool = readTool(entry["name"], entry);
      if (isWritable(tool)) tools.set(tool.name, tool);
      else unusable.push({ name: tool.name, reason: "its description is nested too deeply" });
    }
  }
  return { tools: [...tools.values()], unusable };
}

function readTool(name: string, entry: Readonly<Record<string, unknown>>): ServerTool {
  const { description, inputSchema, outputSchema, annotations, title } = entry;
  return {
    name,
    description: typeof description === "string" ? description : "",
    inputSchema: isRecord(inputSchema) ? inputSchema : { type: "object" },
    ...(isRecord(outputSchema) ? { outputSchema } : {}),
    annotations: isRecord(annotations) ? readAnnotations(annotations, title) : readAnnotations({}, title),
  };
}

/** Hints that are no booleans count as missing, and so as the worst. */
function readAnnotations(value: Readonly<Record<string, unknown>>, title: unknown): ToolAnnotations {
  const hints = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] as const;
  const known = hints.filter((hint) => typeof value[hint] === "boolean").map((hint) => [hint, value[hint]] as const);
  const named = [title, value["title"]].find((candidate) => typeof candidate === "string");
  return { ...Object.fromEntries(known), ...(named === undefined ? {} : { title: named }) };
}

/** What was read can be nested more deeply than anything that looks at it could bear. */
function isWritable(tool: ServerTool): boolean {
  try {
    return JSON.stringify(tool) !== "";
  } catch {
    return false;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
