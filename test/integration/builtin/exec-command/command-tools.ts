import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { AllowedRoots, createCommandTools, describeConfinement } from "../../../../tools/builtin/index.ts";
import type { CallContext, ToolResult } from "../../../../tools/index.ts";
import type { CommandTools, CommandToolsOptions } from "../../../../tools/builtin/index.ts";
import { loadTerminalLibrary } from "../../../../tools/builtin/exec-command/process/terminal-library.ts";

/** Why tests that need confinement are skipped; null where they run. */
export const NO_CONFINEMENT: string | null = describeConfinement().reason;
/** Likewise for terminals. */
export const NO_TERMINAL: string | null =
  (await loadTerminalLibrary()) === null ? "neither node-pty nor @lydell/node-pty is installed" : null;

/** What both tools give a script. */
export interface Value {
  readonly exit_code?: number;
  readonly session_id?: number;
  readonly original_token_count: number;
  readonly output: string;
}

/** Tools in a folder of their own, closed and removed when the test ends. */
export interface TestTools extends CommandTools {
  readonly work: string;
  readonly exec: (input: object, context?: Partial<CallContext>) => Promise<ToolResult>;
  readonly write: (input: object, context?: Partial<CallContext>) => Promise<ToolResult>;
  /** Runs a command to its end, and gives what a script gets. */
  readonly run: (cmd: string, more?: object) => Promise<Value>;
}

type Options = Omit<Partial<CommandToolsOptions>, "roots"> & { readonly everywhere?: true };

/** Unconfined, unless the options say otherwise: most of what commands do has nothing to do with confinement. */
export async function testTools({ everywhere, ...options }: Options = {}): Promise<TestTools> {
  const work = await realpath(await mkdtemp(join(tmpdir(), "isocell-work-")));
  const roots = new AllowedRoots(work, everywhere === true ? null : undefined);
  const tools = createCommandTools({
    shell: "/bin/bash",
    graceMs: 500,
    confinement: { profile: "full-access" },
    ...options,
    roots,
  });
  onTestFinished(async () => {
    await tools.close();
    await rm(work, { recursive: true, force: true });
  });
  const call =
    (index: number) =>
    (input: object, context: Partial<CallContext> = {}): Promise<ToolResult> => {
      const tool = tools.executors[index];
      if (tool === undefined) throw new Error("no such tool");
      return tool.handle(input, {
        signal: new AbortController().signal,
        callId: "call-1",
        source: { kind: "direct" },
        attempt: 1,
        unconfined: false,
        reportProgress: () => undefined,
        ...context,
      });
    };
  const exec = call(0);
  return {
    ...tools,
    work,
    exec,
    write: call(1),
    run: async (cmd, more = {}) => (await exec({ cmd, yield_time_ms: 30_000, ...more })).value as Value,
  };
}

/** The text that a model reads, with what differs from run to run taken out. */
export function shown({ output }: Pick<ToolResult, "output">): string {
  return normal(output.content.map((item) => (item.type === "text" ? item.text : item.type)).join(""));
}

export function normal(text: string): string {
  return text
    .replace(/^Chunk ID: [0-9a-f]{6}$/mu, "Chunk ID: <id>")
    .replace(/^Wall time: [\d.]+ seconds$/mu, "Wall time: <t> seconds")
    .replace(/(session ID|process id) \d{4,5}/u, "$1 <sid>");
}
