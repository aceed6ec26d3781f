import { createHash, randomUUID } from "node:crypto";
import { unwatchFile, watchFile } from "node:fs";
import { chmod, mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isRecord } from "../settings/rules.ts";
import { withFileLock } from "./file-lock.ts";
import type { OAuthClientInformationMixed, OAuthTokens } from "./sdk-oauth.ts";

/** What is kept of a login at one server. */
export interface StoredLogin {
  /** Where the browser came back to: registrations are bound to it. */
  readonly redirectUrl?: string;
  /** This program's registration at the authorization server. */
  readonly client?: OAuthClientInformationMixed;
  readonly tokens?: OAuthTokens;
}

/** How often the file is looked at while somebody waits for a login, in ms. */
const LOOK_MS = 1000;
const MAX_BYTES = 1024 * 1024;
/** What a header can hold. */
const TOKEN = /^[\u0021-\u007e]+$/;

/** Keeps the login at one server in a file that only its user may read. */
export class LoginStore {
  readonly file: string;
  readonly #url: string;

  /** @param folder the user's folder for this program. */
  constructor(folder: string, url: URL) {
    this.#url = withoutFragment(url);
    const name = createHash("sha256").update(this.#url).digest("hex").slice(0, 32);
    this.file = join(folder, "oauth", `${name}.json`);
  }

  /** Calls back once when a login was written, by whatever process. What comes back ends the watch. */
  onWritten(listener: () => void): () => void {
    const end = (): void => unwatchFile(this.file, look);
    const look = ({ mtimeMs }: { readonly mtimeMs: number }): void => {
      // It is told, too, that there is no file.
      if (mtimeMs === 0) return;
      end();
      listener();
    };
    watchFile(this.file, { interval: LOOK_MS, persistent: false }, look);
    return end;
  }

  /** The login; an empty one when there is none, or when the file holds something else. */
  async read(): Promise<StoredLogin> {
    try {
      if ((await stat(this.file)).size > MAX_BYTES) return {};
      return parse(JSON.parse(await readFile(this.file, "utf8")), this.#url);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "ENOENT" || error instanceof SyntaxError) return {};
      throw error;
    }
  }

  /** Replaces the login: whoever reads meanwhile gets the old one or the new one. */
  async write(login: StoredLogin): Promise<void> {
    await this.#makeFolder();
    const draft = `${this.file}.${randomUUID()}`;
    try {
      const handle = await open(draft, "wx", 0o600);
      try {
        await handle.writeFile(`${JSON.stringify({ url: this.#url, ...login }, undefined, 2)}\n`);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(draft, this.file);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  /** Forgets the login. False when there was none. */
  async remove(): Promise<boolean> {
    const { tokens } = await this.read();
    await rm(this.file, { force: true });
    return tokens !== undefined;
  }

  /** Runs `work` while no other process changes this login. */
  async exclusively<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.#makeFolder();
    return withFileLock(`${this.file}.lock`, work, signal);
  }

  async #makeFolder(): Promise<void> {
    const folder = dirname(this.file);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // They may be older than this, and open.
    for (const path of [dirname(folder), folder]) await chmod(path, 0o700);
  }
}

function withoutFragment(url: URL): string {
  const copy = new URL(url);
  copy.hash = "";
  return copy.href;
}

function parse(value: unknown, url: string): StoredLogin {
  if (!isRecord(value) || value["url"] !== url) return {};
  const { redirectUrl, client, tokens } = value;
  const hasClient = isRecord(client) && typeof client["client_id"] === "string";
  return {
    ...(typeof redirectUrl === "string" && URL.canParse(redirectUrl) ? { redirectUrl } : {}),
    ...(hasClient ? { client: client as unknown as OAuthClientInformationMixed } : {}),
    ...(isTokens(tokens) ? { tokens } : {}),
  };
}

function isTokens(value: unknown): value is OAuthTokens {
  if (!isRecord(value)) return false;
  const { access_token: access, refresh_token: refresh } = value;
  return typeof access === "string" && TOKEN.test(access) && (refresh === undefined || typeof refresh === "string");
}
