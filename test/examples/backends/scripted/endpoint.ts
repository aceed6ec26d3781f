// A model's API on loopback whose answers are written down.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** What the endpoint answers: JSON, or the events of a stream. */
export type Reply =
  | { readonly json: unknown; readonly status?: number }
  | { readonly events: readonly { readonly type: string; readonly [key: string]: unknown }[] };

/** Answers requests to one path until the program ends. Gives the endpoint's address, without the path. */
export async function startEndpoint(path: string, answer: (body: unknown) => Reply): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const known = request.method === "POST" && request.url === path;
      const reply: Reply = known
        ? answer(JSON.parse(Buffer.concat(chunks).toString()))
        : { status: 404, json: { error: { message: `nothing at ${request.method} ${request.url}` } } };
      if ("json" in reply) {
        response.writeHead(reply.status ?? 200, { "content-type": "application/json" });
        response.end(JSON.stringify(reply.json));
        return;
      }
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (const event of reply.events) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
      response.end();
    });
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** What a model would write. It goes on after its first answer, so that the model has to wait for the rest. */
export const SCRIPT = `yield_control();
const parts = ["bolts", "nuts", "washers"];
const counts = await Promise.all(parts.map((part) => tools.count_parts({ part })));
text("order more: " + parts.filter((part, index) => counts[index] < 10).join(", "));
`;

/** The cell that an answer of `exec` says is still running. */
export function runningCell(output: string): string {
  const cell = /^Script running with cell ID (\S+)/u.exec(output)?.[1];
  if (cell === undefined) throw new Error(`no cell is running: ${output}`);
  return cell;
}
