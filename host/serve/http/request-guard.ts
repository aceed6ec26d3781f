import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { isIP } from "node:net";
import type { HttpSettings } from "../options.ts";

/** Why a request is not served. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);
const WILDCARDS: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

/**
 * Decides about a request by its headers, before its body is read. A page of a foreign origin whose name was made to
 * resolve to this machine gives itself away by `Host` or `Origin`; a token is compared in constant time.
 */
export class RequestGuard {
  readonly #hosts: ReadonlySet<string>;
  readonly #origins: ReadonlySet<string>;
  readonly #allowsAddresses: boolean;
  readonly #token: Buffer | null;

  constructor({ hostname, allowedHosts, allowedOrigins, token }: HttpSettings) {
    const own = hostname.includes(":") ? `[${hostname}]` : hostname;
    this.#hosts = new Set([...LOOPBACK_NAMES, own, ...allowedHosts].map((name) => name.toLowerCase()));
    this.#origins = new Set(allowedOrigins.map((origin) => origin.toLowerCase()));
    // Nobody can make an address resolve to another one: only names are dangerous.
    this.#allowsAddresses = WILDCARDS.has(hostname);
    this.#token = token === null ? null : digest(token);
  }

  /** Null where the request may go on. */
  check(headers: IncomingHttpHeaders): Refusal | null {
    if (!this.#knowsHost(headers.host)) {
      return { status: 403, message: "The Host header names a host that this server does not answer for." };
    }
    if (!this.#knowsOrigin(headers.origin)) {
      return { status: 403, message: "Requests from pages of this Origin are not served." };
    }
    if (this.#token === null || this.#isToken(headers.authorization, this.#token)) return null;
    const message = "This server needs a token: send it as `Authorization: Bearer TOKEN`.";
    return { status: 401, message, headers: { "www-authenticate": "Bearer" } };
  }

  #knowsHost(host: string | undefined): boolean {
    const name = hostnameOf(`http://${host ?? ""}/`);
    if (host === undefined || name === null) return false;
    return this.#hosts.has(name) || (this.#allowsAddresses && isIP(name.replaceAll(/[[\]]/gu, "")) !== 0);
  }

  /** Programs send none; browsers send one with every request that a page makes to another origin. */
  #knowsOrigin(origin: string | undefined): boolean {
    if (origin === undefined || this.#origins.has(origin.toLowerCase())) return true;
    if (!/^https?:\/\//iu.test(origin)) return false;
    const name = hostnameOf(origin);
    return name !== null && LOOPBACK_NAMES.has(name);
  }

  #isToken(authorization: string | undefined, token: Buffer): boolean {
    const [, given] = /^Bearer +([^\s]+)$/iu.exec(authorization ?? "") ?? [];
    // Digests are of one length, whatever was sent.
    return given !== undefined && timingSafeEqual(digest(given), token);
  }
}

/** The host of a URL that has nothing but a host and a port; null for anything else. */
function hostnameOf(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { hostname, username, password, pathname, search, hash } = new URL(text);
  return username === "" && password === "" && pathname === "/" && search === "" && hash === "" ? hostname : null;
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
