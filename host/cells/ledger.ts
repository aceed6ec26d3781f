import { hash } from "node:crypto";
import type { CallSite } from "../../tools/index.ts";
import type { CallRecord } from "../outcome.ts";

/** Digits of the digest kept in the ledger. */
const DIGEST_DIGITS = 16;
/** From this length on a digest takes longer to make than the rest of a record. */
const LARGE_CHARACTERS = 1024;

/** One call while it may still change. */
export interface LedgerEntry {
  readonly callId: string;
  readonly namespace: string;
  readonly name: string;
  /** JSON text of the arguments; empty when none were given. */
  readonly argumentsJson: string;
  readonly site: CallSite | undefined;
  readonly startedAtMs: number;
  outcome: CallRecord["outcome"];
  durationMs: number;
  attempts: number;
}

/** The nested calls of one cell, in the order in which the script made them. */
export class Ledger {
  readonly #entries: LedgerEntry[] = [];
  readonly #records: CallRecord[] = [];
  #settled = 0;

  add(entry: LedgerEntry): void {
    this.#entries.push(entry);
  }

  settle(
    entry: LedgerEntry,
    outcome: CallRecord["outcome"],
    endedAtMs: number,
    attempts: number = entry.attempts,
  ): void {
    if (entry.outcome !== "pending") return;
    entry.outcome = outcome;
    entry.durationMs = endedAtMs - entry.startedAtMs;
    entry.attempts = attempts;
    this.#settled++;
  }

  /** Records that calls which are under way were cancelled; says whether there were any. */
  cancelPending(now: number): boolean {
    if (this.pending === 0) return false;
    for (const entry of this.#entries) this.settle(entry, "cancelled", now);
    return true;
  }

  get made(): number {
    return this.#entries.length;
  }

  get pending(): number {
    return this.#entries.length - this.#settled;
  }

  /** Names of the calls that are pending, each once. */
  pendingNames(): readonly string[] {
    const names = this.#entries.filter((entry) => entry.outcome === "pending").map(({ name }) => name);
    return [...new Set(names)];
  }

  /** Records of all calls; those that had ended before are the same objects as last time. */
  records(): readonly CallRecord[] {
    const records = this.#entries.map((entry, index) => {
      const known = this.#records[index];
      if (known !== undefined && known.outcome !== "pending") return known;
      const record = recordOf(entry);
      this.#records[index] = record;
      return record;
    });
    return records;
  }
}

function recordOf(entry: LedgerEntry): CallRecord {
  const { callId, namespace, name, argumentsJson, site, startedAtMs, outcome, durationMs, attempts } = entry;
  const isLarge = argumentsJson.length > LARGE_CHARACTERS;
  const record: CallRecord = {
    callId,
    namespace,
    name,
    argumentsDigest: isLarge ? "" : digestOf(argumentsJson),
    outcome,
    startedAtMs,
    ...(site === undefined ? {} : { site }),
    ...(outcome === "pending" ? {} : { durationMs, attempts }),
  };
  return isLarge ? withLazyDigest(record, argumentsJson) : record;
}

/** A record whose digest is made when somebody reads it: it takes as long as everything else about such a call. */
function withLazyDigest(record: CallRecord, argumentsJson: string): CallRecord {
  let digest = "";
  const get = (): string => {
    if (digest === "") digest = digestOf(argumentsJson);
    return digest;
  };
  return Object.defineProperty(record, "argumentsDigest", { get, enumerable: true, configurable: true });
}

function digestOf(argumentsJson: string): string {
  return hash("sha256", argumentsJson).slice(0, DIGEST_DIGITS);
}
