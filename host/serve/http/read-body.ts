import type { IncomingMessage } from "node:http";
import type { Refusal } from "./request-guard.ts";

/** A body that was read as JSON, or why it was not. */
export type Body = { readonly json: unknown } | { readonly refusal: Refusal };

/** Reads a JSON body of at most so many bytes. Rejects when the client goes away. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Body> {
  const tooLarge = { refusal: { status: 413, message: `The body is larger than ${maxBytes} bytes.` } };
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) return tooLarge;
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Left as it is when enough was read: destroying it would take the connection away before the refusal is out.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) return tooLarge;
    chunks.push(chunk);
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
    return { json: JSON.parse(text) as unknown };
  } catch {
    return { refusal: { status: 400, message: "Parse error: the body is not JSON." } };
  }
}

/** Ids of the requests in a body, which is whatever a client sent. */
export function requestIds(body: unknown): readonly (string | number)[] {
  const messages: readonly unknown[] = Array.isArray(body) ? body : [body];
  return messages.flatMap((message) => {
    if (typeof message !== "object" || message === null) return [];
    const { id, method } = message as { readonly id?: unknown; readonly method?: unknown };
    return typeof method === "string" && (typeof id === "string" || typeof id === "number") ? [id] : [];
  });
}
