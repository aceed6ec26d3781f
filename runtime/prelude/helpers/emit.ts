/** Set when the runtime said that the cell's output limit is reached; what is emitted after that is only counted. */
let outputClosed = false;
let cutUnits = 0;

function emit(kind: "text" | "image" | "audio" | "notify" | "yield", a = "", b = ""): void {
  if (ended) return;
  if (outputClosed && kind !== "yield") {
    cutUnits += a.length;
    return;
  }
  if (bridge(slot, kind, a, b) === false) outputClosed = true;
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
