import { setTimeout as wait } from "node:timers/promises";
import { ConfinementDenied, NothingDone } from "../../tools/index.ts";
import type { RetryPolicy, ToolExecutor, ToolProgress, ToolResult } from "../../tools/index.ts";
import { unlessCancelled } from "./call.ts";
import type { ToolCall } from "./call.ts";

const DEFAULT_BACKOFF_MS = 200;
const DEFAULT_MAX_BACKOFF_MS = 5000;
/** Share of a pause that is left to chance, so that many calls that failed together do not come back together. */
const JITTER = 0.5;

/** What the attempts of a call came to. */
export interface Attempted {
  readonly result: ToolResult | null;
  /** Why the last attempt failed; null when it succeeded. */
  readonly error: unknown;
  readonly attempts: number;
  readonly handlerMs: number;
}

/** Which attempt it is, of a call of which session. */
export interface Which {
  readonly attempt: number;
  readonly unconfined: boolean;
  readonly sessionId: string;
}

/**
 * Runs the handler once. Rejects with the reason as soon as the caller no longer waits. It throws what a handler throws,
 * and gives what one gives: executors need not be asynchronous.
 */
export function attempt(
  executor: ToolExecutor,
  call: ToolCall,
  { attempt: count, unconfined, sessionId }: Which,
): ToolResult | Promise<ToolResult> {
  const { callId, source, signal } = call;
  const reportProgress = call.onProgress ?? ignoreProgress;
  const context = { callId, source, signal, attempt: count, unconfined, reportProgress, sessionId };
  const timeoutMs = Math.min(
    executor.timeoutMs ?? Number.POSITIVE_INFINITY,
    call.timeoutMs ?? Number.POSITIVE_INFINITY,
  );
  const handled =
    timeoutMs === Number.POSITIVE_INFINITY
      ? executor.handle(call.input, context)
      : withDeadline(executor, call.input, context, timeoutMs);
  return unlessCancelled(call, handled);
}

/**
 * Goes on after the first attempt has failed: again where the tool's policy says so, and once more without confinement
 * where `mayEscalate` agrees. Rejects with the reason as soon as the caller no longer waits.
 *
 * @param failure why the first attempt failed, and how long it took.
 */
export async function attemptAgain(
  executor: ToolExecutor,
  call: ToolCall,
  failure: { readonly error: unknown; readonly handlerMs: number },
  mayEscalate: (denied: ConfinementDenied) => Promise<boolean>,
  sessionId: string,
): Promise<Attempted> {
  let { error, handlerMs } = failure;
  let unconfined = false;
  for (let attempts = 1; ; attempts++) {
    call.signal.throwIfAborted();
    const failed = { result: null, error, attempts, handlerMs };
    if (error instanceof ConfinementDenied && !unconfined) {
      if (!(await mayEscalate(error))) {
        return error.result === undefined ? failed : { ...failed, result: error.result, error: null };
      }
      unconfined = true;
    } else {
      const { retry } = executor;
      if (retry === undefined || attempts > retry.retries || !mayRetry(executor, retry, error)) return failed;
      await pause(retry, attempts, call.signal);
    }
    const startedAt = performance.now();
    try {
      const result = await attempt(executor, call, { attempt: attempts + 1, unconfined, sessionId });
      return { result, error: null, attempts: attempts + 1, handlerMs: handlerMs + performance.now() - startedAt };
    } catch (thrown) {
      error = thrown;
      handlerMs += performance.now() - startedAt;
    }
  }
}

/** At the deadline the attempt fails, whether the handler listens to its signal or not. */
function withDeadline(
  executor: ToolExecutor,
  input: unknown,
  context: Parameters<ToolExecutor["handle"]>[1],
  timeoutMs: number,
): Promise<ToolResult> {
  const deadline = new AbortController();
  const signal = AbortSignal.any([context.signal, deadline.signal]);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const error = new Error(`The tool ${executor.name} did not answer within ${timeoutMs} ms.`);
      deadline.abort(error);
      reject(error);
    }, timeoutMs);
    // A call that was given up leaves no timer behind.
    signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
    // Asynchronous, since a handler may throw instead of rejecting; the timer must go then, too.
    const handled = (async () => executor.handle(input, { ...context, signal }))();
    handled.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Only what cannot have taken effect twice is tried again. */
function mayRetry(executor: ToolExecutor, retry: RetryPolicy, error: unknown): boolean {
  const { idempotentHint, readOnlyHint } = executor.annotations ?? {};
  const harmless = error instanceof NothingDone || idempotentHint === true || readOnlyHint === true;
  if (!harmless) return false;
  try {
    return retry.when?.(error) ?? true;
  } catch {
    return false;
  }
}

/** Rejects with the signal's reason when it fires. */
async function pause({ backoffMs, maxBackoffMs }: RetryPolicy, attempts: number, signal: AbortSignal): Promise<void> {
  const full = (backoffMs ?? DEFAULT_BACKOFF_MS) * 2 ** (attempts - 1);
  const ms = Math.min(full, maxBackoffMs ?? DEFAULT_MAX_BACKOFF_MS) * (1 - JITTER * Math.random());
  try {
    await wait(ms, undefined, { signal });
  } catch {
    signal.throwIfAborted();
  }
}

function ignoreProgress(_progress: ToolProgress): void {
  // Nobody asked for it.
}
