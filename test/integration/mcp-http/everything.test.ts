import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "../../fixtures/mcp-http/listen.ts";
import { call } from "../mcp/fixture.ts";
import { connect } from "./servers.ts";

const PACKAGE = createRequire(import.meta.url).resolve("@modelcontextprotocol/server-everything/package.json");

/** A port that was free a moment ago: the server takes none of the system's choice. */
async function freePort(): Promise<string> {
  const { origin, close } = await listen(() => {});
  await close();
  return new URL(origin).port;
}

test("A public server over Streamable HTTP lists its tools, answers, and its session is ended.", async () => {
  const port = await freePort();
  const script = join(dirname(PACKAGE), "dist", "index.js");
  const server = spawn(process.execPath, [script, "streamableHttp"], {
    env: { ...process.env, PORT: port },
    stdio: ["ignore", "ignore", "pipe"],
  });
  onTestFinished(() => void server.kill("SIGKILL"));
  let printed = "";
  server.stderr.setEncoding("utf8").on("data", (text: string) => (printed += text));
  while (!printed.includes("listening on port")) await once(server.stderr, "data");
  const { executors, close } = await connect({ url: `http://127.0.0.1:${port}/mcp` });
  const echo = await call(executors, "echo", { message: "hello" });
  const sum = await call(executors, executors.find(({ name }) => name.includes("sum"))?.name ?? "", { a: 2, b: 3 });
  await close();
  expect(JSON.stringify(echo.value)).toContain("hello");
  expect(JSON.stringify(sum.value)).toContain("5");
});
