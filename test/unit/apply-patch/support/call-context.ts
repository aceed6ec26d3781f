import type { CallContext } from "../../../../tools/index.ts";

/** What a handler is given besides its input, for a direct call. */
export function contextOf(signal: AbortSignal = new AbortController().signal): CallContext {
  return {
    signal,
    callId: "call",
    source: { kind: "direct" },
    attempt: 1,
    unconfined: false,
    reportProgress: () => undefined,
  };
}
