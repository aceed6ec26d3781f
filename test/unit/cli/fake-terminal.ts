import { PassThrough, Writable } from "node:stream";
import type { ReadStream, WriteStream } from "node:tty";

/** Two streams that say they are a terminal, and what happened to them. */
export class FakeTerminal {
  readonly #keys: PassThrough = new PassThrough();
  /** The modes the terminal was put in, in order. */
  readonly rawModes: boolean[] = [];
  readonly input: ReadStream;
  readonly output: WriteStream;
  interrupts = 0;
  #written = "";
  #onWrite: (() => void) | undefined;

  constructor({ columns = 80, isTTY = true }: { readonly columns?: number; readonly isTTY?: boolean } = {}) {
    const output = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        this.#written += chunk.toString();
        this.#onWrite?.();
        done();
      },
    });
    const setRawMode = (raw: boolean): void => {
      this.rawModes.push(raw);
      Object.assign(this.input, { isRaw: raw });
    };
    this.input = Object.assign(this.#keys, { isTTY, isRaw: false, setRawMode }) as unknown as ReadStream;
    this.output = Object.assign(output, { isTTY, columns }) as unknown as WriteStream;
  }

  readonly interrupt = (): void => {
    this.interrupts++;
  };

  /** What was written, without the sequences that only move the cursor. */
  get shown(): string {
    // oxlint-disable-next-line eslint/no-control-regex -- these are what is looked for
    return this.#written.replaceAll(/\u001b\[\d*[A-Z]/gu, "").replaceAll("\r", "");
  }

  type(keys: string): void {
    this.#keys.write(keys);
  }

  hangUp(): void {
    this.#keys.end();
  }

  /** Settles once this text was written, so many times. */
  async shows(text: string, times = 1): Promise<void> {
    while (this.shown.split(text).length <= times) {
      await new Promise<void>((resolve) => {
        this.#onWrite = resolve;
      });
    }
  }
}
