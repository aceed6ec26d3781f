interface Timer {
  readonly callback: () => unknown;
  /** Milliseconds between repetitions; negative for a timer that fires once. */
  readonly everyMs: number;
}

/** Longest delay a timer takes; a longer one waits this long (24.8 days), as everywhere. */
const MAX_DELAY_MS = 2147483647;

const timers: Map<number, Timer> = new Map();
let lastTimer = 0;

/** The language's conversion to a number, which throws the platform's own TypeError for a BigInt or a symbol. */
function toNumeric(value: unknown): number {
  return +(value as string);
}

function delayOf(value: unknown): number {
  const delay = toNumeric(value);
  return delay > 0 && delay < Infinity ? mathMin(mathTrunc(delay), MAX_DELAY_MS) : 0;
}

/** Sets a timer and returns its number. Internal twin of `setTimeout`, for the prelude's own use. */
function startTimer(callback: () => unknown, delayMs: number, everyMs = -1): number {
  if (ended) return 0;
  if (settings.timers !== null && mapSize(timers) >= settings.timers) {
    throw limitError(
      "too_many_timers",
      "More than " + settings.timers + " timers are set (limit timers). Clear some, or wait for them.",
    );
  }
  const id = ++lastTimer;
  mapSet(timers, id, { callback, everyMs });
  bridge(slot, "timer", id, Original.String(delayMs));
  return id;
}

function setTimeout(callback: unknown, delay: unknown): number {
  if (typeof callback !== "function") throw "setTimeout expects a function callback";
  return startTimer(callback as () => unknown, delayOf(delay));
}

function setInterval(callback: unknown, delay: unknown): number {
  if (typeof callback !== "function") throw "setInterval expects a function callback";
  const everyMs = mathMax(1, delayOf(delay));
  return startTimer(callback as () => unknown, everyMs, everyMs);
}

function stopTimer(id: number): void {
  if (mapDelete(timers, id)) bridge(slot, "untimer", id);
}

function clearTimer(value: unknown, name: string): void {
  if (typeof value === "symbol" || typeof value === "bigint") throw name + " expects a numeric timeout id";
  if (value === null || value === undefined) return;
  const id = toNumeric(value);
  if (id > 0) stopTimer(id);
}

function clearTimeout(id: unknown): void {
  clearTimer(id, "clearTimeout");
}

function clearInterval(id: unknown): void {
  clearTimer(id, "clearInterval");
}

function fireTimer(id: number): void {
  const timer = mapGet(timers, id);
  if (timer === undefined || ended) return;
  if (timer.everyMs < 0) mapDelete(timers, id);
  else bridge(slot, "timer", id, Original.String(timer.everyMs));
  runDetached(timer.callback);
}

defineHelper("setTimeout", setTimeout);
defineHelper("clearTimeout", clearTimeout);
defineGlobal("setInterval", publicHelper(setInterval), false);
defineGlobal("clearInterval", publicHelper(clearInterval), false);
