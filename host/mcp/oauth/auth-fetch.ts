import type { FetchLike } from "./sdk-oauth.ts";

const MAX_BYTES = 1024 * 1024;
const REQUEST_MS = 10_000;

/** The `fetch` with which authorization servers are asked: short answers, in a short time. */
export function authFetch(signal: AbortSignal): FetchLike {
  return async (url, init = {}) => {
    const signals = [signal, AbortSignal.timeout(REQUEST_MS), init.signal].filter((each) => each != null);
    const response = await fetch(url, { ...init, signal: AbortSignal.any(signals) });
    const { status, statusText, headers } = response;
    const body = await readBody(response);
    return new Response(body.length === 0 ? null : body, { status, statusText, headers });
  };
}

async function readBody(response: Response): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BYTES)
      throw new RangeError(`an answer of the authorization server is longer than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
