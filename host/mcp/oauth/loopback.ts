import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const HOST = "127.0.0.1";
const PATH = "/callback";

/** What the browser brought back. */
interface Callback {
  readonly code: string;
  /** Who the authorization server says it is. */
  readonly issuer: string | undefined;
}

/** Waits on loopback for the browser to come back from the authorization server. */
export interface Loopback {
  readonly redirectUrl: string;
  /**
   * The code of the callback that carries `state`. Others are turned away: they are no end of the login, and no code of theirs
   * is looked at.
   * @throws {Error} with the authorization server's words when it refused.
   */
  readonly callback: (state: () => string, signal: AbortSignal) => Promise<Callback>;
  readonly close: () => void;
}

/** @param port the one to use if it is free: a registration may be bound to it. 0 for any. */
export async function openLoopback(port: number): Promise<Loopback> {
  const { promise, resolve, reject } = Promise.withResolvers<Callback>();
  // It may fail before anybody waits.
  promise.catch(() => undefined);
  let stateOf = (): string => "";
  const server = createServer((request, response) => {
    const query = queryOf(request, `${HOST}:${(server.address() as AddressInfo).port}`);
    if (query === undefined) return answer(response, 404, "There is nothing here.");
    const state = stateOf();
    if (state === "" || query.get("state") !== state) {
      return answer(response, 400, "This is not the login that isocell waits for. Begin anew in the terminal.");
    }
    const [code, error] = [query.get("code"), query.get("error")];
    if (error !== null) {
      answer(response, 200, "The login was refused. The terminal says more.");
      reject(new Error([error, query.get("error_description")].filter((part) => part !== null).join(": ")));
    } else if (code === null || code === "") {
      answer(response, 400, "There is no code in this answer. Begin anew in the terminal.");
    } else {
      answer(
        response,
        200,
        "isocell has the answer. You may close this page; the terminal says whether the login worked.",
      );
      resolve({ code, issuer: query.get("iss") ?? undefined });
    }
  });
  const bound = await listen(server, port).catch(() => listen(server, 0));
  return {
    redirectUrl: `http://${HOST}:${bound}${PATH}`,
    callback: async (state, signal) => {
      stateOf = state;
      const onAbort = (): void => reject(signal.reason as Error);
      signal.addEventListener("abort", onAbort, { once: true });
      try {
        signal.throwIfAborted();
        return await promise;
      } finally {
        signal.removeEventListener("abort", onAbort);
      }
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The query of a callback; undefined for any other request, and for one that was meant for another host. */
function queryOf({ method, url, headers }: IncomingMessage, host: string): URLSearchParams | undefined {
  const target = method === "GET" && headers.host === host ? URL.parse(url ?? "/", `http://${host}`) : null;
  return target?.pathname === PATH ? target.searchParams : undefined;
}

function answer(response: ServerResponse, status: number, text: string): void {
  const headers = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store", connection: "close" };
  response.writeHead(status, headers).end(`${text}\n`);
}

function listen(server: ReturnType<typeof createServer>, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, HOST, () => {
      server.off("error", reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
