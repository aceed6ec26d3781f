import type { HostEvent } from "../../events/events.ts";
import type { Subscribe } from "../../events/emitter.ts";
import { displayName } from "../../events/display-name.ts";
import type { RequestExtra } from "../sdk.ts";
import { RequestProgress } from "./progress.ts";

/** A request that a cell belongs to as long as it is not answered. */
export interface CellRequest {
  readonly send: RequestExtra["sendNotification"];
  readonly progress: RequestProgress;
}

/**
 * Which request of a client a cell belongs to at the moment: the `exec` that began it, or the `wait` that looks at it.
 * Listens to the host only while there is such a request.
 */
export class CellWatch {
  readonly #subscribe: Subscribe;
  /** Requests of `exec` whose cell has not begun, by call id. */
  readonly #waiting: Map<string, CellRequest> = new Map();
  readonly #cells: Map<string, CellRequest> = new Map();
  readonly #ended: Map<string, number> = new Map();
  #sessionId: string | null = null;
  #open = 0;
  #unsubscribe: (() => void) | null = null;

  constructor(subscribe: Subscribe) {
    this.#subscribe = subscribe;
  }

  /** The request that a cell belongs to; undefined while none waits for it. */
  requestOf(cellId: string): CellRequest | undefined {
    return this.#cells.get(cellId);
  }

  /** A request of `exec`, from its call until its answer. */
  forCall<T>(callId: string, extra: RequestExtra, work: () => Promise<T>): Promise<T> {
    return this.#during(extra, (request) => this.#waiting.set(callId, request), work);
  }

  /** A request of `wait`. */
  forCell<T>(cellId: string, extra: RequestExtra, work: () => Promise<T>): Promise<T> {
    return this.#during(extra, (request) => this.#cells.set(cellId, request), work);
  }

  async #during<T>(extra: RequestExtra, place: (request: CellRequest) => void, work: () => Promise<T>): Promise<T> {
    const request = { send: extra.sendNotification, progress: new RequestProgress(extra) };
    place(request);
    this.#open += 1;
    this.#unsubscribe ??= this.#subscribe((event) => this.#see(event));
    try {
      return await work();
    } finally {
      request.progress.close();
      for (const table of [this.#waiting, this.#cells]) {
        for (const [key, value] of table) if (value === request) table.delete(key);
      }
      this.#open -= 1;
      if (this.#open === 0) {
        this.#unsubscribe?.();
        this.#unsubscribe = null;
        this.#ended.clear();
      }
    }
  }

  #see(event: HostEvent): void {
    if (event.type === "cell/begin") {
      const request = event.callId === undefined ? undefined : this.#waiting.get(event.callId);
      if (event.callId === undefined || request === undefined) return;
      this.#waiting.delete(event.callId);
      this.#sessionId = event.sessionId;
      this.#cells.set(event.cellId, request);
      return;
    }
    if (event.type !== "call/progress" && event.type !== "call/end") return;
    const { source, sessionId, namespace, name } = event;
    if (source.kind !== "cell" || sessionId !== this.#sessionId) return;
    const progress = this.#cells.get(source.cellId)?.progress;
    if (progress?.wanted !== true) return;
    const tool = displayName(namespace, name);
    if (event.type === "call/progress") progress.tell(`${tool}: ${amountText(event)}`);
    else progress.tell(`${tool} ${event.outcome}${this.#countText(source.cellId)}`);
  }

  #countText(cellId: string): string {
    const count = (this.#ended.get(cellId) ?? 0) + 1;
    this.#ended.set(cellId, count);
    return ` (${count} ${count === 1 ? "call" : "calls"} done)`;
  }
}

function amountText({ progress, total, message }: Extract<HostEvent, { readonly type: "call/progress" }>): string {
  const amount = total === undefined ? String(progress) : `${progress}/${total}`;
  return message === undefined ? amount : `${amount} ${message}`;
}
