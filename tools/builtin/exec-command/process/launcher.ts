import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { EarlierCall } from "../../../contract/executor.ts";
import { findBubblewrap } from "../confinement/bubblewrap.ts";
import { Confiner } from "../confinement/confine.ts";
import { confinementSettings } from "../confinement/options.ts";
import { CALL_ID_NAME, FIXED_ENVIRONMENT, MARKER_NAME } from "../environment/fixed.ts";
import { LoginEnvironments } from "../environment/login-environment.ts";
import { inherited } from "../environment/policy.ts";
import type { Environment, EnvironmentPolicy } from "../environment/policy.ts";
import { defaultShell, hasSnapshot, resolveShell } from "../environment/shell.ts";
import type { CommandToolsOptions } from "../options.ts";
import { Collector } from "../output/collector.ts";
import { Command } from "../sessions/command.ts";
import { ExitGuard, killLeftovers } from "./leftovers.ts";
import { Pipes } from "./pipes.ts";
import type { ProcessPlan, RunningProcess } from "./running-process.ts";
import { startPiped } from "./start-piped.ts";
import { startTerminal } from "./start-terminal.ts";
import { loadTerminalLibrary, NO_TERMINAL } from "./terminal-library.ts";
import type { TerminalLibrary } from "./terminal-library.ts";

const DEFAULT_GRACE_MS = 5000;
/** How long a shell may take to tell its login environment. */
const LOGIN_MS = 10_000;

/** A command line to start. */
export interface LaunchRequest {
  readonly cmd: string;
  readonly cwd: string;
  readonly shell: string | undefined;
  readonly login: boolean;
  readonly terminal: boolean;
  /** The call that asks for it. */
  readonly startedBy: EarlierCall;
  readonly unconfined: boolean;
}

/** Starts commands, and ends all of them in the end. */
export class Launcher {
  readonly shell: string;
  readonly graceMs: number;
  readonly #environment: Environment;
  readonly #policy: EnvironmentPolicy;
  readonly #confiner: Confiner | null;
  readonly #logins: LoginEnvironments;
  readonly #roots: CommandToolsOptions["roots"];
  readonly #terminalPackages: readonly string[] | undefined;
  /** What the markers of all commands begin with. */
  readonly #owner: string = randomBytes(12).toString("hex");
  readonly #guard: ExitGuard = new ExitGuard(this.#owner);
  readonly #pipes: Pipes = new Pipes(() => this.#guard.temporaryFolder("pipes"));
  readonly #live: Set<Command> = new Set();
  readonly #starting: Set<Promise<Command>> = new Set();
  #terminals: Promise<TerminalLibrary | null> | null = null;
  #last = 0;
  #closed = false;

  constructor(options: CommandToolsOptions) {
    const { roots, environment = {}, confinement, graceMs = DEFAULT_GRACE_MS, terminalPackages, shell } = options;
    const settings = confinementSettings(confinement);
    const bubblewrap = settings.profile === "full-access" ? null : findBubblewrap();
    const temporary = (): Promise<string> => this.#guard.temporaryFolder("commands");
    this.#confiner = bubblewrap?.works === true ? new Confiner(bubblewrap.path, settings, roots, temporary) : null;
    this.#policy = environment;
    this.#environment = inherited(process.env, environment);
    this.#roots = roots;
    this.#terminalPackages = terminalPackages;
    this.graceMs = graceMs;
    this.shell = shell === undefined ? defaultShell() : resolveShell(shell, roots.cwd, this.#path());
    this.#logins = new LoginEnvironments((file, args, onOutput) => this.#runLogin(file, args, onOutput), environment);
  }

  /** Whether commands are confined, unless they are started unconfined. */
  get confines(): boolean {
    return this.#confiner !== null;
  }

  /** Starts a command. Rejects with what the system says, or where there is no terminal to be had. */
  start(request: LaunchRequest): Promise<Command> {
    const starting = this.#start(request);
    this.#starting.add(starting);
    const forget = (): boolean => this.#starting.delete(starting);
    starting.then(forget).catch(forget);
    return starting;
  }

  async #start(request: LaunchRequest): Promise<Command> {
    const { cmd, cwd, login, startedBy, terminal } = request;
    const shell = request.shell === undefined ? this.shell : resolveShell(request.shell, cwd, this.#path());
    const snapshot = login && hasSnapshot(shell) ? await this.#logins.of(shell) : null;
    const marker = this.#newMarker();
    const env = this.#environmentOf(snapshot ?? this.#environment, marker, { [CALL_ID_NAME]: startedBy.callId });
    // A shell would take a text that begins like an option for one.
    const args = [login && snapshot === null ? "-lc" : "-c", /^[-+]/u.test(cmd) ? ` ${cmd}` : cmd];
    const collector = new Collector();
    const confiner = request.unconfined ? null : this.#confiner;
    const plan = { file: shell, args, cwd, env };
    const running = await this.#spawn(plan, terminal, confiner, (chunk) => collector.push(chunk));
    const command = new Command(running, collector, { marker, confined: confiner !== null, startedBy });
    this.#live.add(command);
    void command.ended.then(() => this.#live.delete(command));
    return command;
  }

  /** Ends everything that was started and still runs, what commands left behind too. */
  async close(): Promise<void> {
    this.#closed = true;
    // One that was past the last look at this is there a moment later.
    await Promise.allSettled(this.#starting);
    await Promise.all([...this.#live].map((command) => command.end(this.graceMs)));
    await killLeftovers(this.#owner);
    await this.#guard.close();
  }

  async #spawn(
    plan: ProcessPlan,
    terminal: boolean,
    confiner: Confiner | null,
    onOutput: (chunk: Uint8Array) => void,
  ): Promise<RunningProcess> {
    const library = terminal ? await this.#terminalLibrary() : null;
    if (terminal && library === null) throw new Error(NO_TERMINAL);
    const confined = confiner === null ? plan : await confiner.confine(plan);
    if (this.#closed) throw new Error("exec_command failed: the tools were closed");
    const running =
      library === null ? await startPiped(confined, this.#pipes, onOutput) : startTerminal(confined, library, onOutput);
    this.#guard.begin(running.pid);
    void running.ended.then(() => this.#guard.ended(running.pid));
    return running;
  }

  #terminalLibrary(): Promise<TerminalLibrary | null> {
    this.#terminals ??= loadTerminalLibrary(this.#terminalPackages);
    return this.#terminals;
  }

  async #runLogin(shell: string, args: readonly string[], onOutput: (chunk: Uint8Array) => void): Promise<boolean> {
    const marker = this.#newMarker();
    const plan = { file: shell, args, cwd: this.#roots.cwd, env: this.#environmentOf(this.#environment, marker, {}) };
    const running = await this.#spawn(plan, false, this.#confiner, onOutput);
    const command = new Command(running, new Collector(), {
      marker,
      confined: this.#confiner !== null,
      startedBy: null,
    });
    const late = new AbortController();
    const ended = await Promise.race([
      command.ended.then(() => true),
      wait(LOGIN_MS, false, { signal: late.signal }).catch(() => false),
    ]);
    late.abort();
    if (!ended) await command.end(0);
    return ended && command.exitCode === 0;
  }

  #environmentOf(from: Environment, marker: string, more: Environment): Environment {
    const { set = {} } = this.#policy;
    return { ...from, ...FIXED_ENVIRONMENT, ...more, ...set, [MARKER_NAME]: marker };
  }

  #newMarker(): string {
    return `${this.#owner}.${++this.#last}.`;
  }

  #path(): string {
    return this.#environment["PATH"] ?? process.env["PATH"] ?? "";
  }
}
