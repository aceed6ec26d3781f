import { loadConfig } from "../../config/index.ts";
import type { ApprovalOptions } from "../../approvals/options.ts";
import type { BuiltinTools } from "../../builtins/options.ts";
import type { Host } from "../../index.ts";
import type { HostOptions, PoolOptions } from "../../options.ts";
import { EXIT } from "../exit-codes.ts";
import { printable } from "../output/printable.ts";
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
  /** Rules of `isocell lint` that the configuration switches off, each with the reason. */
  readonly lintOff: Readonly<Record<string, string>>;
  /** Fires when the command is to end. */
  readonly stop: AbortSignal;
}

/** What a command asks of its host besides events. */
interface CommandNeeds {
  readonly people?: () => Promise<People>;
  /** Options that the command puts in place of the configuration's. */
  readonly adjust?: (options: HostOptions) => HostOptions;
  /** Default: enough for one script. The configuration's own goes before it. */
  readonly pool?: PoolOptions;
  /** The value of `--builtins`, which says which built-in tools there are, whatever the configuration says. */
  readonly builtins?: string | undefined;
  /** Says nothing about what was passed over in the configuration. */
  readonly quiet?: boolean;
  /** Whether it runs scripts. Default true; where not, no process is started for them. */
  readonly scripts?: boolean;
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
  extra: Pick<HostOptions, "onEvent"> & CommandNeeds = {},
): Promise<number> {
  const signals = new StopSignals();
  try {
    // Code is loaded while the configuration is read.
    const [{ createHost }, { file, options, lintOff, warnings }] = await Promise.all([
      import("../../index.ts"),
      loadConfig(config, process.cwd()),
    ]);
    const { people, adjust, builtins: named, quiet = false, scripts = true, pool = ONE_SCRIPT, ...others } = extra;
    if (!quiet) for (const warning of warnings) process.stderr.write(`warning: ${printable(warning)}\n`);
    const { ask, elicit } = (await people?.()) ?? {};
    // Somebody is asked about calls only where the configuration says when: else a script would stop where it never did.
    const asking = options.approvals === undefined || ask === undefined ? {} : { ask };
    const answering = elicit === undefined ? {} : { elicit };
    const approvals = { approvals: { ...options.approvals, ...asking, ...answering } };
    const builtins = named === undefined ? {} : { builtins: await namedBuiltins(named, options.builtins) };
    const host = await createHost({
      ...options,
      ...adjust?.(options),
      ...(options.approvals === undefined && elicit === undefined ? {} : approvals),
      ...builtins,
      ...others,
      pool: { ...pool, ...options.pool, ...(scripts ? {} : { prestart: false }) },
    });
    try {
      const working = work({ host, options, configFile: file, lintOff, stop: signals.signal });
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

/** The built-in tools that the command line names, with the settings of the configuration. */
async function namedBuiltins(value: string, configured: BuiltinTools | undefined): Promise<BuiltinTools> {
  const [{ asOptions }, { readBuiltins }] = await Promise.all([
    import("../../builtins/check.ts"),
    import("../builtins-flag.ts"),
  ]);
  return { ...(configured === undefined ? {} : asOptions(configured)), tools: readBuiltins(value) };
}

/** Settles some time after the stop, so that a script which was terminated can still say so. */
function stopped(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => setTimeout(resolve, LAST_WORDS_MS, undefined), { once: true });
  });
}
