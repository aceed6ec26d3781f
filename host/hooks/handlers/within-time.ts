import { HookFailure } from "./effect.ts";

/** Settles with what `work` settles with, or rejects at a deadline or when the signal fires. */
export async function withinTime<T>(
  work: (signal: AbortSignal) => T | Promise<T>,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<T> {
  if (signal.aborted) throw new HookFailure("the call was cancelled");
  const scope = new AbortController();
  let stop = (_failure: HookFailure): void => {};
  const stopped = new Promise<never>((_, reject) => {
    stop = (failure) => {
      reject(failure);
      scope.abort(failure);
    };
  });
  const timer = setTimeout(() => stop(new HookFailure(`it ran longer than ${timeoutMs / 1000} s`)), timeoutMs);
  const onAbort = (): void => stop(new HookFailure("the call was cancelled"));
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    // Asynchronous, since it may throw instead of rejecting.
    return await Promise.race([(async () => work(scope.signal))(), stopped]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  }
}
