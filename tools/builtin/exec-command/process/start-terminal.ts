import { DRAIN_MS } from "./running-process.ts";
import type { ProcessPlan, RunningProcess } from "./running-process.ts";
import type { TerminalLibrary } from "./terminal-library.ts";

const ROWS = 24;
const COLUMNS = 80;

/** Starts a program in a pseudo-terminal of 24 by 80, and hands over the bytes it shows. Throws when it can't be started. */
export function startTerminal(
  plan: ProcessPlan,
  library: TerminalLibrary,
  onOutput: (chunk: Uint8Array) => void,
): RunningProcess {
  const { file, args, cwd, env } = plan;
  const name = env["TERM"] ?? "dumb";
  const terminal = library.spawn(file, args, { name, cols: COLUMNS, rows: ROWS, cwd, env, encoding: null });
  let exitCode: number | null = null;
  terminal.onData((data) => onOutput(typeof data === "string" ? Buffer.from(data) : data));
  const ended = new Promise<void>((resolve) => {
    terminal.onExit((end) => {
      exitCode = end.signal === undefined || end.signal === 0 ? end.exitCode : 128 + end.signal;
      // The library waits for the output itself where it can.
      setTimeout(resolve, process.platform === "linux" ? 0 : DRAIN_MS);
    });
  });
  return {
    pid: terminal.pid,
    exitCode: () => exitCode,
    ended,
    write: (text) => {
      if (exitCode === null) terminal.write(text);
    },
    unref: () => undefined,
    close: () => {
      if (exitCode === null) terminal.kill("SIGHUP");
    },
  };
}
