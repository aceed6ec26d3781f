import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { createHost } from "../../host/index.ts";
import type { BuiltinOptions, Host, HostOptions, Step, StepCall, StepOutput } from "../../host/index.ts";

/** A host with built-in tools in a folder of its own; both are gone when the test ends. */
export interface BuiltinHost {
  readonly host: Host;
  /** The folder, as the system spells it. */
  readonly work: string;
}

/** Options of `builtinHost`. Commands are unconfined, unless something else is said: most has nothing to do with that. */
export interface BuiltinHostOptions extends Omit<HostOptions, "builtins"> {
  readonly builtins?: Partial<BuiltinOptions>;
}

const COMMANDS = { shell: "/bin/bash", confinement: { profile: "full-access" }, graceMs: 500 } as const;

/** As `builtinHost`, for whoever closes it. */
export async function makeBuiltinHost({ builtins = {}, ...options }: BuiltinHostOptions = {}): Promise<
  BuiltinHost & { readonly close: () => Promise<void> }
> {
  const work = await realpath(await mkdtemp(join(tmpdir(), "isocell-built-")));
  const commands = { ...COMMANDS, ...builtins.commands };
  const host = await createHost({
    pool: { processes: 1, prestart: false },
    ...options,
    builtins: { tools: "all", cwd: work, ...builtins, commands },
  });
  const close = async (): Promise<void> => {
    await host.close();
    await rm(work, { recursive: true, force: true });
  };
  return { host, work, close };
}

export async function builtinHost(options: BuiltinHostOptions = {}): Promise<BuiltinHost> {
  const made = await makeBuiltinHost(options);
  onTestFinished(made.close);
  return made;
}

/** The texts of an output, one after the other, with what differs from run to run taken out. */
export function shownText({ content }: Pick<StepOutput, "content">): string {
  return steady(content.map((item) => (item.type === "text" ? item.text : item.type)).join(""));
}

/** A text with ids and times made the same for all. */
export function steady(text: string): string {
  return text
    .replaceAll(/\bChunk ID: [0-9a-f]{6}\b/gu, "Chunk ID: <id>")
    .replaceAll(/(Wall time:?) [\d.]+ seconds/gu, "$1 <t> seconds")
    .replaceAll(/(session ID|process id) \d{4,5}\b/gu, "$1 <sid>")
    .replace(/(aborted by user after) [\d.]+s$/u, "$1 <t>s");
}

/** A call with its arguments as a value. */
export function callWith(name: string, input: object, callId?: string): StepCall {
  return { name, arguments: JSON.stringify(input), ...(callId === undefined ? {} : { callId }) };
}

/** Calls `exec_command`, and gives what a script would get. */
export async function runCommand(step: Step, cmd: string, more: object = {}): Promise<CommandValue> {
  const { value } = await step.call(callWith("exec_command", { cmd, ...more }));
  return value as CommandValue;
}

/** What `exec_command` and `write_stdin` give a script. */
export interface CommandValue {
  readonly exit_code?: number;
  readonly session_id?: number;
  readonly output: string;
}
