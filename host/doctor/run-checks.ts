import type { Check, Finding } from "./check.ts";

const DEFAULT_TIMEOUT_MS = 15_000;
/** How long a check that was given up may still clean up, in ms. */
const CLEAN_UP_MS = 3000;

/**
 * Runs all checks at once and answers what they found, in their order. Never rejects: a check that throws or takes too long is
 * a failed finding.
 *
 * @param signal gives up all that is still running.
 */
export async function runChecks(checks: readonly Check[], signal: AbortSignal): Promise<readonly Finding[]> {
  return (await Promise.all(checks.map((check) => runCheck(check, signal)))).flat();
}

async function runCheck(check: Check, stop: AbortSignal): Promise<readonly Finding[]> {
  const { part, timeoutMs = DEFAULT_TIMEOUT_MS } = check;
  const beganAt = performance.now();
  const ms = (): number => Math.round(performance.now() - beganAt);
  const abort = new AbortController();
  const onStop = (): void => abort.abort(new Error("it was stopped"));
  const timer = setTimeout(() => abort.abort(new Error(`it took longer than ${timeoutMs / 1000} s`)), timeoutMs);
  stop.addEventListener("abort", onStop, { once: true });
  if (stop.aborted) onStop();
  try {
    const running = check.run(abort.signal);
    const found = await Promise.race([running, givenUp(abort.signal, running)]);
    return found.map((one) => ({ ...one, ms: ms() }));
  } catch (error) {
    const reason: unknown = abort.signal.aborted ? abort.signal.reason : error;
    const detail = reason instanceof Error ? reason.message : String(reason);
    return [{ part, status: "failed", detail, ms: ms() }];
  } finally {
    clearTimeout(timer);
    stop.removeEventListener("abort", onStop);
  }
}

/** Rejects once the check was told to end and has had the time for it. */
function givenUp(signal: AbortSignal, running: Promise<unknown>): Promise<never> {
  return new Promise((_, reject) => {
    const giveUp = (): void => reject(signal.reason as Error);
    const onAbort = (): void => {
      const timer = setTimeout(giveUp, CLEAN_UP_MS);
      running.then(giveUp, giveUp).finally(() => clearTimeout(timer));
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
  });
}
