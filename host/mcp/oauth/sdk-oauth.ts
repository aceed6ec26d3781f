// The one file that imports the SDK's OAuth client, and only when somebody logs in or a login is to be renewed.
import type { auth, OAuthClientProvider, OAuthDiscoveryState } from "@modelcontextprotocol/sdk/client/auth.js";
import type { FetchLike } from "@modelcontextprotocol/sdk/shared/transport.js";
import type {
  OAuthClientInformationMixed,
  OAuthClientMetadata,
  OAuthTokens,
} from "@modelcontextprotocol/sdk/shared/auth.js";

export type {
  FetchLike,
  OAuthClientInformationMixed,
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  OAuthTokens,
};

/** What this package uses of it at run time. */
export interface OAuthSdk {
  /** Registers, redirects, exchanges a code or renews tokens: whatever the provider needs next. */
  readonly auth: typeof auth;
  /** What a server's refusal says about where and for what to log in. */
  readonly challengeOf: (response: Response) => { readonly resourceMetadataUrl?: URL; readonly scope?: string };
}

/** Loads it. */
export async function loadOAuthSdk(): Promise<OAuthSdk> {
  const sdk = await import("@modelcontextprotocol/sdk/client/auth.js");
  return { auth: sdk.auth, challengeOf: sdk.extractWWWAuthenticateParams };
}
