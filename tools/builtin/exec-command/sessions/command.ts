import type { EarlierCall } from "../../../contract/executor.ts";
import type { Collected, Collector } from "../output/collector.ts";
import { endCommand, signalCommand } from "../process/end-command.ts";
import type { CommandProcesses } from "../process/end-command.ts";
import type { RunningProcess } from "../process/running-process.ts";

/** What is known of a command when it is started. */
export interface CommandFacts {
  /** In the environment of all its processes. */
  readonly marker: string;
  readonly confined: boolean;
  /** Null for what the tools start for themselves. */
  readonly startedBy: EarlierCall | null;
}

/** A command that was started: what it writes is collected until somebody reads it. */
export class Command {
  readonly #process: RunningProcess;
  readonly #processes: CommandProcesses;
  readonly #collector: Collector;
  /** The call that asked for it. */
  readonly startedBy: EarlierCall | null;
  #over = false;
  #ending: Promise<void> | null = null;
  /** The last of those who use the session, each waiting for the one before. */
  #last: Promise<void> = Promise.resolve();

  constructor(running: RunningProcess, collector: Collector, { marker, confined, startedBy }: CommandFacts) {
    this.startedBy = startedBy;
    this.#process = running;
    this.#collector = collector;
    const { pid: leader } = running;
    this.#processes = { leader, marker, confined, leaderLives: () => running.exitCode() === null };
    void running.ended.then(() => (this.#over = true));
  }

  get pid(): number {
    return this.#process.pid;
  }

  /** Settles when it has ended and its output was read. Never rejects. */
  get ended(): Promise<void> {
    return this.#process.ended;
  }

  /** Null while it runs, or its output is still being read. */
  get exitCode(): number | null {
    return this.#over ? this.#process.exitCode() : null;
  }

  /** Whether it can be written to. */
  get hasTerminal(): boolean {
    return this.#process.write !== null;
  }

  /** Waits until it has ended, the time is over, or the signal fires. Never rejects. */
  async wait(ms: number, signal: AbortSignal): Promise<void> {
    if (this.#over || signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    const onAbort = (): void => resolve();
    signal.addEventListener("abort", onAbort);
    void this.#process.ended.then(resolve);
    await promise;
    signal.removeEventListener("abort", onAbort);
    clearTimeout(timer);
  }

  /** Takes out what it wrote since this was last called. */
  read(): Collected {
    return this.#collector.take(this.#over);
  }

  write(text: string): void {
    this.#process.write?.(text);
  }

  /** As the key that interrupts does in a terminal. */
  interrupt(): Promise<void> {
    return signalCommand(this.#processes, "SIGINT");
  }

  /** Lets this process end while the command runs. */
  unref(): void {
    this.#process.unref();
  }

  /** Ends it with all that it started: asked first, killed after the grace. */
  end(graceMs: number): Promise<void> {
    this.#ending ??= endCommand(this.#processes, graceMs).then(() => this.#process.close());
    return this.#ending;
  }

  /** Runs one use of the session after those that came before it. */
  inTurn<T>(use: () => Promise<T>): Promise<T> {
    const result = this.#last.then(use);
    this.#last = result.then(
      () => undefined,
      () => undefined,
    );
    return result;
  }
}
