import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { runCommand } from "../../support/command.ts";
import { until } from "../../support/processes.ts";
import { folder } from "../cli/isocell.ts";
import { call, childPids, connect, fixture, isAlive, serverPids, textOf } from "./fixture.ts";

const CLOSED = "tool call error: tool call failed for `fix/slow`\n\nCaused by:\n    Transport closed";

test("Closing leaves no process, and may be done twice.", async () => {
  const { close } = await connect({ one: fixture(), two: fixture() });
  expect(serverPids().length).toBe(2);
  await Promise.all([close(), close()]);
  await close();
  expect(childPids()).toEqual([]);
});

test("Calls under way settle at once when the servers are closed, and later ones fail the same way.", async () => {
  const { executors, close } = await connect({ fix: fixture() });
  const { promise: begun, resolve } = Promise.withResolvers<void>();
  const calling = call(executors, "slow", { steps: 1000, everyMs: 10 }, { onProgress: () => resolve() });
  await begun;
  const closing = close();
  expect((await calling).value).toEqual({ content: [{ type: "text", text: CLOSED }], isError: true });
  await closing;
  expect((await call(executors, "slow")).value).toEqual({ content: [{ type: "text", text: CLOSED }], isError: true });
});

test("A server that ends during a call settles it.", async () => {
  const { executors, close } = await connect({ fix: fixture() });
  const [crash, slow] = await Promise.all([call(executors, "crash"), call(executors, "slow", { everyMs: 5000 })]);
  await close();
  expect(crash.value).toEqual({ content: [{ type: "text", text: CLOSED.replace("slow", "crash") }], isError: true });
  expect(slow.value).toEqual({ content: [{ type: "text", text: CLOSED }], isError: true });
});

test("A server that ignores the end of its input and SIGTERM is killed.", async () => {
  const { close } = await connect({ fix: fixture("stubborn") });
  await close();
  expect(childPids()).toEqual([]);
});

test("What a server started is ended with it.", async () => {
  const { executors, close } = await connect({ fix: fixture() });
  const pid = Number(textOf(await call(executors, "spawn")));
  expect(isAlive(pid)).toBe(true);
  await close();
  expect(isAlive(pid)).toBe(false);
});

const HOLDER = fileURLToPath(new URL("../../fixtures/mcp-server/holder.ts", import.meta.url));

test("Servers do not keep an idle process alive.", async () => {
  const holder = spawn(process.execPath, [HOLDER, "idle"], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = (await once(holder.stdout, "data")) as [Buffer];
  const [code] = (await once(holder, "exit")) as [number];
  expect(code).toBe(0);
  await ended(Number(line));
});

test.each(["exit", "serve"])(
  "A process that waits for nothing but the end of a server (%s) hears of it.",
  async (behaviour) => {
    const closer = fileURLToPath(new URL("../../fixtures/mcp-server/closer.ts", import.meta.url));
    const { status, stdout } = await runCommand(process.execPath, [closer, behaviour], { cwd: "/" });
    expect([status, stdout]).toEqual([0, "closed"]);
  },
);

test("A server ends when the process that uses it is killed.", async () => {
  const holder = spawn(process.execPath, [HOLDER, "busy"], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = (await once(holder.stdout, "data")) as [Buffer];
  expect(isAlive(Number(line))).toBe(true);
  holder.kill("SIGKILL");
  await once(holder, "exit");
  await ended(Number(line));
});

test.each(["stubborn", "stubborn-silent"])(
  "A server that ignores everything (%s) is killed when the process that uses it is, also during its start.",
  async (behaviour) => {
    const what = behaviour === "stubborn" ? "busy" : "early";
    const holder = spawn(process.execPath, [HOLDER, what, behaviour], { stdio: ["ignore", "pipe", "inherit"] });
    const [line] = (await once(holder.stdout, "data")) as [Buffer];
    expect(isAlive(Number(line))).toBe(true);
    holder.kill("SIGKILL");
    await once(holder, "exit");
    await ended(Number(line));
  },
);

test("A server that is being started again is ended when the process that uses it is killed.", async () => {
  const path = await folder();
  const [starts, initAfter] = [join(path, "starts"), join(path, "go")];
  writeFileSync(initAfter, "");
  // While it waits for its file it lives on although its input has ended.
  const options = {
    starts,
    initAfter,
    tools: [{ name: "die", inputSchema: { type: "object" } }],
    acts: { die: { exit: 1 } },
  };
  const holder = spawn(process.execPath, [HOLDER, "restart", JSON.stringify(options)], { stdio: "inherit" });
  const started = (): readonly string[] => (existsSync(starts) ? readFileSync(starts, "utf8").trim().split("\n") : []);
  await until("it is started again", () => started().length === 2, 20_000);
  const pid = Number(started()[1]);
  expect(isAlive(pid)).toBe(true);
  holder.kill("SIGKILL");
  await once(holder, "exit");
  await ended(pid);
});

/** Settles when a process is gone; the test's own deadline ends the wait. */
async function ended(pid: number): Promise<void> {
  while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 10));
}
