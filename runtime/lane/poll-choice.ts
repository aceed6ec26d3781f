/** Over how many waits a mean is taken. */
const WINDOW = 32;
/** What a longer wait counts as, in ms: of how a slow tool is waited for, neither way is the better one. */
const LONGEST_MS = 4;
/** How many times as long as at best waits must take, and for how many windows in a row, before sleeping is tried. */
const SLOW = 2;
const SLOW_WINDOWS = 3;
/** What share of their time they may take at most while sleeping for it to stay. */
const BETTER = 0.7;
/** For how many windows nothing is tried after a change; after trials in vain for longer and longer, at most so long. */
const FIRST_PAUSE = 8;
const LONGEST_PAUSE_POLLING = 512;
const LONGEST_PAUSE_SLEEPING = 64;

/**
 * Whether a thread polls for an answer or sleeps until it is woken. Where a processor is free for it, polling can be three
 * times as fast; where none is, it keeps whoever is to answer from running, and can be three times as slow. Which it is shows
 * only in how long answers take: when they become slow sleeping is tried, and stays if it is much better, until polling is
 * not worse.
 */
export class PollChoice {
  #polls = true;
  #sumMs = 0;
  #waits = 0;
  #bestMs = Number.POSITIVE_INFINITY;
  #slowWindows = 0;
  /** The least that waits took in the windows before the trial that is near or under way: single ones are slow by chance. */
  #beforeMs = Number.POSITIVE_INFINITY;
  #tries = false;
  #pause = FIRST_PAUSE;
  #pauseLeft = 0;

  get polls(): boolean {
    return this.#polls;
  }

  /** Takes note of how long one answer took, in ms. */
  waited(ms: number): void {
    this.#sumMs += Math.min(ms, LONGEST_MS);
    if (++this.#waits < WINDOW) return;
    const meanMs = this.#sumMs / WINDOW;
    this.#sumMs = 0;
    this.#waits = 0;
    if (this.#tries) this.#endTrial(meanMs);
    else this.#judge(meanMs);
  }

  #judge(meanMs: number): void {
    this.#bestMs = Math.min(this.#bestMs, meanMs);
    if (this.#pauseLeft > 0) {
      this.#pauseLeft--;
      return;
    }
    if (this.#polls && meanMs <= this.#bestMs * SLOW) this.#clear();
    else {
      this.#beforeMs = Math.min(this.#beforeMs, meanMs);
      this.#slowWindows++;
      if (this.#slowWindows >= SLOW_WINDOWS) this.#switch(true);
    }
  }

  #endTrial(meanMs: number): void {
    const helps = meanMs <= this.#beforeMs * (this.#polls ? 1 : BETTER);
    // What was reached once may be out of reach now.
    this.#bestMs = Math.min(meanMs, this.#beforeMs);
    this.#clear();
    this.#tries = false;
    if (helps) this.#pause = FIRST_PAUSE;
    else {
      this.#switch(false);
      this.#pause = Math.min(this.#pause * 2, this.#polls ? LONGEST_PAUSE_POLLING : LONGEST_PAUSE_SLEEPING);
    }
    this.#pauseLeft = this.#pause;
  }

  #switch(tries: boolean): void {
    this.#polls = !this.#polls;
    this.#tries = tries;
  }

  #clear(): void {
    this.#slowWindows = 0;
    this.#beforeMs = Number.POSITIVE_INFINITY;
  }
}
