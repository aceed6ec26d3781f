/** Set when the runtime said that the cell's output limit is reached; what is emitted after that is only counted. */
let outputClosed = false;
let cutBytes = 0;

function emit(kind: "text" | "image" | "audio" | "notify" | "yield", a = "", b = ""): void {
  if (ended) return;
  if (outputClosed && kind !== "yield") {
    cutBytes += utf8Length(a);
    return;
  }
  const answer = bridge(slot, kind, a, b);
  if (answer === false) outputClosed = true;
  if (typeof answer === "number") {
    throw limitError(
      "payload_too_large",
      "The output is " +
        answer +
        " bytes long, the most that the largest frame carries is " +
        settings.frameBytes +
        ".",
    );
  }
}

/** Emits one text item. */
function emitText(text: string): void {
  emit("text", text);
}

/**
 * Makes a helper look as in the reference: no name, no parameters, prints as native code. The bound function adds no
 * frame of its own.
 */
function publicHelper(implementation: Function): Function {
  const helper = bind(implementation, undefined);
  defineOwn(helper, "name", "", false);
  defineOwn(helper, "length", 0, false);
  return helper;
}

function defineHelper(name: string, implementation: Function): void {
  defineGlobal(name, publicHelper(implementation), true);
}
