import type { StdioServerConfig } from "../server-config.ts";
import type { ServerLink, StartAttempt } from "../server-link.ts";
import { ServerProcess } from "./server-process.ts";
import { startError } from "./start-error.ts";
import { StdioTransport } from "./stdio-transport.ts";

/** Starts a server's process and talks to it over its standard streams. Throws what `spawn` throws. */
export function openStdioLink(
  server: string,
  config: StdioServerConfig,
  environment: Readonly<Record<string, string>>,
): ServerLink {
  const process = new ServerProcess(config, { ...environment, ...config.env });
  const transport = new StdioTransport(process);
  const failStart = async (attempt: StartAttempt): Promise<ReturnType<typeof startError>> => {
    // A write to a server that has just ended fails before its exit is known. Later exits are of our own making.
    if (isBrokenPipe(attempt.cause)) await process.drained();
    const exit = attempt.timedOut ? undefined : process.exit;
    await process.close();
    const { noise, failure: hungUp } = transport;
    return startError({ server, config, ...attempt, exit, stderrTail: process.stderrTail, noise, hungUp });
  };
  return {
    transport,
    started: () => process.started(),
    markWorking: () => process.markWorking(),
    stderrTail: () => process.stderrTail,
    failStart,
    close: () => process.close(),
  };
}

function isBrokenPipe(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "EPIPE" || error.code === "ERR_STREAM_DESTROYED");
}
