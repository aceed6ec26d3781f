import type { Arguments } from "../../arguments.ts";
import { EXIT } from "../../exit-codes.ts";
import { parseDuration } from "../../input/duration.ts";
import { StopSignals } from "../../running/stop-signals.ts";
import { findHttpServer } from "./http-server.ts";
import { openBrowser } from "./open-browser.ts";

const TIMEOUT_MS = 5 * 60_000;

/**
 * `isocell login`: logs in at a server with OAuth, in the user's browser.
 * @throws {UsageError} for a server that there is no login for.
 * @throws {IsocellError} when the login does not come about.
 */
export async function login({ values, positionals }: Arguments): Promise<number> {
  const timeoutMs = values["timeout"] === undefined ? TIMEOUT_MS : parseDuration(values["timeout"], "--timeout");
  const { name, config, store } = await findHttpServer(positionals[0], values["config"]);
  const signals = new StopSignals();
  const { login: logIn } = await import("../../../mcp/oauth/login.ts");
  try {
    const show = (page: URL): void => void tell(page);
    await logIn({ server: name, config, variables: process.env, store, show, signal: signals.signal, timeoutMs });
  } catch (error) {
    if (signals.exitCode !== undefined) return signals.exitCode;
    throw error;
  }
  process.stderr.write(`Logged in at ${name}.\n`);
  return EXIT.completed;
}

/** The address is always printed: the browser that opens may be the wrong one. */
async function tell(page: URL): Promise<void> {
  const opened = await openBrowser(page);
  process.stderr.write(
    `${opened ? "A browser was opened. If it shows nothing, open" : "Open"} this page to log in:\n${page.href}\n`,
  );
}
