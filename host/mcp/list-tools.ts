import type { JsonSchema, ToolAnnotations } from "../../tools/index.ts";
import type { Sdk, SdkClient } from "./sdk.ts";

/** A tool as its server describes it, with schemas as they were sent. */
export interface ServerTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations: ToolAnnotations;
}

/** What bounds one request. */
export interface RequestLimits {
  readonly signal: AbortSignal;
  /** Milliseconds. */
  readonly timeout: number;
}

/**
 * All pages of `tools/list`. `limits` is asked anew for each page.
 * @throws {Error} when an answer has the wrong shape, or the pages never end.
 */
export async function listTools(sdk: Sdk, client: SdkClient, limits: () => RequestLimits): Promise<ServerTool[]> {
  if (client.getServerCapabilities()?.tools === undefined) return [];
  const tools: ServerTool[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const request = { method: "tools/list" as const, params: cursor === undefined ? {} : { cursor } };
    const page = await client.request(request, sdk.anyResult, limits());
    if (!Array.isArray(page["tools"])) throw new Error("the answer has no array `tools`");
    tools.push(...page["tools"].map(parseTool));
    cursor = typeof page["nextCursor"] === "string" ? page["nextCursor"] : undefined;
    if (cursor !== undefined && seen.has(cursor))
      throw new Error(`the server sent the cursor ${JSON.stringify(cursor)} twice`);
    if (cursor !== undefined) seen.add(cursor);
  } while (cursor !== undefined);
  return tools;
}

function parseTool(value: unknown, index: number): ServerTool {
  if (!isRecord(value) || typeof value["name"] !== "string") throw new Error(`tool ${index} of a page has no name`);
  const { name, description, inputSchema, outputSchema, annotations, title } = value;
  return {
    name,
    description: typeof description === "string" ? description : "",
    inputSchema: isRecord(inputSchema) ? inputSchema : { type: "object" },
    ...(isRecord(outputSchema) ? { outputSchema } : {}),
    annotations: isRecord(annotations) ? parseAnnotations(annotations, title) : parseAnnotations({}, title),
  };
}

/** Hints that are no booleans count as missing, and so as the worst. */
function parseAnnotations(value: Readonly<Record<string, unknown>>, title: unknown): ToolAnnotations {
  const hints = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] as const;
  const known = hints.filter((hint) => typeof value[hint] === "boolean").map((hint) => [hint, value[hint]] as const);
  const named = [title, value["title"]].find((candidate) => typeof candidate === "string");
  return { ...Object.fromEntries(known), ...(named === undefined ? {} : { title: named }) };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
