import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { LoadResult } from "./load.ts";
import type { RawRequest, RawResult } from "./raw-frames.ts";
import { percentiles } from "./statistics.ts";

/** isolated-vm alone: child processes that each make an isolate and a context, run `1+1`, and dispose of it all. */
export class RawPeer {
  readonly #children: readonly ChildProcess[];

  constructor(processes: number) {
    // Found by URL, never imported: the addon must not get into this process.
    const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
    const entry = fileURLToPath(new URL(`./raw-isolates.${extension}`, import.meta.url));
    this.#children = Array.from({ length: processes }, () =>
      fork(entry, [], { env: {}, execArgv: ["--no-node-snapshot"], stdio: ["ignore", "ignore", "inherit", "ipc"] }),
    );
  }

  /** Lets children work for a time at once; the sum of what they reach. Rejects when one of them ends. */
  async measure(durationMs: number, processes: number = this.#children.length): Promise<LoadResult> {
    const results = await Promise.all(this.#children.slice(0, processes).map((child) => ask(child, { durationMs })));
    const rates = results.map(({ elapsedMs, latenciesMs }) => (latenciesMs.length / elapsedMs) * 1000);
    return {
      perSecond: rates.reduce((sum, rate) => sum + rate, 0),
      latencyMs: percentiles(results.flatMap(({ latenciesMs }) => latenciesMs)),
    };
  }

  async close(): Promise<void> {
    const living = this.#children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
    await Promise.all(
      living.map((child) => {
        const gone = once(child, "exit");
        child.kill("SIGKILL");
        return gone;
      }),
    );
  }
}

function ask(child: ChildProcess, request: RawRequest): Promise<RawResult> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null, signal: string | null): void => {
      reject(new Error(`a process with raw isolates ended (${signal ?? `code ${code}`}); its output says why`));
    };
    child.once("exit", onExit);
    child.once("error", reject);
    child.once("message", (message) => {
      child.off("exit", onExit);
      child.off("error", reject);
      resolve(message as RawResult);
    });
    child.send(request, (error) => {
      if (error !== null) reject(error);
    });
  });
}
