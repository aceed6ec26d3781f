import { createInterface } from "node:readline";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { ReadStream, WriteStream } from "node:tty";

/** A terminal that somebody sits at. */
export interface Terminal {
  readonly input: ReadStream;
  readonly output: WriteStream;
  /** What Ctrl-C does: while a line is read the terminal makes no signal of it. */
  readonly interrupt: () => void;
}

/**
 * One line, edited as usual, or null when the terminal was closed (or Ctrl-D was typed). What was typed before the prompt
 * stood there is dropped: it can't have been meant as an answer. Rejects with the signal's reason once it fires. Leaves
 * the terminal as it was.
 */
export async function readTypedLine(
  { input, output, interrupt }: Terminal,
  prompt: string,
  signal: AbortSignal,
): Promise<string | null> {
  const wasRaw = input.isRaw;
  let failed = false;
  const onError = (): void => {
    failed = true;
  };
  input.on("error", onError);
  try {
    // First, so that a line which was begun but not ended counts as typed, too.
    input.setRawMode(true);
    await dropTyped(input);
    signal.throwIfAborted();
    // An input that has ended says so no second time.
    if (failed || input.readableEnded || input.destroyed) return null;
    return await readLine({ input, output, interrupt }, prompt, signal);
  } finally {
    input.pause();
    if (!input.destroyed) input.setRawMode(wasRaw);
    input.off("error", onError);
  }
}

/** Reads what the terminal holds already. It is there in the first turn of the event loop that looks for it. */
async function dropTyped(input: ReadStream): Promise<void> {
  const drop = (): void => undefined;
  input.on("data", drop);
  input.resume();
  await nextTurn();
  await nextTurn();
  input.pause();
  input.off("data", drop);
}

function readLine({ input, output, interrupt }: Terminal, prompt: string, signal: AbortSignal): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const lines = createInterface({ input, output, terminal: true, historySize: 0, prompt });
    const onAbort = (): void => {
      reject(signal.reason as Error);
      lines.close();
      output.write("\n");
    };
    const onError = (): void => lines.close();
    signal.addEventListener("abort", onAbort, { once: true });
    input.once("error", onError);
    lines.once("line", (line) => {
      resolve(line);
      lines.close();
    });
    lines.on("SIGINT", interrupt);
    lines.once("close", () => {
      signal.removeEventListener("abort", onAbort);
      input.off("error", onError);
      resolve(null);
    });
    lines.prompt();
  });
}
