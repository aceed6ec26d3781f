import { Collector } from "../output/collector.ts";
import type { Environment, EnvironmentPolicy } from "./policy.ts";
import { inherited } from "./policy.ts";

const BEGIN = "isocell-login-environment";
/** Set by every shell for itself. */
const OWN: ReadonlySet<string> = new Set(["_", "SHLVL", "PWD", "OLDPWD"]);

/** Runs a script in a shell, and hands over what it writes. False when it failed or took too long. */
export type RunScript = (
  shell: string,
  args: readonly string[],
  onOutput: (chunk: Uint8Array) => void,
) => Promise<boolean>;

/**
 * The environment a login shell ends up with, found out once for each shell: what profiles set is then there for every
 * command, and what they set that looks like a secret is not.
 */
export class LoginEnvironments {
  readonly #known: Map<string, Promise<Environment | null>> = new Map();
  readonly #run: RunScript;
  readonly #policy: EnvironmentPolicy;

  constructor(run: RunScript, policy: EnvironmentPolicy) {
    this.#run = run;
    this.#policy = policy;
  }

  /** Null where the shell could not tell. */
  of(shell: string): Promise<Environment | null> {
    let found = this.#known.get(shell);
    if (found === undefined) {
      found = this.#ask(shell).catch(() => null);
      this.#known.set(shell, found);
    }
    return found;
  }

  async #ask(shell: string): Promise<Environment | null> {
    const collector = new Collector();
    const script = `printf '\\0%s\\0' ${BEGIN}; exec env -0`;
    if (!(await this.#run(shell, ["-lc", script], (chunk) => collector.push(chunk)))) return null;
    const { text, omittedBytes } = collector.take(true);
    // Profiles may print whatever they like before.
    const at = text.lastIndexOf(`\0${BEGIN}\0`);
    if (at === -1 || omittedBytes > 0) return null;
    const variables: Record<string, string> = Object.create(null) as Record<string, string>;
    for (const entry of text.slice(at + BEGIN.length + 2).split("\0")) {
      const equals = entry.indexOf("=");
      if (equals > 0 && !OWN.has(entry.slice(0, equals))) variables[entry.slice(0, equals)] = entry.slice(equals + 1);
    }
    // What is there already came through the policy; a profile may add to it whatever is no secret.
    return inherited(variables, { ...this.#policy, inherit: "all" });
  }
}
