import { loadConfig } from "../../config/index.ts";
import type { ApprovalOptions } from "../../approvals/options.ts";
import type { Host } from "../../index.ts";
import type { HostOptions, PoolOptions } from "../../options.ts";
import { EXIT } from "../exit-codes.ts";
import { StopSignals } from "./stop-signals.ts";

/** One script runs at a time; more processes would only compete with it while they start. */
const ONE_SCRIPT: PoolOptions = { processes: 1, warmIsolates: 1 };

/** How long a command may still speak once it was told to end, in ms. */
const LAST_WORDS_MS = 400;

/** Who can be asked while a command runs. */
export type People = Pick<ApprovalOptions, "ask" | "elicit">;

/** What a command works with. */
export interface CommandHost {
  readonly host: Host;
  readonly options: HostOptions;
  /** The configuration file in force; undefined when there is none. */
  readonly configFile: string | undefined;
  /** Fires when the command is to end. */
  readonly stop: AbortSignal;
}

/**
 * Makes a host from the configuration, lets a command work with it, and closes it in any case.
 *
 * @param extra what the command itself asks of the host, besides the configuration.
 * @returns the command's exit code, or that of the signal that stopped it.
 */
export async function withHost(
  config: string | undefined,
  work: (command: CommandHost) => Promise<number>,
  extra: Pick<HostOptions, "onEvent"> & { readonly people?: () => Promise<People> } = {},
): Promise<number> {
  const signals = new StopSignals();
  try {
    // Code is loaded while the configuration is read.
    const [{ createHost }, { file, options }] = await Promise.all([
      import("../../index.ts"),
      loadConfig(config, process.cwd()),
    ]);
    const { people, ...others } = extra;
    const { ask, elicit } = (await people?.()) ?? {};
    // Somebody is asked about calls only where the configuration says when: else a script would stop where it never did.
    const asking = options.approvals === undefined || ask === undefined ? {} : { ask };
    const answering = elicit === undefined ? {} : { elicit };
    const approvals = { approvals: { ...options.approvals, ...asking, ...answering } };
    const host = await createHost({ ...options, ...approvals, ...others, pool: { ...ONE_SCRIPT, ...options.pool } });
    try {
      const working = work({ host, options, configFile: file, stop: signals.signal });
      working.catch(() => {});
      const exitCode = await Promise.race([working, stopped(signals.signal)]);
      return signals.exitCode ?? exitCode ?? EXIT.limitOrCrash;
    } finally {
      await host.close();
    }
  } catch (error) {
    // A command that was stopped fails in many ways; none of them is worth a word.
    if (signals.exitCode === undefined) throw error;
    return signals.exitCode;
  }
}

/** Settles some time after the stop, so that a script which was terminated can still say so. */
function stopped(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => setTimeout(resolve, LAST_WORDS_MS, undefined), { once: true });
  });
}
