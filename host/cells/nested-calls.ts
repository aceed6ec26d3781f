import { MAX_BATCH_CALLS, MAX_PAYLOAD_BYTES } from "../../protocol/index.ts";
import type { CallsFrame, OutcomeErrorCode, ResultsFrame } from "../../protocol/index.ts";
import type { CallSite } from "../../tools/index.ts";
import { Cancellation } from "../pipeline/cancellation.ts";
import { nextCallId } from "./call-ids.ts";
import { Ledger } from "./ledger.ts";
import type { LedgerEntry } from "./ledger.ts";

/**
 * How one nested call ended: the JSON text of its value, or a text for the script, with the code of a limit that was met if
 * there is one.
 */
export type NestedResult = { readonly attempts: number } & (
  | { readonly ok: true; readonly json: string }
  | { readonly ok: false; readonly message: string; readonly code?: OutcomeErrorCode }
);

/** Runs a tool of the cell's step. */
export interface CallRunner {
  /** Name and namespace of the tool at an index of the catalog; null if there is none. */
  readonly toolAt: (index: number) => { readonly name: string; readonly namespace: string } | null;
  /** Gives the result to `answer`, once. */
  readonly run: (call: NestedCall, answer: (result: NestedResult) => void) => void;
}

/** A call as its runner gets it. */
export interface NestedCall {
  readonly tool: number;
  readonly callId: string;
  readonly cellId: string;
  /** JSON text; empty when no argument was given. */
  readonly argumentsJson: string;
  /** Where in the script, if it was told. */
  readonly site: CallSite | undefined;
  readonly signal: AbortSignal;
  /** Says when the cell has ended: a listener a call on the shared signal would be quadratic. */
  readonly cancellation: Cancellation;
}

/** What nested calls need of their cell. */
export interface NestedCallsOptions {
  readonly submittedAt: number;
  readonly payloadBytes: number | null;
  readonly sendResults: (frame: Omit<ResultsFrame, "type" | "cell">) => void;
}

/** The calls a cell makes: unpacked from their batches, run, recorded, and answered in batches. */
export class NestedCalls {
  readonly ledger: Ledger = new Ledger();
  readonly #cellId: string;
  readonly #runner: CallRunner;
  readonly #options: NestedCallsOptions;
  readonly #abort: AbortController = new AbortController();
  readonly #cancellation: Cancellation = new Cancellation();
  #made = 0;
  #calls: number[] = [];
  #ok: boolean[] = [];
  #lengths: number[] = [];
  #payload = "";
  #payloadBytes = 0;
  #ended = false;

  constructor(cellId: string, runner: CallRunner, options: NestedCallsOptions) {
    this.#cellId = cellId;
    this.#runner = runner;
    this.#options = options;
  }

  /** Runs a batch. Throws when it names a tool that is not in the catalog: the runtime is not to be trusted then. */
  run(frame: CallsFrame): void {
    let at = 0;
    for (let i = 0; i < frame.tools.length; i++) {
      const end = at + (frame.lengths[i] ?? 0);
      const argumentsJson = frame.payload.slice(at, end);
      at = end;
      const tool = frame.tools[i] ?? -1;
      const name = this.#runner.toolAt(tool);
      if (name === null) throw new Error(`call of tool ${tool}, which is not in the catalog`);
      const entry: LedgerEntry = {
        callId: nextCallId(),
        namespace: name.namespace,
        name: name.name,
        argumentsJson,
        site: siteOf(frame, i),
        startedAtMs: this.#elapsed(),
        outcome: "pending",
        durationMs: 0,
        attempts: 0,
      };
      this.ledger.add(entry);
      this.#runOne(this.#made++, tool, entry);
    }
  }

  /** Aborts what is under way; the results of those calls are dropped. */
  cancelAll(): void {
    this.#ended = true;
    if (!this.ledger.cancelPending(this.#elapsed())) return;
    const reason = new Error("the script that made this call has ended");
    this.#abort.abort(reason);
    this.#cancellation.cancel(reason);
  }

  #runOne(call: number, tool: number, entry: LedgerEntry): void {
    const { callId, argumentsJson, site } = entry;
    const cellId = this.#cellId;
    const { signal } = this.#abort;
    const cancellation = this.#cancellation;
    this.#runner.run({ tool, callId, cellId, argumentsJson, site, signal, cancellation }, (result) => {
      if (this.#ended) return;
      this.ledger.settle(entry, result.ok ? "succeeded" : "failed", this.#elapsed(), result.attempts);
      this.#answer(call, result);
    });
  }

  #answer(call: number, result: NestedResult): void {
    let { ok } = result;
    let json = result.ok ? result.json : failureJson(result);
    const refusal = this.#refusalOf(json);
    if (refusal !== null) {
      ok = false;
      json = JSON.stringify({ code: "payload_too_large", message: refusal });
    }
    const bytes = Buffer.byteLength(json);
    // What does not fit into the frame of this turn any more gets another one.
    if (this.#payloadBytes + bytes > MAX_PAYLOAD_BYTES || this.#calls.length === MAX_BATCH_CALLS) this.#flush();
    const isFirst = this.#calls.length === 0;
    this.#calls.push(call);
    this.#ok.push(ok);
    this.#lengths.push(json.length);
    this.#payload += json;
    this.#payloadBytes += bytes;
    // Where no other call is under way there is nothing to wait for.
    if (this.ledger.pending === 0) this.#flush();
    else if (isFirst) setImmediate(this.#flush);
  }

  /** Why a result cannot be handed over, or null. */
  #refusalOf(json: string): string | null {
    const limit = this.#options.payloadBytes;
    const limited = limit !== null && limit <= MAX_PAYLOAD_BYTES;
    const maxBytes = limited ? limit : MAX_PAYLOAD_BYTES;
    // No text has more than three bytes a unit, and most are far from the limit.
    if (json.length * 3 <= maxBytes) return null;
    const bytes = Buffer.byteLength(json);
    if (bytes <= maxBytes) return null;
    const which = limited ? "the limit payloadBytes is" : "the most that the largest frame carries is";
    return `The result is ${bytes} bytes long as JSON, ${which} ${maxBytes}.`;
  }

  /** Everything that became ready in one turn of the event loop goes out as one frame. */
  readonly #flush = (): void => {
    const frame = { calls: this.#calls, ok: this.#ok, lengths: this.#lengths, payload: this.#payload };
    this.#calls = [];
    this.#ok = [];
    this.#lengths = [];
    this.#payload = "";
    this.#payloadBytes = 0;
    if (!this.#ended && frame.calls.length > 0) this.#options.sendResults(frame);
  };

  #elapsed(): number {
    return performance.now() - this.#options.submittedAt;
  }
}

function siteOf({ sites }: CallsFrame, index: number): CallSite | undefined {
  const line = sites?.[2 * index] ?? 0;
  return line === 0 ? undefined : { line, column: sites?.[2 * index + 1] ?? 0 };
}

function failureJson({ code, message }: { readonly code?: OutcomeErrorCode; readonly message: string }): string {
  return JSON.stringify(code === undefined ? message : { code, message });
}
