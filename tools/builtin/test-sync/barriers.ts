/** A barrier: it opens when so many have come. */
interface Barrier {
  readonly participants: number;
  arrived: number;
  readonly open: PromiseWithResolvers<void>;
}

/** Places where calls wait for each other, by name. */
export class Barriers {
  readonly #waiting: Map<string, Barrier> = new Map();

  /**
   * Waits until so many are there. Whoever gives up counts no more. Rejects with an error for the model when it takes too
   * long, when the others of this name wait for another number, or with the signal's reason.
   */
  async meet(id: string, participants: number, timeoutMs: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const barrier = this.#waiting.get(id) ?? { participants, arrived: 0, open: Promise.withResolvers<void>() };
    if (barrier.participants !== participants) {
      throw new Error(`barrier ${id} is waited at by calls that expect ${barrier.participants} participants`);
    }
    this.#waiting.set(id, barrier);
    barrier.arrived++;
    if (barrier.arrived === participants) {
      // The name is free again before anybody goes on.
      this.#waiting.delete(id);
      barrier.open.resolve();
      return;
    }
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error(`nobody else came to barrier ${id} in time`)), timeoutMs);
    const onAbort = (): void => reject(signal.reason as Error);
    signal.addEventListener("abort", onAbort, { once: true });
    try {
      await Promise.race([barrier.open.promise, late]);
    } catch (error) {
      barrier.arrived--;
      if (barrier.arrived === 0 && this.#waiting.get(id) === barrier) this.#waiting.delete(id);
      throw error;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
    }
  }
}
