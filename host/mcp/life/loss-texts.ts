/** What a model reads of a call to a server that has ended and will be back. */
export function restartingText(lost: string, waitMs: number, overHttp: boolean): string {
  const when = waitMs > 0 ? `in about ${Math.ceil(waitMs / 100) / 10} s` : "right now";
  const next = overHttp ? "is connected to anew" : "is started again";
  return `Transport closed\n    The server ${lost} and ${next} ${when}. Call again after that.`;
}

/** What whoever runs the server is told of its end. */
export function lossMessage(server: string, lost: string, stderrTail: string): string {
  const printed = stderrTail.trimEnd();
  const lines = [`MCP server "${server}" ${lost}.`];
  if (printed !== "") {
    lines.push("Its last output on standard error:", ...printed.split("\n").map((line) => `  | ${line}`));
  }
  return lines.join("\n");
}
