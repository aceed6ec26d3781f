import { JsonSyntaxError, parseJson } from "../../arguments/positioned-json.ts";
import type { Reader } from "../../arguments/readers.ts";
import type { CallContext } from "../../contract/executor.ts";
import type { Callback } from "./callbacks.ts";

/** Longest answer of a callback, in characters of JSON. */
const MAX_ANSWER_CHARS = 1_000_000;
/** Longest part of a callback's error that a model is shown. */
const MAX_MESSAGE_CHARS = 500;

/**
 * Calls a callback of the host, and gives the call up when its signal fires: a host that forgets to answer holds nothing.
 * Rejects with what the callback throws, or with the signal's reason.
 */
export async function askHost<Request, Answer>(
  callback: Callback<Request, Answer>,
  request: Request,
  { callId, source, signal, sessionId }: CallContext,
): Promise<Answer> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason as Error);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    const session = sessionId === undefined ? {} : { sessionId };
    return await Promise.race([callback(request, { callId, source, signal, ...session }), aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

/**
 * What a callback answered, as a copy that is known to have its type: a getter, a proxy or a cycle in it stays outside.
 * Throws for anything else.
 */
export function readAnswer<T>(answer: unknown, read: Reader<T>): T {
  const json = JSON.stringify(answer) ?? "null";
  if (json.length > MAX_ANSWER_CHARS) throw new Error(`the answer is longer than ${MAX_ANSWER_CHARS} characters`);
  try {
    return read(parseJson(json));
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    // The place is one in a text that nobody ever saw.
    throw new Error(`the host's answer has another shape: ${error.message.replace(/ at line \d+ column \d+$/u, "")}`, {
      cause: error,
    });
  }
}

/** An error for the model: what failed, in short. An abort stays what it is. */
export function hostFailure(what: string, error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return error;
  let message: string;
  try {
    message = error instanceof Error ? error.message : String(error);
  } catch {
    message = "unknown error";
  }
  const short = message.length > MAX_MESSAGE_CHARS ? `${message.slice(0, MAX_MESSAGE_CHARS)}…` : message;
  return new Error(`${what} failed: ${short}`, { cause: error });
}
