import type { Readable, Writable } from "node:stream";
import type { ClientParts } from "../session/client-session.ts";
import { ClientSession } from "../session/client-session.ts";

/** One client on a pair of streams. */
export interface StdioServing {
  readonly client: ClientSession;
  /** Settles when the client is gone and nothing of it is left. */
  readonly closed: Promise<void>;
}

/** Serves one client until its stream ends. */
export async function serveStdio(
  parts: Omit<ClientParts, "onClosed" | "hasOwnStream">,
  input: Readable,
  output: Writable,
): Promise<StdioServing> {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const client = new ClientSession({ ...parts, hasOwnStream: () => true, onClosed: resolve });
  const transport = parts.sdk.newStdioTransport(input, output, parts.settings.maxMessageBytes);
  const end = (): void => void client.close();
  // The transport itself does not look for the end of its streams.
  input.once("end", end).once("close", end).once("error", end);
  output.once("close", end).once("error", end);
  await client.connect(transport);
  return { client, closed };
}
