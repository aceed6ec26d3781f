/** Fails the cell at once: an exception in a timer or microtask callback has nobody else to go to. */
function reportCallbackError(error: unknown): void {
  finish("failed", error);
}

const FINALLY_FRAME = "\n    at <anonymous>";

function finish(status: "completed" | "failed", thrown?: unknown): void {
  if (ended) return;
  let message = "";
  let code = "";
  if (status === "failed") {
    message = describeThrown(thrown);
    code = codeOfThrown(thrown);
    // The frame of the built-in that called a timer's callback.
    if (message.length > FINALLY_FRAME.length && stringSlice(message, -FINALLY_FRAME.length) === FINALLY_FRAME) {
      message = stringSlice(message, 0, -FINALLY_FRAME.length);
    }
  }
  flushCalls();
  bridge(slot, "done", code, stringToWellFormed(message));
}

function exit(): void {
  if (ended) return;
  flushCalls();
  // The last moment at which the isolate's memory can be measured. In a call of its own: an isolate on another thread that
  // is disposed of in the same one can miss that it is.
  bridge(slot, "measure");
  bridge(slot, "exit", close());
  // The runtime has disposed of the isolate: V8 ends execution at the next loop edge, past every catch and finally.
  for (;;);
}

function yieldControl(): void {
  emit("yield");
}

/**
 * Called by the runtime when nothing more will run: hands over what is only known at the end, as
 * `<unsent calls>,<cut bytes>,<JSON of what was stored>`.
 */
function close(): string {
  ended = true;
  return unsentCalls() + "," + cutBytes + "," + writtenJson();
}

defineHelper("exit", exit);
defineHelper("yield_control", yieldControl);
