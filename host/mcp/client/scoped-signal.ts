/**
 * Runs `work` with a signal that follows `signal` only meanwhile. The SDK never takes its listener off a signal: on a signal
 * that lives longer, listeners would pile up, and its abort would cancel requests that have long ended.
 */
export async function withScopedSignal<T>(
  signal: AbortSignal | undefined,
  work: (scoped: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const forward = (): void => controller.abort(signal?.reason);
  signal?.throwIfAborted();
  signal?.addEventListener("abort", forward, { once: true });
  try {
    return await work(controller.signal);
  } finally {
    signal?.removeEventListener("abort", forward);
  }
}
