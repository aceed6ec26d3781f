// The one file that imports the MCP SDK, and only when a server is configured: loading it takes longer than a small run.
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage, ResultSchema } from "@modelcontextprotocol/sdk/types.js";

export type { Client as SdkClient, JSONRPCMessage, Transport };

/** What this package uses of the SDK at run time. */
export interface Sdk {
  readonly newClient: (name: string, version: string) => Client;
  /** Accepts every result as it is: the SDK's own schemas refuse unknown content and put keys in another order. */
  readonly anyResult: typeof ResultSchema;
  /** The parent's variables that are safe to hand to a server. */
  readonly defaultEnvironment: () => Record<string, string>;
}

/** Loads the SDK. */
export async function loadSdk(): Promise<Sdk> {
  const [client, types, stdio] = await Promise.all([
    import("@modelcontextprotocol/sdk/client/index.js"),
    import("@modelcontextprotocol/sdk/types.js"),
    import("@modelcontextprotocol/sdk/client/stdio.js"),
  ]);
  return {
    newClient: (name, version) => new client.Client({ name, version }),
    anyResult: types.ResultSchema,
    defaultEnvironment: stdio.getDefaultEnvironment,
  };
}
