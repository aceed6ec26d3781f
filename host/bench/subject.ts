import { createHost, defineTool } from "../index.ts";
import type { Host, HostOptions, Outcome, Session, ToolExecutor } from "../index.ts";

/** A trivial script: what it costs is what isocell costs. */
export const TRIVIAL = "text(1)";

const STARTED_WITHIN_MS = 3000;

/** A host under measurement, with one session on it. */
export class Subject {
  readonly host: Host;
  readonly session: Session;

  private constructor(host: Host) {
    this.host = host;
    this.session = host.openSession();
  }

  static async start(options: HostOptions): Promise<Subject> {
    return new Subject(await createHost(options));
  }

  /** Runs a script to its end. Throws unless it completes: a failed cell would count as a fast one. */
  async run(source: string): Promise<Outcome> {
    const outcome = await this.session.run(source, { yieldTimeMs: null });
    if (outcome.status !== "completed") {
      throw new Error(`a measured script ended ${outcome.status}: ${outcome.error?.message ?? "without an error"}`);
    }
    return outcome;
  }

  /** Runs trivial cells until all processes have started, and then for `durationMs` more. */
  async warmUp(processes: number, durationMs: number, signal?: AbortSignal): Promise<void> {
    const keepRunning = async (isOver: () => boolean): Promise<void> => {
      const loop = async (): Promise<void> => {
        while (!isOver()) {
          signal?.throwIfAborted();
          await this.run(TRIVIAL);
        }
      };
      await Promise.all(Array.from({ length: processes * 2 }, loop));
    };
    const latest = performance.now() + STARTED_WITHIN_MS;
    await keepRunning(() => this.host.runtimePids().length >= processes || performance.now() >= latest);
    const end = performance.now() + durationMs;
    await keepRunning(() => performance.now() >= end);
  }

  close(): Promise<void> {
    return this.host.close();
  }
}

/** A tool that answers only when told to; counts those who wait for it. */
export class HangingTool {
  #waiting: (() => void)[] = [];

  readonly executor: ToolExecutor = defineTool({
    name: "hang",
    description: "Answers when it is told to.",
    inputSchema: true,
    parallel: true,
    handler: () =>
      new Promise((resolve) => {
        this.#waiting.push(() => resolve(null));
      }),
  });

  /** Calls that wait. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Answers all calls that wait. */
  release(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const answer of waiting) answer();
  }
}
