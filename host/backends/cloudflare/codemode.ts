// The types of `@cloudflare/codemode` that this subpath is about; nothing of the package is loaded.
import type { ExecuteResult, Executor, ResolvedProvider } from "@cloudflare/codemode/browser";

export type { ExecuteResult, Executor, ResolvedProvider };

/** The third parameter of `execute`, which not every version of the package has. */
export type ExecuteOptions = NonNullable<Parameters<Executor["execute"]>[2]>;

/** Something that answers calls of any method of a namespace. */
export type ConnectorBinding = NonNullable<ExecuteOptions["connectors"]>[number];
