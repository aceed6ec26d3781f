import { HttpFailure } from "./failure.ts";

const SDK_PREFIX = /^(?:Streamable HTTP error|SSE error|Error POSTing to endpoint|Failed to open SSE stream): /;
/** Says no more than the status does. */
const NO_MORE = /^Non-200 status code \(\d+\)$/;
const STREAM_ENDED = /^SSE stream disconnected: /;

/** An error of the SDK, or of ours, in words that hold no secret. An abort stays what it is. */
export function explainFailure(error: unknown, hide: (text: string) => string): Error {
  if (error instanceof HttpFailure) return error;
  if (!(error instanceof Error)) return new HttpFailure(hide(String(error)));
  if (error.name === "AbortError" || error.name === "TimeoutError") return error;
  if (error instanceof SyntaxError) return new HttpFailure("the answer is not JSON");
  if (error.name === "ZodError" || error.name === "$ZodError")
    return new HttpFailure("the answer is not an MCP message");
  const message = strip(error.message);
  const [first = ""] = hide(message).split("\n");
  const code: unknown = "code" in error ? error.code : undefined;
  const status = typeof code === "number" && code >= 100 ? code : undefined;
  if (status === undefined) return new HttpFailure(first);
  const more = first === "" || NO_MORE.test(first) ? "" : `: ${first}`;
  return new HttpFailure(`HTTP ${status}${more}`, { status });
}

function strip(message: string): string {
  const stripped = message.replace(SDK_PREFIX, "").replace(STREAM_ENDED, "the stream broke off: ");
  return stripped === message ? message : strip(stripped);
}
