import { randomBytes } from "node:crypto";
import type { StoredLogin } from "./login-store.ts";
import type {
  OAuthClientInformationMixed,
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  OAuthTokens,
} from "./sdk-oauth.ts";

/** What a provider works with. */
export interface LoginProviderOptions {
  readonly login: StoredLogin;
  readonly redirectUrl: string;
  readonly scopes: readonly string[];
  /** The client that the configuration names; null where this program registers itself. */
  readonly client: OAuthClientInformationMixed | null;
  /** Keeps what has changed. */
  readonly save: (login: StoredLogin) => Promise<void>;
  /** Sends the user to the authorization server. */
  readonly redirect: (url: URL) => Promise<void>;
}

/** What the SDK needs to log in at one server. */
export class LoginProvider implements OAuthClientProvider {
  readonly #options: LoginProviderOptions;
  #login: StoredLogin;
  #state = "";
  #verifier = "";
  #discovered: OAuthDiscoveryState | undefined;

  constructor(options: LoginProviderOptions) {
    this.#options = options;
    this.#login = options.login;
  }

  get redirectUrl(): string {
    return this.#options.redirectUrl;
  }
  get clientMetadata(): OAuthClientMetadata {
    const { redirectUrl, scopes } = this.#options;
    return {
      client_name: "isocell",
      redirect_uris: [redirectUrl],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
      ...(scopes.length === 0 ? {} : { scope: scopes.join(" ") }),
    };
  }
  /** What the browser has to bring back. */
  get expectedState(): string {
    return this.#state;
  }
  /** What was found out about the authorization server. */
  get discovered(): OAuthDiscoveryState | undefined {
    return this.#discovered;
  }

  state(): string {
    this.#state = randomBytes(32).toString("base64url");
    return this.#state;
  }
  clientInformation(): OAuthClientInformationMixed | undefined {
    return this.#options.client ?? this.#login.client;
  }
  async saveClientInformation(client: OAuthClientInformationMixed): Promise<void> {
    // What the configuration names stands there; the SDK hands it over again with what it has found out.
    if (this.#options.client !== null) return;
    await this.#save({ ...this.#login, client, redirectUrl: this.redirectUrl });
  }
  tokens(): OAuthTokens | undefined {
    return this.#login.tokens;
  }
  async saveTokens(tokens: OAuthTokens): Promise<void> {
    await this.#save({ ...this.#login, tokens });
  }
  redirectToAuthorization(url: URL): Promise<void> {
    return this.#options.redirect(url);
  }
  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }
  codeVerifier(): string {
    return this.#verifier;
  }
  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.#discovered = state;
  }
  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#discovered;
  }
  async invalidateCredentials(scope: "all" | "client" | "tokens" | "verifier" | "discovery"): Promise<void> {
    if (scope === "all" || scope === "discovery") this.#discovered = undefined;
    const { client, tokens, ...others } = this.#login;
    const keepsClient = client !== undefined && scope !== "all" && scope !== "client";
    const keepsTokens = tokens !== undefined && scope !== "all" && scope !== "tokens";
    await this.#save({ ...others, ...(keepsClient ? { client } : {}), ...(keepsTokens ? { tokens } : {}) });
  }

  async #save(login: StoredLogin): Promise<void> {
    this.#login = login;
    await this.#options.save(login);
  }
}
