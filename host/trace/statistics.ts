import { displayName } from "../events/display-name.ts";
import type { CallOutcome, HostEvent } from "../events/events.ts";
import type { TraceHeader, TraceLine } from "./format.ts";

const SLOWEST = 5;
const MAX_NAMES = 1_000;
/** Calls under way at once whose beginning is remembered. */
const MAX_OPEN = 100_000;

/** A call as a summary names it. */
export interface TracedCall {
  readonly name: string;
  readonly sessionId: string;
  readonly callId: string;
  readonly ms: number;
  readonly outcome: CallOutcome;
}

/** The failures of one tool. */
export interface ToolFailures {
  readonly name: string;
  readonly count: number;
  /** What the last one said. */
  readonly message: string;
}

/** What a trace holds, counted while it is read. */
export class TraceStatistics {
  header: TraceHeader | null = null;
  calls = 0;
  cells = 0;
  /** Events that were missing when the file was written. */
  missing = 0;
  readonly outcomes: Map<CallOutcome, number> = new Map();
  readonly #began: Map<string, number> = new Map();
  readonly #failures: Map<string, ToolFailures> = new Map();
  #slowest: readonly TracedCall[] = [];
  #from = Number.POSITIVE_INFINITY;
  #to = 0;

  /** The calls that took longest, the longest first. */
  get slowest(): readonly TracedCall[] {
    return this.#slowest;
  }

  /** Tools whose calls failed, those with the most failures first. Of many tools only the first 1,000 that failed. */
  get failures(): readonly ToolFailures[] {
    return [...this.#failures.values()].sort((a, b) => b.count - a.count);
  }

  /** Time from the first event to the last, in ms. */
  get ms(): number {
    return Math.max(0, this.#to - this.#from);
  }

  add(line: TraceLine): void {
    if (line.type === "trace/header") {
      this.header ??= line;
      return;
    }
    if ("at" in line) {
      this.#from = Math.min(this.#from, line.at);
      this.#to = Math.max(this.#to, line.at);
    }
    switch (line.type) {
      case "trace/dropped":
        this.missing += line.events;
        break;
      case "cell/begin":
        this.cells += 1;
        break;
      case "call/begin":
        if (this.#began.size < MAX_OPEN) this.#began.set(keyOf(line), line.at);
        break;
      case "call/end":
        this.#ended(line);
        break;
      default:
    }
  }

  #ended(event: Extract<HostEvent, { readonly type: "call/end" }>): void {
    const { namespace, name, sessionId, callId, outcome, at } = event;
    const key = keyOf(event);
    const ms = Math.max(0, at - (this.#began.get(key) ?? at));
    this.#began.delete(key);
    this.calls += 1;
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
    const shown = displayName(namespace, name);
    const last = this.#slowest.at(-1);
    if (this.#slowest.length < SLOWEST || last === undefined || ms > last.ms) {
      const call = { name: shown, sessionId, callId, ms, outcome };
      this.#slowest = [...this.#slowest, call].sort((a, b) => b.ms - a.ms).slice(0, SLOWEST);
    }
    if (outcome === "succeeded") return;
    const before = this.#failures.get(shown);
    if (before === undefined && this.#failures.size >= MAX_NAMES) return;
    this.#failures.set(shown, { name: shown, count: (before?.count ?? 0) + 1, message: event.message ?? "" });
  }
}

function keyOf({ sessionId, callId }: { readonly sessionId: string; readonly callId: string }): string {
  return `${sessionId}\0${callId}`;
}
