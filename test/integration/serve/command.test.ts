import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { childrenOf, isAlive, until } from "../../support/processes.ts";
import { collect, folder, isocell, start } from "../cli/isocell.ts";
import type { Ended } from "../cli/isocell.ts";
import { call, connectHttp, header, texts } from "./clients.ts";

const SERVER = fileURLToPath(new URL("../../fixtures/mcp-server/server.ts", import.meta.url));
const CHATTY = fileURLToPath(new URL("../../fixtures/serve/chatty-tool.ts", import.meta.url));

type Message = Readonly<Record<string, unknown>> & { readonly id?: number; readonly method?: string };

interface Served {
  readonly child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<Ended>;
  readonly send: (message: Message) => void;
  /** The answer with this id, once it was written. */
  readonly answer: (id: number) => Promise<Message>;
  /** Every line of standard output so far, parsed. */
  readonly lines: () => readonly Message[];
}

/** `isocell serve` over standard streams, initialized; it is ended when the test ends. */
async function serve(config: object, flags: readonly string[] = []): Promise<Served> {
  const cwd = await folder({ "isocell.json": JSON.stringify(config) });
  const child = start(["serve", ...flags], cwd);
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = collect(child);
  let output = "";
  child.stdout.on("data", (text: string) => (output += text));
  const lines = (): readonly Message[] =>
    output
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Message);
  const send = (message: Message): void =>
    void child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const answer = async (id: number): Promise<Message> => {
    const find = (): Message | undefined => lines().find((line) => line.id === id && line.method === undefined);
    await until(`the answer to request ${id}`, () => find() !== undefined, 20_000);
    return find() ?? {};
  };
  const clientInfo = { name: "test", version: "1" };
  send({ id: 0, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo } });
  await answer(0);
  send({ method: "notifications/initialized" });
  return { child, ended, send, answer, lines };
}

const exec = (id: number, source: string): Message => ({
  id,
  method: "tools/call",
  params: { name: "exec", arguments: { source } },
});

test("Standard output belongs to the protocol: what tools write there goes to standard error.", async () => {
  const served = await serve({ tools: [CHATTY] });
  served.child.stdin.write("this is no JSON\n\n[]\n{}\n");
  served.send(exec(1, "text(await tools.chatty({}))"));
  expect(JSON.stringify(await served.answer(1))).toContain("answered");
  served.child.stdin.end();
  const { code, stdout, stderr } = await served.ended;
  expect(code).toBe(0);
  expect(
    stdout
      .trimEnd()
      .split("\n")
      .map((line) => (JSON.parse(line) as Message)["jsonrpc"]),
  ).toEqual(["2.0", "2.0"]);
  expect(stderr.split("\n").filter((line) => ["loaded", "called", "written"].includes(line))).toEqual([
    "loaded",
    "called",
    "written",
  ]);
});

test.each([
  ["the end of its input", 0, (child: ChildProcessWithoutNullStreams) => child.stdin.end()],
  ["SIGINT", 130, (child: ChildProcessWithoutNullStreams) => child.kill("SIGINT")],
  ["SIGTERM", 143, (child: ChildProcessWithoutNullStreams) => child.kill("SIGTERM")],
] as const)(
  "%s ends it with %i within 2 s in the middle of a script, and no process is left.",
  async (_, code, end) => {
    const served = await serve({ mcpServers: { fix: { command: process.execPath, args: [SERVER, "serve"] } } });
    served.send({ id: 1, method: "tools/list" });
    await served.answer(1);
    served.send(exec(2, "notify('up'); for (;;) ;"));
    await until(
      "the script runs",
      () => served.lines().some(({ method }) => method === "notifications/message"),
      20_000,
    );
    const pids = childrenOf(served.child.pid ?? 0);
    expect(pids.length).toBeGreaterThanOrEqual(2);
    const since = performance.now();
    end(served.child);
    expect((await served.ended).code).toBe(code);
    expect(performance.now() - since).toBeLessThan(2000);
    await until("all its processes are gone", () => !pids.some(isAlive));
  },
);

test("Over HTTP it writes its URL, asks for the token of the environment, and ends with SIGTERM.", async () => {
  const cwd = await folder({ "isocell.json": "{}" });
  process.env["ISOCELL_TEST_TOKEN"] = "from-the-environment";
  onTestFinished(() => void Reflect.deleteProperty(process.env, "ISOCELL_TEST_TOKEN"));
  const child = start(["serve", "--http", "0", "--token-env", "ISOCELL_TEST_TOKEN"], cwd);
  const ended = collect(child);
  let output = "";
  child.stdout.on("data", (text: string) => (output += text));
  await until("the URL is written", () => output.endsWith("\n"), 20_000);
  const url = output.trim();
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/u);
  await expect(connectHttp(url)).rejects.toThrow("token");
  const { client } = await connectHttp(url, { authorization: "Bearer from-the-environment" });
  expect(texts(await call(client, "exec", { source: "text(1)" }))).toEqual([header("Script completed"), "1"]);
  child.kill("SIGTERM");
  expect((await ended).code).toBe(143);
});

test("A required server that does not start ends it with the reason on standard error.", async () => {
  const cwd = await folder({
    "isocell.json": JSON.stringify({
      mcpServers: { fix: { command: process.execPath, args: [SERVER, "exit", "no key"], required: true } },
    }),
  });
  const child = start(["serve"], cwd);
  const { code, stdout, stderr } = await collect(child);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain("no key");
  expect(stderr).toContain("[mcp_failed]");
});

test("An optional server that does not start, or ends, is a warning on standard error, and all others are served.", async () => {
  const fix = { command: process.execPath, args: [SERVER] };
  const bad = { command: process.execPath, args: [SERVER, "exit", "no key"] };
  const served = await serve({ mcpServers: { bad, fix } }, ["--mode", "direct"]);
  served.send({ id: 1, method: "tools/call", params: { name: "mcp__fix__crash", arguments: {} } });
  expect(await served.answer(1)).toMatchObject({ result: { isError: true } });
  served.child.stdin.end();
  const { code, stderr } = await served.ended;
  expect(code).toBe(0);
  expect(stderr).toMatch(/^warning: MCP server "bad" could not be started: .*\n(?:.*\n)*.*no key/mu);
  expect(stderr).toMatch(/^warning: MCP server "fix" ended with exit code \d+\.$/mu);
});

test.each([
  [["--mode", "fast"], '--mode expects code-only, code, direct, not "fast"'],
  [["--http", "http"], '--http expects a whole number, not "http"'],
  [["--http", "70000"], "http.port must be a whole number from 0 to 65535; it is 70000."],
  [["--token-env", "NOT_SET_ANYWHERE"], "--token-env is about HTTP: give --http PORT, too"],
  [
    ["--http", "0", "--token-env", "NOT_SET_ANYWHERE"],
    "--token-env names NOT_SET_ANYWHERE, which is not set in the environment",
  ],
  [
    ["--http", "0", "--host", "0.0.0.0"],
    "http.hostname is 0.0.0.0, which others may reach: set http.token, or listen on 127.0.0.1.",
  ],
  [["--description-tokens", "-1"], '--description-tokens expects a whole number, not "-1"'],
])("%j is a mistake that is told.", async (flags, message) => {
  const { code, stdout, stderr } = await isocell(["serve", ...flags]);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(message);
});
