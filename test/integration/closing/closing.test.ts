import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { createHost } from "../../../host/index.ts";
import { childrenOf, isAlive, until } from "../../support/processes.ts";

const CLOSING_HOST = fileURLToPath(new URL("../../fixtures/closing-host.ts", import.meta.url));

/** Starts a host in a process of its own; settles when it is in the state, with the processes it has then. */
async function startHost(state: string): Promise<{ readonly child: ChildProcess; readonly pids: readonly number[] }> {
  const child = spawn(process.execPath, [CLOSING_HOST, state], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  return { child, pids: JSON.parse(line) as number[] };
}

describe("a process with a host", () => {
  test.each(["idle", "closed", "closed-busy"])(
    "that is %s ends by itself and leaves no process behind",
    async (state) => {
      const { child, pids } = await startHost(state);
      const left = child.pid === undefined ? [] : childrenOf(child.pid);
      if (child.exitCode === null) await once(child, "exit");
      expect(child.exitCode).toBe(0);
      await until("its runtimes are gone", () => ![...pids, ...left].some(isAlive), 2000);
      if (state !== "idle") expect(pids).toEqual([]);
    },
  );

  test("that is killed while a script computes takes its runtimes with it within 2 s", async () => {
    const { child, pids } = await startHost("busy");
    expect(pids.filter(isAlive).length).toBeGreaterThan(0);
    child.kill("SIGKILL");
    await once(child, "exit");
    await until("its runtimes are gone", () => !pids.some(isAlive), 2000);
  });
});

describe("closing a host", () => {
  test("that never ran anything ends its processes", async () => {
    const host = await createHost();
    const pids = host.runtimePids();
    expect(pids.length).toBeGreaterThan(0);
    await host.close();
    expect(pids.filter(isAlive)).toEqual([]);
  });

  test("twice waits for the same end", async () => {
    const host = await createHost();
    const [pid = 0] = host.runtimePids();
    const first = host.close();
    await host.close();
    expect(isAlive(pid)).toBe(false);
    await first;
  });
});
