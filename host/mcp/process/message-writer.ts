/** Characters that are gathered at most before they are written: a server begins with them while more come. */
const BATCH_CHARACTERS = 4096;

/**
 * Writes messages to a pipe: the first of a turn of the event loop at once, those that follow it in the same turn together.
 * A write takes longer than all else about a short message, and wakes its reader.
 */
export class MessageWriter {
  readonly #write: (text: string) => Promise<void>;
  #text = "";
  #written: PromiseWithResolvers<void> | null = null;
  #inTurn = false;

  /** @param write settles when the text has been handed over, and keeps the order of its calls. */
  constructor(write: (text: string) => Promise<void>) {
    this.#write = write;
  }

  /** Settles when the message has been handed over; rejects when its reader is gone. */
  send(message: string): Promise<void> {
    if (!this.#inTurn) {
      this.#inTurn = true;
      setImmediate(this.#endTurn);
      return this.#write(message);
    }
    this.#written ??= Promise.withResolvers();
    const { promise } = this.#written;
    this.#text += message;
    if (this.#text.length >= BATCH_CHARACTERS) this.flush();
    return promise;
  }

  /** Writes what is gathered. */
  flush(): void {
    const text = this.#text;
    const written = this.#written;
    if (written === null) return;
    this.#text = "";
    this.#written = null;
    this.#write(text).then(written.resolve, written.reject);
  }

  readonly #endTurn = (): void => {
    this.#inTurn = false;
    this.flush();
  };
}
