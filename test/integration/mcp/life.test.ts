import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { HostEvent } from "../../../host/index.ts";
import { textsOf, testHost } from "../../support/test-host.ts";
import { started } from "./events.ts";
import { call, childPids, hostile, textOf } from "./fixture.ts";

/** A tool's entry in a list, as short as it can be. */
const entry = (name: string, more: object = {}): object => ({ name, inputSchema: { type: "object" }, ...more });

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "isocell-mcp-"));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

test("A server that dies is started again, again and again if need be; its executors answer meanwhile and work after.", async () => {
  const path = await folder();
  const [starts, flag] = [join(path, "starts"), join(path, "flag")];
  const config = hostile({
    starts,
    endWhile: flag,
    stderr: "last words\n",
    tools: [entry("echo"), entry("die")],
    acts: { die: { exit: 7 } },
  });
  const { servers, events } = await started({ m: config }, { restarts: { firstMs: 20, maxMs: 40 } });
  const [source] = servers.offered().sources;
  const executors = source?.executors ?? [];
  writeFileSync(flag, "");
  const closed = "tool call error: tool call failed for `m/die`\n\nCaused by:\n    Transport closed";
  expect(textOf(await call(executors, "die"))).toBe(closed);
  // The first failure is the end, the next ones are starts in vain.
  await events.count("server/failed", 3);
  const meanwhile = textOf(await call(executors, "echo"));
  expect(meanwhile).toMatch(
    /^tool call error: tool call failed for `m\/echo`\n\nCaused by:\n {4}Transport closed\n {4}The server .* is started again (?:in about [\d.]+ s|right now)\. Call again after that\.$/u,
  );
  expect(servers.status()).toMatchObject([{ server: "m", state: "restarting", losses: 1, tools: 2 }]);
  rmSync(flag);
  await events.count("server/ready", 2);
  expect(textOf(await call(executors, "echo", { a: 1 }))).toBe('{"a":1}');
  // Nothing has changed, so nothing is planned anew.
  expect(servers.offered().sources[0]?.executors).toBe(executors);
  expect(readFileSync(starts, "utf8").trim().split("\n").length).toBeGreaterThanOrEqual(4);
  const [lost, ...others] = events.seen.filter((event) => event.type === "server/failed");
  expect(lost).toMatchObject({ server: "m", during: "work" });
  expect(lost?.message).toBe(
    'MCP server "m" ended with exit code 7.\nIts last output on standard error:\n  | last words',
  );
  expect(lost?.retryMs).toBeGreaterThan(0);
  expect(others.map(({ during }) => during)).toEqual(others.map(() => "restart"));
});

test("A server is ended for good while it waits for its restart, and while it is started again.", async () => {
  for (const delays of [
    { firstMs: 60_000, maxMs: 60_000 },
    { firstMs: 1, maxMs: 1 },
  ]) {
    const config = hostile({ tools: [entry("die")], acts: { die: { exit: 1 } } });
    const { servers, events } = await started({ m: config }, { restarts: delays });
    await call(servers.offered().sources[0]?.executors ?? [], "die");
    await events.count("server/failed", 1);
    await servers.close();
    expect(childPids()).toEqual([]);
    expect(servers.status()).toMatchObject([{ state: "closed" }]);
  }
});

test("A list that changes is read once however often the server says so, and takes effect at the next step.", async () => {
  const config = hostile({
    tools: [entry("change"), entry("old"), entry("kept", { description: "stays" })],
    nextTools: [entry("change"), entry("new"), entry("kept", { description: "stays" })],
    acts: { change: { change: true } },
  });
  const host = await testHost({ mcpServers: { m: config }, mode: "direct", pool: { processes: 1 } });
  const session = host.openSession();
  const first = await session.step();
  const names = (step: typeof first): string[] =>
    step.specs.filter(({ namespace }) => namespace === "mcp__m").map(({ name }) => name);
  expect(names(first)).toEqual(["change", "kept", "old"]);
  expect((await session.step()).plan).toBe(first.plan);
  await first.call({ namespace: "mcp__m", name: "change" });
  let next = await session.step();
  while (next.plan === first.plan) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    next = await session.step();
  }
  expect(names(next)).toEqual(["change", "kept", "new"]);
  // The frozen step keeps what it had, and what has not changed is the same object in both.
  expect(names(first)).toEqual(["change", "kept", "old"]);
  const kept = [first, next].map(({ plan }) => plan.registry.get("mcp__m", "kept"));
  expect(kept[0]).toBe(kept[1]);
  const gone = await first.call({ namespace: "mcp__m", name: "old", arguments: "{}" });
  expect(gone.success).toBe(true);
  expect((await next.call({ namespace: "mcp__m", name: "old" })).content[0]).toMatchObject({
    text: expect.stringContaining("unsupported call: mcp__mold") as unknown,
  });
});

test("An optional server that fails stops nothing: it is a status and an event.", async () => {
  const seen: HostEvent[] = [];
  const host = await testHost({
    mcpServers: { bad: { command: "no-such-command-here" }, good: hostile({ tools: [entry("echo")] }) },
    onEvent: (event) => seen.push(event),
    pool: { processes: 1 },
  });
  const outcome = await host.openSession().run("text(Object.keys(tools).filter(n => n.startsWith('mcp__')))");
  expect(textsOf(outcome)).toEqual(['["mcp__good__echo"]']);
  const [bad, good] = host.servers();
  expect(bad).toMatchObject({ server: "bad", state: "failed", required: false, tools: 0 });
  expect(bad?.problem).toContain('its command "no-such-command-here" was not found');
  expect(good).toEqual({ server: "good", state: "ready", required: false, tools: 1, losses: 0 });
  expect(seen.filter(({ type }) => type === "server/failed")).toMatchObject([
    { server: "bad", during: "start", retryMs: null },
  ]);
  expect(seen.filter(({ type }) => type === "server/ready")).toMatchObject([{ server: "good", tools: 1 }]);
});

test("A required server that fails rejects whoever needs tools, and no one else.", async () => {
  const host = await testHost({
    mcpServers: { bad: { command: "no-such-command-here", required: true } },
    pool: { processes: 1 },
  });
  const session = host.openSession();
  const failure = { code: "mcp_failed", message: expect.stringContaining('MCP server "bad"') as unknown };
  await expect(session.step()).rejects.toMatchObject(failure);
  await expect(session.run("text(1)")).rejects.toMatchObject(failure);
  await expect(host.listTools()).rejects.toMatchObject(failure);
  expect(host.servers()).toMatchObject([{ server: "bad", state: "failed", required: true }]);
});
