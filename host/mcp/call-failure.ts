const REQUEST_TIMEOUT = -32001;
const SDK_PREFIX = /^MCP error -?\d+: /;

/**
 * Why a call got no result, in the words that models are trained on.
 *
 * @param error what the SDK rejected with.
 * @param closed whether the server is gone.
 * @param callMs the time that a call may take.
 */
export function callFailure(error: unknown, closed: boolean, callMs: number): string {
  if (closed) return "Transport closed";
  if (!(error instanceof Error)) return String(error);
  if (!("code" in error) || typeof error.code !== "number") return error.message;
  const message = error.message.replace(SDK_PREFIX, "");
  if (error.code === REQUEST_TIMEOUT && message === "Request timed out") {
    return `timed out awaiting tools/call after ${formatDuration(callMs)}`;
  }
  const data = "data" in error && error.data !== undefined ? `(${JSON.stringify(error.data)})` : "";
  return `Mcp error: ${error.code}: ${message}${data}`;
}

function formatDuration(ms: number): string {
  return ms < 1000 ? `${ms}ms` : `${ms / 1000}s`;
}
