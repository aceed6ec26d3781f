import type { StdioServerConfig } from "../server-config.ts";
import type { ServerLink, StartAttempt } from "../server-link.ts";
import { ServerProcess } from "./server-process.ts";
import { describeExit, startError } from "./start-error.ts";
import { StdioTransport } from "./stdio-transport.ts";

/**
 * Starts a server's process and talks to it over its standard streams. Throws what `spawn` throws.
 *
 * @param environment all its variables but those that its configuration sets.
 */
export function openStdioLink(
  server: string,
  config: StdioServerConfig,
  environment: Readonly<Record<string, string>>,
): ServerLink {
  const child = new ServerProcess(config, { ...environment, ...config.env });
  const transport = new StdioTransport(child);
  const failStart = async (attempt: StartAttempt): Promise<ReturnType<typeof startError>> => {
    // A write to a server that has just ended fails before its exit is known. Later exits are of our own making.
    if (isBrokenPipe(attempt.cause)) await child.drained();
    const exit = attempt.timedOut ? undefined : child.exit;
    await child.close();
    const { noise, failure: hungUp } = transport;
    return startError({ server, config, ...attempt, exit, stderrTail: child.stderrTail, noise, hungUp });
  };
  return {
    transport,
    started: () => child.started(),
    markWorking: () => child.markWorking(),
    stderrTail: () => child.stderrTail,
    endReason: () => {
      if (transport.failure !== undefined) return `was disconnected: ${transport.failure}`;
      return child.exit === undefined ? undefined : `ended ${describeExit(child.exit)}`;
    },
    failStart,
    close: () => child.close(),
  };
}

function isBrokenPipe(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "EPIPE" || error.code === "ERR_STREAM_DESTROYED");
}
