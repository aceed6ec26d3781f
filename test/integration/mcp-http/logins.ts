import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { configFolder } from "../../../host/mcp/oauth/config-folder.ts";
import { login } from "../../../host/mcp/oauth/login.ts";
import type { LoginOptions } from "../../../host/mcp/oauth/login.ts";
import { LoginStore } from "../../../host/mcp/oauth/login-store.ts";
import { protectedServer } from "../../fixtures/mcp-http/authorization-server.ts";
import type { Protected } from "../../fixtures/mcp-http/authorization-server.ts";

/** Servers that want a login, and an empty configuration folder of the user, until the test ends. */
export async function protectedServers(): Promise<Protected & { readonly store: LoginStore; readonly home: string }> {
  const home = await mkdtemp(join(tmpdir(), "isocell-home-"));
  const before = process.env["XDG_CONFIG_HOME"];
  process.env["XDG_CONFIG_HOME"] = home;
  const server = await protectedServer();
  onTestFinished(async () => {
    if (before === undefined) delete process.env["XDG_CONFIG_HOME"];
    else process.env["XDG_CONFIG_HOME"] = before;
    await server.close();
    await rm(home, { recursive: true });
  });
  return { ...server, home, store: new LoginStore(configFolder(), new URL(server.url)) };
}

/** Logs in as a user would whose browser shows the page at once. */
export async function logIn(
  server: { readonly url: string; readonly store: LoginStore },
  options: Partial<LoginOptions> = {},
): Promise<void> {
  await login({
    server: "web",
    config: { url: server.url },
    variables: {},
    store: server.store,
    show: (page) => void visit(page),
    signal: new AbortController().signal,
    timeoutMs: 20_000,
    ...options,
  });
}

/** What a browser does: it goes where it is sent. */
export async function visit(page: URL | string): Promise<Response> {
  const response = await fetch(page);
  await response.text();
  return response;
}
