import { checkOptions } from "../../../check-options.ts";
import type { CountTools } from "../../../doctor/checks/servers.ts";
import type { RunCell } from "../../../doctor/checks/runtime.ts";
import { createHost } from "../../../index.ts";
import type { Host } from "../../../index.ts";
import type { HostOptions } from "../../../options.ts";

/** As little as a host can start. */
const ONE_PROCESS = { processes: 1, warmIsolates: 0 };

/** The first cell waits for its runtime to start, and all other checks run meanwhile. */
const CELLS = 5;

/** Runs one script some times in a host of its own, and answers the fastest run, or the first that failed. */
export const runCell: RunCell = (source, signal) =>
  withOwnHost({ pool: ONE_PROCESS }, signal, async (host) => {
    const session = host.openSession();
    let fastest = await session.run(source, { signal });
    for (let more = 1; more < CELLS && fastest.error === undefined; more++) {
      const outcome = await session.run(source, { signal });
      if (outcome.error !== undefined || outcome.timing.wallMs < fastest.timing.wallMs) fastest = outcome;
    }
    return fastest;
  });

/** Starts one server in a host of its own. */
export const countTools: CountTools = (name, config, signal) =>
  // Required, so that a failed start is an error and not a tool less.
  withOwnHost({ pool: ONE_PROCESS, mcpServers: { [name]: { ...config, required: true } } }, signal, async (host) => {
    const [tools, dropped] = await Promise.all([host.listTools(), host.droppedTools()]);
    // Those that read resources, of whichever server, have no namespace.
    const own = tools.filter(({ namespace }) => namespace !== "");
    return { tools: own.length, dropped: dropped.length };
  });

/** What is wrong with options although each of them is well-formed; null if nothing is. */
export async function optionsProblem(options: HostOptions): Promise<string | null> {
  try {
    checkOptions(options);
    if (options.builtins !== undefined) {
      const { checkBuiltins } = await import("../../../builtins/refuse.ts");
      checkBuiltins(options.builtins, options.tools ?? []);
    }
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function withOwnHost<T>(options: HostOptions, signal: AbortSignal, work: (host: Host) => Promise<T>): Promise<T> {
  const host = await createHost(options);
  const onAbort = (): void => void host.close();
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    return await work(host);
  } finally {
    signal.removeEventListener("abort", onAbort);
    await host.close();
  }
}
