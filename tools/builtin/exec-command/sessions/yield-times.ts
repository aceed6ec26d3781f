const MIN_MS = 250;
const MAX_MS = 30_000;
const DEFAULT_EXEC_MS = 10_000;
const DEFAULT_WRITE_MS = 250;
const MIN_POLL_MS = 5000;
const MAX_POLL_MS = 300_000;

/** Milliseconds that a call which starts a command waits for it. */
export function execYieldMs(asked: number | undefined): number {
  return clamp(asked ?? DEFAULT_EXEC_MS, MIN_MS, MAX_MS);
}

/** Milliseconds that a call waits which writes to a session, or only reads: that one waits longer, so as not to come again and again. */
export function writeYieldMs(asked: number | undefined, writes: boolean): number {
  const ms = asked ?? DEFAULT_WRITE_MS;
  return writes ? clamp(ms, MIN_MS, MAX_MS) : clamp(ms, MIN_POLL_MS, MAX_POLL_MS);
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
