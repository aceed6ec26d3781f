// How the prelude calls into the script without a frame of its own under the script's frames, and without trusting
// Promise.prototype: a callback given to `then` or `finally` of a resolved promise is called by V8 itself, and the
// promise's own `constructor[Symbol.species]` makes V8 hand the callback's result or exception straight to us.

type Settle = (value: unknown) => void;

/** An already resolved promise whose reactions report to the two functions instead of to a promise. */
function captureFrom(onReturn: Settle, onThrow: Settle): Promise<unknown> {
  const resolved = new Original.Promise<unknown>((resolve) => {
    resolve(undefined);
  });
  function Capture(this: { then?: unknown }, executor: (resolve: Settle, reject: Settle) => void): void {
    executor(onReturn, onThrow);
    defineOwn(this, "then", () => undefined);
  }
  defineOwn(resolved, "constructor", { [symbolSpecies]: Capture });
  defineOwn(resolved, "then", originalThen);
  return resolved;
}

/** `then` on a promise that the script may have had in hand: species and constructor lookups are cut off first. */
function observe(promise: Promise<unknown>, onFulfilled: Settle, onRejected: Settle): void {
  defineOwn(promise, "constructor", undefined);
  promiseThen(promise, onFulfilled, onRejected);
}

function ignore(): void {
  // Nothing to do with what comes back.
}

/**
 * Runs a callback of the script with no arguments. What it throws ends the cell; what a promise it returns rejects
 * with is ignored.
 */
function runDetached(callback: () => unknown): void {
  promiseFinally(captureFrom(ignore, reportCallbackError), callback);
}

/** Runs the script's main function; it is asynchronous, so it returns a promise and never throws. */
function runMain(main: () => Promise<unknown>, onFulfilled: Settle, onRejected: Settle): void {
  promiseThen(
    captureFrom((promise) => observe(promise as Promise<unknown>, onFulfilled, onRejected), onRejected),
    main,
  );
}
