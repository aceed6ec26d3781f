import type { ApprovalAnswer } from "../../approvals/contract.ts";
import type { ApprovalQuestion, Ask } from "../../approvals/options.ts";
import { questionRows } from "../../approvals/shown/question-rows.ts";
import { parseReply, promptFor } from "./reply.ts";
import { inTurn } from "./turns.ts";
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
export function createTerminalAsk(options: TerminalAskOptions = {}): Ask | undefined {
  const terminal = terminalOf(options);
  if (terminal === undefined) return undefined;
  return (question, { signal }) => {
    // An answer for the session may come while it waits for its turn; nothing is shown or taken away then.
    const hold = (): (() => void) => (question.isSettled() ? ignore : (options.hold?.() ?? ignore));
    return inTurn(terminal, hold, signal, async () =>
      question.isSettled() ? { answer: "allow" } : askOne(question, terminal, signal),
    );
  };
}

/** The terminal where somebody can be asked; undefined where nobody sits at one. */
export function terminalOf({ hold: _, ...given }: TerminalAskOptions): Terminal | undefined {
  const terminal: Terminal = {
    input: process.stdin,
    output: process.stderr,
    interrupt: () => process.kill(process.pid, "SIGINT"),
    ...given,
  };
  const { input, output } = terminal;
  return !input.isTTY || !output.isTTY || input.readableEnded || input.destroyed ? undefined : terminal;
}

function ignore(): void {
  // Nothing was taken away.
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
