import type { Elicited } from "../../approvals/elicitation/contract.ts";

/** A folder that a server may work in. */
export interface Root {
  /** A `file:` URL. */
  readonly uri: string;
  readonly name: string;
}

/** A message of a server for whoever runs it. */
export interface ServerLog {
  readonly level: string;
  readonly logger?: string | undefined;
  readonly data?: unknown;
}

/** What a server may ask or tell on its own. */
export interface ClientHandlers {
  /** Asks somebody on behalf of the server; a problem is one with the question. Never rejects. */
  readonly onElicit: (params: unknown, signal: AbortSignal) => Promise<Elicited | { readonly problem: string }>;
  /** Null: the server is not told of any, and not even that it could ask. */
  readonly roots: readonly Root[] | null;
  readonly onLog: (log: ServerLog) => void;
  readonly onToolsChanged: () => void;
}
