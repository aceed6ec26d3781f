import type { Sdk, SdkClient } from "../sdk.ts";

/** What bounds one request. */
export interface RequestLimits {
  readonly signal: AbortSignal;
  /** Milliseconds. */
  readonly timeout: number;
}

/** A list of the protocol: its method, and the field of an answer that holds the entries. */
export interface ListKind {
  readonly method: "tools/list" | "resources/list" | "resources/templates/list" | "prompts/list";
  readonly field: "tools" | "resources" | "resourceTemplates" | "prompts";
}

/** One answer to a request for a list. */
export interface Page {
  readonly entries: readonly unknown[];
  readonly nextCursor?: string;
}

/** More is of no use to anybody, and would only fill memory. */
const MAX_ENTRIES = 100_000;

/** One page. Throws an Error when the answer has the wrong shape. */
export async function listPage(
  sdk: Sdk,
  client: SdkClient,
  { method, field }: ListKind,
  cursor: string | undefined,
  limits: RequestLimits,
): Promise<Page> {
  const request = { method, params: cursor === undefined ? {} : { cursor } };
  const page = await client.request(request, sdk.anyResult, limits);
  const entries: unknown = page[field];
  if (!Array.isArray(entries)) throw new Error(`the answer has no array \`${field}\``);
  const { nextCursor } = page;
  return { entries, ...(typeof nextCursor === "string" ? { nextCursor } : {}) };
}

/**
 * All pages of a list. `limits` is asked anew for each page.
 * @throws {Error} when an answer has the wrong shape, or the pages never end.
 */
export async function listAll(
  sdk: Sdk,
  client: SdkClient,
  kind: ListKind,
  limits: () => RequestLimits,
): Promise<unknown[]> {
  const entries: unknown[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const page = await listPage(sdk, client, kind, cursor, limits());
    for (const entry of page.entries) entries.push(entry);
    if (entries.length > MAX_ENTRIES || seen.size > MAX_ENTRIES) {
      throw new Error(`the list has more than ${MAX_ENTRIES} entries`);
    }
    cursor = page.nextCursor;
    if (cursor !== undefined && seen.has(cursor))
      throw new Error(`the server sent the cursor ${JSON.stringify(cursor)} twice`);
    if (cursor !== undefined) seen.add(cursor);
  } while (cursor !== undefined);
  return entries;
}
