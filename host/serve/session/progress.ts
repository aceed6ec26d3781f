import type { ToolProgress } from "../../../tools/index.ts";
import type { RequestExtra } from "../sdk.ts";

/**
 * Progress notifications of one request, if its client asked for them. At most one is on its way: of what comes meanwhile
 * the last is kept, so that a tool which reports without end fills no memory. Values only rise, as the protocol has it.
 */
export class RequestProgress {
  readonly #send: RequestExtra["sendNotification"];
  readonly #token: string | number | undefined;
  #last = Number.NEGATIVE_INFINITY;
  #sending = false;
  #next: ToolProgress | null = null;
  #closed = false;

  constructor({ sendNotification, _meta }: Pick<RequestExtra, "sendNotification" | "_meta">) {
    this.#send = sendNotification;
    this.#token = _meta?.progressToken;
  }

  /** Whether anybody wants to know. */
  get wanted(): boolean {
    return this.#token !== undefined && !this.#closed;
  }

  /** Progress in a tool's own units. What does not rise, or is no number, is left out. */
  report({ progress, total, message }: ToolProgress): void {
    if (!this.wanted || !isAmount(progress) || progress <= this.#last) return;
    this.#last = progress;
    this.#next = {
      progress,
      ...(isAmount(total) ? { total } : {}),
      ...(typeof message === "string" ? { message } : {}),
    };
    if (!this.#sending) void this.#flush();
  }

  /** One more thing that happened. */
  tell(message: string): void {
    this.report({ progress: Math.max(0, Math.floor(this.#last)) + 1, message });
  }

  /** Nothing is sent any more: the answer goes out, or nobody waits for it. */
  close(): void {
    this.#closed = true;
    this.#next = null;
  }

  async #flush(): Promise<void> {
    const token = this.#token;
    if (token === undefined) return;
    this.#sending = true;
    try {
      for (let next = this.#next; next !== null; next = this.#next) {
        this.#next = null;
        await this.#send({ method: "notifications/progress", params: { progressToken: token, ...next } });
      }
    } catch {
      // The connection is gone, and the request with it.
      this.close();
    } finally {
      this.#sending = false;
    }
  }
}

function isAmount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}
