// The one file that imports the MCP SDK, and only when a server is configured: loading it takes longer than a small run.
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage, ResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { NumberMap } from "../under-way/number-map.ts";
import type { ClientHandlers } from "./client/handlers.ts";

export type { Client as SdkClient, JSONRPCMessage, Transport };

/** What this package uses of the SDK at run time. */
export interface Sdk {
  /** A client that announces what the handlers can answer: elicitation of both kinds, and roots where there are any. */
  readonly newClient: (name: string, version: string, handlers: ClientHandlers) => Client;
  /**
   * Accepts every result as it is: the SDK's own schemas refuse unknown content and put keys in another order. That it is an
   * object the SDK has made sure of by then.
   */
  readonly anyResult: typeof ResultSchema;
  /** The parent's variables that are safe to hand to a server. */
  readonly defaultEnvironment: () => Record<string, string>;
}

/** All that the SDK asks of a schema that is not zod 4's. Its own for results makes another copy of each. */
const AS_IT_IS = { safeParse: (data: unknown) => ({ success: true, data }) } as const;

/** The timeout of a request that is measured elsewhere. */
export const NO_TIMEOUT_MS = 2_147_483_647;
/** Where the SDK's client keeps what belongs to its requests, by their numbers. */
const REQUEST_MAPS = ["_responseHandlers", "_progressHandlers", "_timeoutInfo"] as const;

/**
 * Takes from a new client what costs most where thousands of requests are under way: maps that make new tables all the time
 * (see {@link NumberMap}), and a timer for each request that needs none. These are inner parts of the SDK's; a client that
 * does not have them goes on as it is.
 */
function lightenRequests(client: Client): void {
  const parts = client as unknown as Record<string, unknown>;
  for (const name of REQUEST_MAPS) if (parts[name] instanceof Map) parts[name] = new NumberMap();
  const setUp = parts["_setupTimeout"];
  if (typeof setUp !== "function") return;
  parts["_setupTimeout"] = (request: number, timeoutMs: number, ...rest: readonly unknown[]): void => {
    if (timeoutMs !== NO_TIMEOUT_MS) Reflect.apply(setUp, client, [request, timeoutMs, ...rest]);
  };
}

/** Loads the SDK. */
export async function loadSdk(): Promise<Sdk> {
  const [client, types, stdio] = await Promise.all([
    import("@modelcontextprotocol/sdk/client/index.js"),
    import("@modelcontextprotocol/sdk/types.js"),
    import("@modelcontextprotocol/sdk/client/stdio.js"),
  ]);
  return {
    newClient: (name, version, handlers) => {
      // Sampling is not offered: the models here are the embedder's.
      const { roots } = handlers;
      const capabilities = { elicitation: { form: {}, url: {} }, ...(roots === null ? {} : { roots: {} }) };
      const made = new client.Client({ name, version }, { capabilities });
      lightenRequests(made);
      made.setRequestHandler(types.ElicitRequestSchema, async ({ params }, { signal }) => {
        const answer = await handlers.onElicit(params, signal);
        if ("problem" in answer) throw new types.McpError(types.ErrorCode.InvalidParams, answer.problem);
        const { action, content } = answer;
        return { action, ...(content === undefined ? {} : { content: { ...content } }) };
      });
      if (roots !== null) made.setRequestHandler(types.ListRootsRequestSchema, () => ({ roots: [...roots] }));
      made.setNotificationHandler(types.LoggingMessageNotificationSchema, ({ params }) => handlers.onLog(params));
      made.setNotificationHandler(types.ToolListChangedNotificationSchema, () => handlers.onToolsChanged());
      return made;
    },
    anyResult: AS_IT_IS as unknown as typeof types.ResultSchema,
    defaultEnvironment: stdio.getDefaultEnvironment,
  };
}
