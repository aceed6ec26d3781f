import type { HostOptions, Mode } from "../../options.ts";
import type { ServeOptions } from "../../serve/index.ts";
import type { Arguments } from "../arguments.ts";
import { EXIT } from "../exit-codes.ts";
import { serverWarning } from "../output/server-problems.ts";
import { UsageError } from "../usage-error.ts";
import { parseDuration } from "../input/duration.ts";
import type { CommandHost } from "../running/with-host.ts";
import { withHost } from "../running/with-host.ts";

const MODES: readonly Mode[] = ["code-only", "code", "direct"];
/** How long a first list waits for servers: some clients ask for one only once, and none waits for more than a minute. */
const SERVER_GRACE_MS = 10_000;
/** Flags that mean something over HTTP only. */
const HTTP_FLAGS = ["host", "token-env", "allow-host", "allow-origin"] as const;

/**
 * `isocell serve`: serves the configuration's tools over MCP until the client goes or a signal comes, and answers the exit
 * code.
 * @throws {UsageError} for a flag with a wrong value.
 * @throws {IsocellError} when the configuration or a server fails, or the port cannot be listened on.
 */
export async function serve({ values }: Arguments): Promise<number> {
  const options = serveOptions(values);
  const mode = readMode(values["mode"]);
  // Before any tool module of the configuration is loaded: it may write as soon as it is.
  const guard = options.http === undefined ? (await import("../../serve/stdio/guard-stdout.ts")).guardStdout() : null;
  const streams = guard === null ? {} : { stdio: { input: process.stdin, output: guard.output } };
  try {
    return await withHost(values["config"], (command) => serveUntilStopped(command, { ...options, ...streams }), {
      pool: {},
      builtins: values["builtins"],
      adjust: (configured: HostOptions) => adjusted(configured, mode),
    });
  } finally {
    guard?.release();
  }
}

/** What is not set in any other way is what the command is for: many tools behind few, all of them in the first list. */
function adjusted(configured: HostOptions, mode: Mode | undefined): HostOptions {
  return { mode: mode ?? configured.mode ?? "code-only", mcp: { graceMs: SERVER_GRACE_MS, ...configured.mcp } };
}

async function serveUntilStopped({ host, options, stop }: CommandHost, wanted: ServeOptions): Promise<number> {
  const { serveMcp } = await import("../../serve/index.ts");
  // A limit of the configuration's own holds as it is.
  const limited = options.limits?.maxYieldTimeMs !== undefined && wanted.maxYieldTimeMs === undefined;
  const serving = await serveMcp(host, limited ? { ...wanted, maxYieldTimeMs: null } : wanted);
  const unsubscribe = host.subscribe((event) => {
    // A required one that does not start ends it all, with the same words. Those in vain that follow a loss say nothing new.
    if (event.type !== "server/failed" || event.during === "restart") return;
    const required = host.servers().some((one) => one.server === event.server && one.required);
    if (event.during !== "start" || !required) process.stderr.write(serverWarning(event.message));
  });
  const onStop = (): void => void serving.close();
  stop.addEventListener("abort", onStop, { once: true });
  if (stop.aborted) onStop();
  if (serving.url !== null) process.stdout.write(`${serving.url}\n`);
  try {
    // Clients are answered while servers start; one that has to be there and does not start ends it all.
    await Promise.race([serving.closed, failureOf(host.listTools())]);
  } finally {
    unsubscribe();
    await serving.close();
  }
  return EXIT.completed;
}

/** Never settles but with a failure. */
function failureOf(work: Promise<unknown>): Promise<never> {
  return new Promise((_resolve, reject) => {
    work.catch(reject);
  });
}

function serveOptions(values: Arguments["values"]): ServeOptions {
  const { http } = values;
  const misplaced = http === undefined ? HTTP_FLAGS.find((flag) => values[flag] !== undefined) : undefined;
  if (misplaced !== undefined) throw new UsageError(`--${misplaced} is about HTTP: give --http PORT, too`);
  const yieldTimeMs = values["yield"] === undefined ? {} : { yieldTimeMs: parseDuration(values["yield"], "--yield") };
  const maxYield = values["max-yield"];
  const tokens = values["description-tokens"];
  return {
    ...yieldTimeMs,
    ...(maxYield === undefined ? {} : { maxYieldTimeMs: parseDuration(maxYield, "--max-yield") }),
    ...(tokens === undefined ? {} : { descriptionTokens: wholeNumber(tokens, "--description-tokens") }),
    ...(http === undefined ? {} : { http: httpOptions(wholeNumber(http, "--http"), values) }),
  };
}

function httpOptions(port: number, values: Arguments["values"]): NonNullable<ServeOptions["http"]> {
  const tokenName = values["token-env"];
  const token = tokenName === undefined ? undefined : process.env[tokenName];
  if (tokenName !== undefined && (token === undefined || token === "")) {
    throw new UsageError(`--token-env names ${tokenName}, which is not set in the environment`);
  }
  return {
    port,
    ...(values["host"] === undefined ? {} : { hostname: values["host"] }),
    ...(token === undefined ? {} : { token }),
    allowedHosts: listOf(values["allow-host"]),
    allowedOrigins: listOf(values["allow-origin"]),
  };
}

function readMode(value: string | undefined): Mode | undefined {
  const mode = MODES.find((known) => known === value);
  if (value !== undefined && mode === undefined) {
    throw new UsageError(`--mode expects ${MODES.join(", ")}, not ${JSON.stringify(value)}`);
  }
  return mode;
}

function wholeNumber(text: string, flag: string): number {
  const value = Number(text);
  if (/^\d+$/u.test(text) && Number.isSafeInteger(value)) return value;
  throw new UsageError(`${flag} expects a whole number, not ${JSON.stringify(text)}`);
}

function listOf(text: string | undefined): readonly string[] {
  return (text ?? "")
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}
