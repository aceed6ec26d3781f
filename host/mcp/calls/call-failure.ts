import { CallTimeout } from "./call-clock.ts";

const SDK_PREFIX = /^MCP error -?\d+: /;

/** A call whose server is not there; the message says what can be expected of it. */
export class TransportClosed extends Error {
  override readonly name: string = "TransportClosed";
}

/**
 * Why a request got no result, in the words that models are trained on. Error codes of the protocol come out as the server
 * sent them.
 *
 * @param error what the request rejected with.
 */
export function callFailure(error: unknown): string {
  if (error instanceof CallTimeout || error instanceof TransportClosed) return error.message;
  if (!(error instanceof Error)) return String(error);
  if (!("code" in error) || typeof error.code !== "number") return error.message;
  const message = error.message.replace(SDK_PREFIX, "");
  const data = "data" in error && error.data !== undefined ? `(${JSON.stringify(error.data)})` : "";
  return `Mcp error: ${error.code}: ${message}${data}`;
}
