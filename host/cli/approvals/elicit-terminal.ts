import type { Elicit, Elicitation, Elicited, FormField, FormValue } from "../../approvals/elicitation/contract.ts";
import { terminalOf } from "./ask-terminal.ts";
import type { TerminalAskOptions } from "./ask-terminal.ts";
import { fieldRows, requestRows } from "./form-rows.ts";
import { readTyped, shownDefault } from "./form-values.ts";
import { inTurn } from "./turns.ts";
import { readTypedLine } from "./typed-line.ts";
import type { Terminal } from "./typed-line.ts";
import { visibleText } from "../../approvals/shown/visible-text.ts";

const DEFAULT_COLUMNS = 80;
const CANCELLED: Elicited = { action: "cancel" };

/**
 * Answers questions of MCP servers at the terminal, one at a time and in turn with approvals. Undefined where nobody sits
 * at one.
 */
export function createTerminalElicit(options: TerminalAskOptions = {}): Elicit | undefined {
  const terminal = terminalOf(options);
  if (terminal === undefined) return undefined;
  return (request, { signal }) => inTurn(terminal, options.hold, signal, () => answer(request, terminal, signal));
}

async function answer(request: Elicitation, terminal: Terminal, signal: AbortSignal): Promise<Elicited> {
  const { output } = terminal;
  show(terminal, requestRows(request, output.columns || DEFAULT_COLUMNS));
  const yes = request.kind === "url" ? "I have opened it" : "answer";
  const action = await askAction(terminal, `y = ${yes}, n = decline, c = cancel: `, signal);
  if (action !== "accept" || request.kind === "url") return { action };
  const content: [string, FormValue][] = [];
  for (const field of request.fields) {
    const value = await fill(field, terminal, signal);
    if (value === undefined) return CANCELLED;
    if (value !== null) content.push([field.name, value]);
  }
  return { action, content: Object.fromEntries(content) };
}

async function askAction(terminal: Terminal, prompt: string, signal: AbortSignal): Promise<Elicited["action"]> {
  for (;;) {
    const line = await readLine(terminal, prompt, signal);
    if (line === null) return "cancel";
    const typed = line.trim();
    if (/^y(?:es)?$/iu.test(typed)) return "accept";
    if (/^no?$/iu.test(typed)) return "decline";
    if (/^c(?:ancel)?$/iu.test(typed)) return "cancel";
    terminal.output.write("Please answer y, n or c.\n");
  }
}

/** The value; null where the field is left out, undefined when the terminal was closed. */
async function fill(field: FormField, terminal: Terminal, signal: AbortSignal): Promise<FormValue | null | undefined> {
  show(terminal, fieldRows(field, terminal.output.columns || DEFAULT_COLUMNS));
  for (;;) {
    const line = await readLine(terminal, `${visibleText(shownDefault(field)).trimStart()}> `, signal);
    if (line === null) return undefined;
    const read = readTyped(field, line);
    if ("value" in read) return read.value;
    terminal.output.write(`${read.problem}\n`);
  }
}

async function readLine(terminal: Terminal, prompt: string, signal: AbortSignal): Promise<string | null> {
  const line = await readTypedLine(terminal, prompt, signal);
  // The cursor still stands behind the prompt.
  if (line === null) terminal.output.write("\n");
  return line;
}

function show({ output }: Terminal, rows: readonly string[]): void {
  output.write(`${rows.join("\n")}\n`);
}
