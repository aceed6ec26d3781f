import type { ChromeEvent } from "./chrome-event.ts";

/** The document of the trace-event format, as pieces of text to be written one after the other. */
export class ChromeDocument {
  #pieces: string[] = ['{"displayTimeUnit":"ms","traceEvents":['];
  #length = 0;
  #first = true;

  /** UTF-16 units that wait to be taken. */
  get length(): number {
    return this.#length;
  }

  add(event: ChromeEvent): void {
    const piece = `${this.#first ? "\n" : ",\n"}${JSON.stringify(event)}`;
    this.#first = false;
    this.#pieces.push(piece);
    this.#length += piece.length;
  }

  /** The end of the document, with facts about the whole. */
  end(otherData: Readonly<Record<string, string | number>>): void {
    this.#pieces.push(`\n],"otherData":${JSON.stringify(otherData)}}\n`);
  }

  /** What was added since it was last asked. */
  take(): string {
    const text = this.#pieces.join("");
    this.#pieces = [];
    this.#length = 0;
    return text;
  }
}
