import { isJsonObject, own } from "../../../tools/index.ts";
import { visible } from "../../events/visible.ts";
import { parseJson } from "../matchers/json-value.ts";

/** Largest answer that is taken, in bytes. */
const MAX_ANSWER_BYTES = 33_554_432;
const SHOWN_ERROR = 500;
/** How often a request that the endpoint had no time for is sent again, and after how many ms the first time. */
const RETRIES = 2;
const RETRY_AFTER_MS = 1000;
const LONGEST_WAIT_MS = 30_000;
const BUSY: ReadonlySet<number> = new Set([429, 503, 529]);

/** An endpoint failed, or answered with what is no answer. */
export class EndpointFailure extends Error {
  override readonly name: string = "EndpointFailure";
}

/** Where requests of one API go. */
export interface Endpoint {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Is taken out of all messages. */
  readonly key: string | undefined;
}

/**
 * Sends a request and gives the object that answers it.
 * @throws {EndpointFailure}
 */
export async function post(
  { url, headers, key }: Endpoint,
  body: object,
  signal: AbortSignal,
): Promise<Readonly<Record<string, unknown>>> {
  const hidden = (text: string): string =>
    visible(key === undefined || key === "" ? text : text.replaceAll(key, "(key)"), SHOWN_ERROR);
  for (let attempt = 0; ; attempt++) {
    let response: Response;
    try {
      response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
        signal,
        // The key must not follow to another host.
        redirect: "error",
      });
    } catch (error) {
      signal.throwIfAborted();
      const { message, cause } = error as Error;
      throw new EndpointFailure(hidden(`${url} can't be reached: ${cause instanceof Error ? cause.message : message}`));
    }
    const text = await readText(response, url);
    if (BUSY.has(response.status) && attempt < RETRIES) {
      await pause(waitOf(response.headers.get("retry-after"), attempt), signal);
      continue;
    }
    const parsed = parseJson(text);
    const value = "value" in parsed && isJsonObject(parsed.value) ? parsed.value : undefined;
    if (response.status >= 400) {
      throw new EndpointFailure(hidden(`${url} answered with ${response.status}: ${errorIn(value) ?? text}`));
    }
    if (value === undefined) {
      throw new EndpointFailure(hidden(`${url} answered with what is no JSON object: ${text.slice(0, 200)}`));
    }
    return value;
  }
}

async function readText({ body }: Response, url: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) throw new EndpointFailure(`${url} answered with more than ${MAX_ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function errorIn(value: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const error = value === undefined ? undefined : own(value, "error");
  const message = isJsonObject(error) ? own(error, "message") : error;
  return typeof message === "string" ? message : undefined;
}

function waitOf(header: string | null, attempt: number): number {
  const seconds = header === null ? Number.NaN : Number(header);
  return Math.min(LONGEST_WAIT_MS, Number.isFinite(seconds) ? seconds * 1000 : RETRY_AFTER_MS * 2 ** attempt);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    signal.addEventListener("abort", onAbort, { once: true });
  });
}
