import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { isAlive } from "../mcp/fixture.ts";
import { collect, folder, start } from "./isocell.ts";
import type { Ended } from "./isocell.ts";

const SERVER = fileURLToPath(new URL("../../fixtures/mcp-server/server.ts", import.meta.url));
const WAIT = 'text("up"); await new Promise((resolve) => setTimeout(resolve, 60_000))';

interface Running {
  readonly ended: Promise<Ended & { readonly ms: number }>;
  readonly kill: (signal: NodeJS.Signals) => void;
  readonly destroyOutput: () => void;
  readonly pids: readonly number[];
}

/** A script that has begun, and the processes under it. */
async function running(source: string, config: object): Promise<Running> {
  const cwd = await folder({ "script.js": source, "isocell.json": JSON.stringify(config) });
  const child = start(["run", "script.js"], cwd);
  const ended = collect(child);
  await new Promise((resolve) => child.stdout.once("data", resolve));
  let since = 0;
  return {
    ended: ended.then((result) => ({ ...result, ms: performance.now() - since })),
    kill: (signal) => {
      since = performance.now();
      child.kill(signal);
    },
    destroyOutput: () => child.stdout.destroy(),
    pids: descendants(child.pid ?? 0),
  };
}

function descendants(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")
    .trim()
    .split(" ")
    .filter(Boolean)
    .map(Number);
  return children.flatMap((child) => [child, ...descendants(child)]);
}

/** Settles when all of these are gone; when the test fails, none of them is left either. */
async function allEnded(pids: readonly number[]): Promise<void> {
  onTestFinished(() => pids.filter(isAlive).forEach((pid) => process.kill(pid, "SIGKILL")));
  while (pids.some(isAlive)) await new Promise((resolve) => setTimeout(resolve, 10));
}

test.each([
  ["SIGINT", 130, "waits", WAIT, "serve"],
  ["SIGTERM", 143, "waits", WAIT, "serve"],
  ["SIGINT", 130, "computes", 'text("up"); for (;;);', "serve"],
  ["SIGINT", 130, "waits beside a server that does not want to end", WAIT, "stubborn"],
] as const)(
  "%s ends with %i within 2 s and leaves no process, while a script %s.",
  async (signal, code, _, source, behaviour) => {
    const run = await running(source, {
      mcpServers: { fix: { command: process.execPath, args: [SERVER, behaviour] } },
    });
    expect(run.pids.length).toBeGreaterThanOrEqual(2);
    run.kill(signal);
    const ended = await run.ended;
    expect(ended.code).toBe(code);
    expect(ended.ms).toBeLessThan(2000);
    await allEnded(run.pids);
  },
);

test("A second SIGINT ends at once.", async () => {
  const run = await running(WAIT, { mcpServers: { fix: { command: process.execPath, args: [SERVER, "stubborn"] } } });
  run.kill("SIGINT");
  setTimeout(() => run.kill("SIGINT"), 100);
  const ended = await run.ended;
  expect(ended.code).toBe(130);
  expect(ended.ms).toBeLessThan(1000);
  await allEnded(run.pids);
});

test("A reader that goes away ends the script quietly.", async () => {
  const run = await running(
    'text("up"); for (;;) { text("more"); await new Promise((resolve) => setTimeout(resolve, 5)); }',
    {},
  );
  run.destroyOutput();
  const ended = await run.ended;
  expect(ended.code).toBe(141);
  expect(ended.stderr).not.toContain("EPIPE");
  await allEnded(run.pids);
});

test("A signal while a server is starting ends it, too.", async () => {
  const cwd = await folder({
    "script.js": WAIT,
    "isocell.json": JSON.stringify({
      mcpServers: { fix: { command: process.execPath, args: [SERVER, "stubborn-silent"] } },
    }),
  });
  const child = start(["run", "script.js"], cwd);
  const ended = collect(child);
  // The server and at least one runtime.
  while (descendants(child.pid ?? 0).length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
  const pids = descendants(child.pid ?? 0);
  child.kill("SIGINT");
  expect((await ended).code).toBe(130);
  await allEnded(pids);
});
