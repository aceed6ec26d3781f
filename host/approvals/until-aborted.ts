/**
 * The outcome of some work, or a rejection with the signal's reason as soon as that fires. Work that settles later is
 * ignored, whichever way it does.
 */
export function untilAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason as Error);
    if (signal.aborted) {
      onAbort();
      return;
    }
    signal.addEventListener("abort", onAbort, { once: true });
    // Asynchronous, since the work may throw instead of rejecting.
    const working = (async () => work())();
    void working.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
