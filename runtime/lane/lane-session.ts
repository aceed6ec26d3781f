import { MAX_PAYLOAD_BYTES } from "../../protocol/index.ts";
import type { Limits, SessionOpenFrame } from "../../protocol/index.ts";

/** Settings of a cell. */
export interface CellSettings {
  /** As the prelude reads them. */
  readonly json: string;
  /** Whether other cells may have the same: nothing in them depends on what the cell's source mentions. */
  readonly common: boolean;
}

/**
 * A session as one lane knows it: limits and stored values. The map of values is replaced, never changed, so that a
 * cell keeps the values as they were when it started.
 */
export class LaneSession {
  readonly id: number;
  readonly limits: Limits;
  readonly isolation: "cell" | "session";
  readonly #callSites: boolean;
  #stored: ReadonlyMap<string, string> = new Map();
  #storedBytes = 0;

  constructor(frame: SessionOpenFrame) {
    this.id = frame.session;
    this.limits = frame.limits;
    this.isolation = frame.isolation;
    this.#callSites = frame.callSites === true;
  }

  /** Stored values as of now: key to JSON text. */
  get stored(): ReadonlyMap<string, string> {
    return this.#stored;
  }

  /** Takes over values that the host committed since the last cell on this lane. */
  update(changes: readonly (readonly [key: string, json: string])[]): void {
    if (changes.length === 0) return;
    const next = new Map(this.#stored);
    for (const [key, json] of changes) {
      const before = next.get(key);
      this.#storedBytes +=
        Buffer.byteLength(json) + (before === undefined ? Buffer.byteLength(key) : -Buffer.byteLength(before));
      next.set(key, json);
    }
    this.#stored = next;
  }

  /** Settings of a cell with this source. */
  settingsFor(source: string, usesWeb: boolean): CellSettings {
    const { payloadBytes, pendingCalls, totalCalls, timers, storedBytes } = this.limits;
    const listTools = source.includes("ALL_TOOLS");
    const json = JSON.stringify({
      payloadBytes,
      pendingCalls,
      totalCalls,
      timers,
      storedBytes: storedBytes === null ? null : Math.max(0, storedBytes - this.#storedBytes),
      frameBytes: MAX_PAYLOAD_BYTES,
      callSites: this.#callSites,
      listTools,
      usesWeb,
    });
    return { json, common: !listTools && !usesWeb };
  }
}
