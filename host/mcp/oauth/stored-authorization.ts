import { HttpFailure } from "../http/texts/failure.ts";
import type { Authorization } from "../http/traffic/server-fetch.ts";
import { authFetch } from "./auth-fetch.ts";
import { HOLD_MS } from "./file-lock.ts";
import type { LoginStore, StoredLogin } from "./login-store.ts";
import { LoginProvider } from "./provider.ts";
import { loadOAuthSdk } from "./sdk-oauth.ts";
import type { OAuthClientInformationMixed } from "./sdk-oauth.ts";

/** Names of scopes as the protocol has them, with nothing else between the quotes. */
const WANTED_SCOPE = /scope="([\u0021\u0023-\u005b\u005d-\u007e ]{1,200})"/u;

/** Requests with the tokens of an earlier login, which are renewed when the server does not take them any more. */
export class StoredAuthorization implements Authorization {
  readonly #server: string;
  readonly #url: URL;
  readonly #store: LoginStore;
  readonly #client: OAuthClientInformationMixed | null;
  #token: Promise<string | undefined> | undefined;
  #renewing: Promise<boolean> | undefined;
  #wantsLogin = false;

  /** @param client the client that the configuration names, if it does. */
  constructor(server: string, url: URL, store: LoginStore, client: OAuthClientInformationMixed | null) {
    this.#server = server;
    this.#url = url;
    this.#store = store;
    this.#client = client;
  }

  readonly token = (): Promise<string | undefined> => {
    // A login that can't be read is none: the server says what that means.
    this.#token ??= this.#store.read().then(
      ({ tokens }) => tokens?.access_token,
      () => undefined,
    );
    return this.#token;
  };

  readonly renew = (used: string | undefined, response: Response, signal: AbortSignal): Promise<boolean> => {
    // The token is good, but not for this: only another login can be.
    if (response.status === 403) return this.#takeNewer(used);
    // Calls that run side by side are refused side by side, and a token can be renewed only once.
    this.#renewing ??= this.#renew(used, response, signal).finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  };

  readonly onMended = (listener: () => void): (() => void) | undefined =>
    this.#wantsLogin ? this.#store.onWritten(listener) : undefined;

  readonly advice = (response: Response): string | undefined => {
    const command = `isocell login ${this.#server}`;
    if (response.status === 401) {
      this.#wantsLogin = true;
      return `The server asks for a login: ${command}`;
    }
    const challenge = response.headers.get("www-authenticate") ?? "";
    if (response.status !== 403 || !/error="?insufficient_scope/.test(challenge)) return undefined;
    const [, wanted] = WANTED_SCOPE.exec(challenge) ?? [];
    const which = wanted === undefined ? "" : ` (it wants ${wanted})`;
    return `The login does not give the rights that this needs; log in anew, with more of scopes${which}: ${command}`;
  };

  async #takeNewer(used: string | undefined): Promise<boolean> {
    const { tokens } = await this.#store.read().catch((): StoredLogin => ({}));
    const token = tokens?.access_token;
    return token !== undefined && token !== used && this.#take(token);
  }

  async #renew(used: string | undefined, response: Response, signal: AbortSignal): Promise<boolean> {
    const current = await this.#store.read().catch((): StoredLogin => ({}));
    if (current.tokens === undefined) return false;
    return this.#store.exclusively(async () => {
      const login = await this.#store.read();
      const token = login.tokens?.access_token;
      // Another process, or another call, has renewed it.
      if (token !== used && token !== undefined) return this.#take(token);
      return login.tokens?.refresh_token === undefined ? false : this.#refresh(login, response, signal);
    }, signal);
  }

  async #refresh(login: StoredLogin, response: Response, signal: AbortSignal): Promise<boolean> {
    const sdk = await loadOAuthSdk();
    const { resourceMetadataUrl } = sdk.challengeOf(response);
    let kept = login;
    const provider = new LoginProvider({
      login,
      redirectUrl: login.redirectUrl ?? "http://127.0.0.1/callback",
      scopes: [],
      client: this.#client,
      save: async (changed) => {
        kept = changed;
        await this.#store.write(changed);
      },
      redirect: () => Promise.reject(new Error("nobody is there to log in")),
    });
    // A new registration would be of no use without a user.
    Object.assign(provider, { saveClientInformation: undefined });
    const until = AbortSignal.any([signal, AbortSignal.timeout(HOLD_MS)]);
    const options = { serverUrl: this.#url, fetchFn: authFetch(until) };
    try {
      await sdk.auth(provider, resourceMetadataUrl === undefined ? options : { ...options, resourceMetadataUrl });
    } catch {
      signal.throwIfAborted();
      // The authorization server does not know them any more.
      if (kept.tokens === undefined) return false;
      throw new HttpFailure("the login could not be renewed: its authorization server did not answer as it should", {
        status: 401,
        advice: `Try again later, or log in anew: isocell login ${this.#server}`,
      });
    }
    const token = kept.tokens?.access_token;
    return token !== undefined && token !== login.tokens?.access_token ? this.#take(token) : false;
  }

  #take(token: string): boolean {
    this.#token = Promise.resolve(token);
    return true;
  }
}
