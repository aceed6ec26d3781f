/** Over how many times a mean is taken. */
const WINDOW = 32;
/** What a longer time counts as, in ms. */
const LONGEST_MS = 4;
/** From which mean on, in ms, there is nothing to gain by polling: what it saves is a tenth at most. */
const SLOW_TOOL_MS = 3;
/** For how many windows nothing is tried at the start and after a change; after trials in vain for longer and longer. */
const FIRST_PAUSE = 16;
/** At most so long, while polling and while sleeping. */
const LONGEST_PAUSE_POLLING = 512;
const LONGEST_PAUSE_SLEEPING = 64;
/** How many times as long as usual polling must take before sleeping is tried. */
const SLOW = 2;
/** The share of one window in what is usual. */
const USUAL_SHARE = 1 / 8;
/** How many windows show that it is time for a trial, and how many a trial has: the best of each are compared. */
const COMPARED_WINDOWS = 3;
/** How many times as long as before a trial may take in all until it is given up. Its beginning is often slow. */
const HOPELESS = 2;
/** What share of their time before times may take at most for a way to stay after its trial. */
const ENOUGH_POLLING = 1;
const ENOUGH_SLEEPING = 0.7;

/**
 * Whether threads that wait for each other poll or sleep until they are woken. Where a processor is free for it, polling can be
 * three times as fast; where none is, it keeps whoever is to act next from running, and can be three times as slow. Which it
 * is shows only in how long things take. It begins with sleeping: what is run for the first time is being compiled on the
 * other processors. Then polling is tried, and stays unless it is worse; and when it has become slow sleeping is tried.
 */
export class PollChoice {
  #polls = false;
  #tries = false;
  #sumMs = 0;
  #times = 0;
  /** What is usual since the last trial, windows that are slow left out. */
  #usualMs = 0;
  /** Windows that are compared, so far, and the best of them: single ones are slow by chance. */
  #windows = 0;
  #leastMs = Number.POSITIVE_INFINITY;
  /** What those of a trial have taken so far. */
  #trialMs = 0;
  /** The best window before the trial that is under way. */
  #beforeMs = Number.POSITIVE_INFINITY;
  #pause = FIRST_PAUSE;
  #pauseLeft = FIRST_PAUSE;

  get polls(): boolean {
    return this.#polls;
  }

  /** Takes note of how long something took, in ms. */
  took(ms: number): void {
    this.#sumMs += Math.min(ms, LONGEST_MS);
    this.#times++;
    if (this.#tries && this.#trialMs + this.#sumMs > this.#beforeMs * WINDOW * COMPARED_WINDOWS * HOPELESS)
      this.#endTrial(false);
    else if (this.#times === WINDOW) this.#endWindow(this.#sumMs / WINDOW);
    else return;
    this.#sumMs = 0;
    this.#times = 0;
  }

  #endWindow(meanMs: number): void {
    if (!this.#tries && !this.#callsForTrial(meanMs)) return;
    this.#leastMs = Math.min(this.#leastMs, meanMs);
    this.#trialMs += this.#sumMs;
    this.#windows++;
    const isLast = this.#windows === COMPARED_WINDOWS;
    if (!this.#tries) {
      if (isLast) this.#beginTrial();
      return;
    }
    const helps = this.#leastMs <= this.#beforeMs * (this.#polls ? ENOUGH_POLLING : ENOUGH_SLEEPING);
    if (helps || isLast) this.#endTrial(helps);
  }

  /** Whether a window outside of trials is a reason for one. */
  #callsForTrial(meanMs: number): boolean {
    if (meanMs >= SLOW_TOOL_MS) {
      // The pause was one between trials of sleeping; quick answers are a reason to try polling again.
      if (this.#polls) this.#pauseLeft = 0;
      this.#polls = false;
      this.#forgetWindows();
      return false;
    }
    if (this.#pauseLeft > 0) this.#pauseLeft--;
    if (!this.#polls || meanMs > this.#usualMs * SLOW) return this.#pauseLeft === 0;
    this.#usualMs += (meanMs - this.#usualMs) * USUAL_SHARE;
    this.#forgetWindows();
    return false;
  }

  #beginTrial(): void {
    this.#beforeMs = this.#leastMs;
    this.#forgetWindows();
    this.#polls = !this.#polls;
    this.#tries = true;
  }

  #endTrial(helps: boolean): void {
    // What was usual once may be out of reach now.
    this.#usualMs = Math.min(this.#leastMs, this.#beforeMs);
    this.#forgetWindows();
    this.#tries = false;
    if (helps) this.#pause = FIRST_PAUSE;
    else {
      this.#polls = !this.#polls;
      this.#pause = Math.min(this.#pause * 2, this.#polls ? LONGEST_PAUSE_POLLING : LONGEST_PAUSE_SLEEPING);
    }
    this.#pauseLeft = this.#pause;
  }

  #forgetWindows(): void {
    this.#windows = 0;
    this.#trialMs = 0;
    this.#leastMs = Number.POSITIVE_INFINITY;
  }
}
