import { IsocellError } from "../../../protocol/index.ts";
import { hasOwnAuthorization } from "../http/configured-token.ts";
import { HttpFailure, networkFailure } from "../http/texts/failure.ts";
import { requestHeaders } from "../http/request-headers.ts";
import type { Variables } from "../http/request-headers.ts";
import { Secrets } from "../http/texts/secrets.ts";
import type { HttpServerConfig } from "../server-config.ts";
import { authFetch } from "./auth-fetch.ts";
import { configuredClient } from "./configured-client.ts";
import type { LoginStore } from "./login-store.ts";
import { openLoopback } from "./loopback.ts";
import type { Loopback } from "./loopback.ts";
import { LoginProvider } from "./provider.ts";
import { loadOAuthSdk } from "./sdk-oauth.ts";
import type { OAuthSdk } from "./sdk-oauth.ts";

/** What a login needs. */
export interface LoginOptions {
  readonly server: string;
  readonly config: HttpServerConfig;
  readonly variables: Variables;
  readonly store: LoginStore;
  /** Sends the user to a page. */
  readonly show: (page: URL) => void;
  /** Gives up. */
  readonly signal: AbortSignal;
  /** How long the user may take, in ms. */
  readonly timeoutMs: number;
}

/**
 * Logs in at a server: asks it where, registers this program there, sends the user there and waits on loopback for the
 * browser to come back, and keeps the tokens.
 *
 * @throws {IsocellError} `mcp_failed` when it does not come about; `invalid_options` when the configuration has a token.
 */
export async function login(options: LoginOptions): Promise<void> {
  const { server, config, signal, timeoutMs } = options;
  if (hasOwnAuthorization(config)) {
    const text = `MCP server "${server}" needs no login: its configuration has an Authorization header or a token.`;
    throw new IsocellError("invalid_options", text, { data: { server } });
  }
  const late = AbortSignal.timeout(timeoutMs);
  const until = AbortSignal.any([signal, late]);
  const before = await options.store.read();
  const loopback = await openLoopback(config.oauth?.callbackPort ?? portOf(before.redirectUrl));
  try {
    await exchange(options, await loadOAuthSdk(), loopback, until);
  } catch (error) {
    signal.throwIfAborted();
    throw loginError(server, late.aborted ? lateText(server, timeoutMs) : messageOf(error), error);
  } finally {
    loopback.close();
  }
}

async function exchange(options: LoginOptions, sdk: OAuthSdk, loopback: Loopback, signal: AbortSignal): Promise<void> {
  const { server, config, variables, store, show } = options;
  const { redirectUrl } = loopback;
  const stored = await store.read();
  const provider = new LoginProvider({
    // Without tokens: this is for new ones. A registration holds for one address to come back to.
    login:
      stored.client !== undefined && stored.redirectUrl === redirectUrl ? { client: stored.client, redirectUrl } : {},
    redirectUrl,
    scopes: config.scopes ?? [],
    client: configuredClient(server, config, variables),
    save: async (changed) => {
      // What there was before is good until there is something better.
      if (changed.tokens !== undefined) await store.exclusively(() => store.write({ ...changed, redirectUrl }), signal);
    },
    redirect: async (page) => {
      // A server that wants to is not to start programs on this machine.
      if (page.protocol !== "https:" && page.protocol !== "http:")
        throw new Error(`its login page is no web page (${page.protocol})`);
      show(page);
    },
  });
  const challenge = await challengeOf(options, sdk, signal);
  const scope = config.scopes === undefined || config.scopes.length === 0 ? challenge.scope : config.scopes.join(" ");
  const request = {
    serverUrl: new URL(config.url),
    fetchFn: authFetch(signal),
    ...(challenge.resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl: challenge.resourceMetadataUrl }),
    ...(scope === undefined ? {} : { scope }),
  };
  try {
    await sdk.auth(provider, request);
  } catch (error) {
    if (provider.discovered?.authorizationServerMetadata !== undefined) throw error;
    throw new Error(
      "it says nothing about where to log in with OAuth; if it takes a token, put that into a variable and name it in bearerTokenEnvVar",
      { cause: error },
    );
  }
  const { code, issuer } = await loopback.callback(() => provider.expectedState, signal);
  const expected = provider.discovered?.authorizationServerMetadata?.issuer;
  if (issuer !== undefined && expected !== undefined && issuer !== expected)
    throw new Error("the answer came from another authorization server than the one that was asked");
  await sdk.auth(provider, { ...request, authorizationCode: code });
}

/** What the server says when somebody comes without a token: where and for what to log in. */
async function challengeOf(
  { server, config, variables }: LoginOptions,
  sdk: OAuthSdk,
  signal: AbortSignal,
): Promise<ReturnType<OAuthSdk["challengeOf"]>> {
  const headers = { ...requestHeaders(server, config, variables), accept: "application/json, text/event-stream" };
  const secrets = new Secrets();
  for (const value of Object.values(headers)) secrets.add(value);
  const post = { method: "POST", body: JSON.stringify({ jsonrpc: "2.0", id: 0, method: "ping" }) };
  for (const request of [post, { method: "GET" }]) {
    const sent = { ...headers, ...(request.method === "POST" ? { "content-type": "application/json" } : {}) };
    let response: Response;
    try {
      response = await fetch(config.url, { ...request, headers: sent, redirect: "manual", signal });
    } catch (error) {
      signal.throwIfAborted();
      throw networkFailure(error, (text) => secrets.hide(text));
    }
    await response.body?.cancel();
    if (response.status === 401) return sdk.challengeOf(response);
  }
  return {};
}

/** An authorization server that forgot a registration tells the user alone. */
function lateText(server: string, timeoutMs: number): string {
  return `nobody logged in within ${timeoutMs / 1000} s; if the page did not know isocell, run first: isocell logout ${server}`;
}

function loginError(server: string, reason: string, cause: unknown): IsocellError {
  const text = `The login at MCP server "${server}" failed: ${reason}.`;
  return new IsocellError("mcp_failed", text, {
    data: { server },
    cause: cause instanceof HttpFailure ? cause : undefined,
  });
}

/** The first line, not too long: authorization servers answer with whole pages. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message } = error.message === "fetch failed" ? networkFailure(error, (text) => text) : error;
  const [first = ""] = (message === "" ? error.name : message).split("\n");
  return first.length > 300 ? `${first.slice(0, 300)}…` : first;
}

function portOf(redirectUrl: string | undefined): number {
  return redirectUrl === undefined ? 0 : Number(new URL(redirectUrl).port);
}
