import type { ApprovalAnswer } from "../../approvals/contract.ts";
import type { ApprovalQuestion, Ask } from "../../approvals/options.ts";
import { Gate } from "../../pipeline/gate/gate.ts";
import { questionRows } from "./question-rows.ts";
import { parseReply, promptFor } from "./reply.ts";
import { readTypedLine } from "./typed-line.ts";
import type { Terminal } from "./typed-line.ts";

/** For terminals that do not say how wide they are. */
const DEFAULT_COLUMNS = 80;

/** Default: the process's own terminal, with Ctrl-C as the signal it usually is. */
export interface TerminalAskOptions extends Partial<Terminal> {
  /** Called before a question is shown: takes other output away until what it answers is called. */
  readonly hold?: () => () => void;
}

/**
 * Asks whoever sits at the terminal, one question at a time. Undefined when nobody does: when standard input or standard
 * error is no terminal, or standard input was read to its end.
 */
export function createTerminalAsk({ hold, ...given }: TerminalAskOptions = {}): Ask | undefined {
  const terminal: Terminal = {
    input: process.stdin,
    output: process.stderr,
    interrupt: () => process.kill(process.pid, "SIGINT"),
    ...given,
  };
  const { input, output } = terminal;
  if (!input.isTTY || !output.isTTY || input.readableEnded || input.destroyed) return undefined;
  const turns = new Gate();
  return async (question, { signal }) => {
    const turn = turns.enter(false, signal);
    if (turn !== null) await turn;
    try {
      signal.throwIfAborted();
      if (question.isSettled()) return { answer: "allow" };
      const release = hold?.();
      try {
        return await askOne(question, terminal, signal);
      } finally {
        release?.();
      }
    } finally {
      turns.leave(false);
    }
  };
}

async function askOne(question: ApprovalQuestion, terminal: Terminal, signal: AbortSignal): Promise<ApprovalAnswer> {
  const { output } = terminal;
  const { offersSession } = question;
  output.write(`${questionRows(question, output.columns || DEFAULT_COLUMNS).join("\n")}\n`);
  for (;;) {
    const line = await readTypedLine(terminal, promptFor(offersSession), signal);
    if (line === null) {
      // The cursor still stands behind the prompt.
      output.write("\n");
      return { answer: "deny", reason: "the terminal was closed" };
    }
    const answer = parseReply(line, offersSession);
    if (answer !== null) return answer;
    output.write(offersSession ? "Please answer y, a or n.\n" : "Please answer y or n.\n");
  }
}
