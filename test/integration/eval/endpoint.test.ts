import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { RequestListener } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import { EndpointFailure, post } from "../../../host/eval/live/endpoint.ts";

const NEVER = new AbortController().signal;

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  onTestFinished(() => void server.close());
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

describe("A request to an endpoint", () => {
  test("that had no time is sent again, twice at most, as the endpoint asks.", async () => {
    let requests = 0;
    const busyFor = (times: number): RequestListener => {
      requests = 0;
      return (_request, response) => {
        requests += 1;
        if (requests <= times) response.writeHead(429, { "retry-after": "0" }).end('{"error":"slow down"}');
        else response.end('{"ok":true}');
      };
    };
    const patient = await serve(busyFor(2));
    expect(await post({ url: patient, headers: {}, key: undefined }, {}, NEVER)).toEqual({ ok: true });
    expect(requests).toBe(3);
    const busy = await serve(busyFor(9));
    await expect(post({ url: busy, headers: {}, key: undefined }, {}, NEVER)).rejects.toThrow(/429: slow down/);
    expect(requests).toBe(3);
  });

  test.for([
    ["what is no JSON", "<html>", /no JSON object: <html>/],
    ["a list", "[]", /no JSON object/],
    ["JSON without end", "[".repeat(100_000), /no JSON object/],
  ] as const)("that is answered with %s fails.", async ([, text, reason]) => {
    const url = await serve((_request, response) => response.end(text));
    const failed = post({ url, headers: {}, key: undefined }, {}, NEVER);
    await expect(failed).rejects.toThrow(EndpointFailure);
    await expect(failed).rejects.toThrow(reason);
  });

  test("does not follow to another place with its key.", async () => {
    const seen: (string | undefined)[] = [];
    const other = await serve((request, response) => {
      seen.push(request.headers.authorization);
      response.end("{}");
    });
    const url = await serve((_request, response) => response.writeHead(307, { location: other }).end());
    const failed = post({ url, headers: { authorization: "Bearer k" }, key: "k" }, {}, NEVER);
    await expect(failed).rejects.toThrow(EndpointFailure);
    expect(seen).toEqual([]);
  });

  test("that carries a key tells it to nobody, and not what would end a line.", async () => {
    const url = await serve((_request, response) =>
      response.writeHead(400).end(JSON.stringify({ error: { message: "key \u001b[2J\nsk-1 is wrong" } })),
    );
    const failed = post({ url, headers: {}, key: "sk-1" }, {}, NEVER);
    await expect(failed).rejects.toThrow("answered with 400: key \\u{1b}[2J\\n(key) is wrong");
  });
});
