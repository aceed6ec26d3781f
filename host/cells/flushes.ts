/** Counts what was asked of a runtime and answered by it in the same order, so that each answer is known for what it is. */
export class Flushes {
  #asked = 0;
  #answered = 0;

  /** How many were asked for, which is the number of the next. */
  get asked(): number {
    return this.#asked;
  }

  ask(): void {
    this.#asked += 1;
  }

  /** The number of the one that was answered now, from 0. */
  next(): number {
    return this.#answered++;
  }

  /** Those that were not answered never will be: another runtime has the cell. */
  forget(): void {
    this.#answered = this.#asked;
  }
}
