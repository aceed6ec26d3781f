/**
 * What a failed tool call rejects with. The reference rejects with the bare text; an object with the text as its
 * message, its string and its JSON serves scripts written for either.
 */
class ToolError extends Error {
  override toString(): string {
    return this.message;
  }
  toJSON(): string {
    return this.message;
  }
}
defineProperty(ToolError.prototype, "name", { value: "ToolError", writable: true, configurable: true });

/** Texts of the tool errors this prelude made: their message is all that a model is shown of one. */
const toolErrors: WeakMap<object, string> = new WeakMap();

function toolError(message: string): Error {
  // Not `new ToolError`: a script may have given the class another parent.
  const error: Error = construct(Original.Error, [message], ToolError);
  defineOwn(error, "stack", "ToolError: " + message, false);
  weakMapSet(toolErrors, error, message);
  return error;
}

/** `String(value)` that never throws: what cannot be converted reads as the reference would show it. */
function safeString(value: unknown): string {
  if (typeof value === "symbol") return "";
  try {
    return Original.String(value);
  } catch {
    try {
      // Nothing to convert with: no prototype and no method of its own.
      if (getPrototypeOf(value) === null) return "";
    } catch {
      // A proxy that throws; it is shown like any other object.
    }
    return "[object Object]";
  }
}

/** The text a model reads of a thrown value: its stack if it has one. Never throws, whatever the value does. */
function describeThrown(thrown: unknown): string {
  if ((typeof thrown === "object" && thrown !== null) || typeof thrown === "function") {
    const text = weakMapGet(toolErrors, thrown);
    if (text !== undefined) return text;
    try {
      const stack = (thrown as { stack?: unknown }).stack;
      if (typeof stack === "string") return stack;
    } catch {
      return "[object Object]";
    }
  }
  return safeString(thrown);
}

/** The message alone, without name and stack; used where the outcome has a field of its own for it. */
function codeOfThrown(thrown: unknown): string {
  if (typeof thrown !== "object" || thrown === null) return "script";
  return weakMapGet(limitCodes, thrown) ?? "script";
}

/**
 * The text of an error that a built-in threw inside a helper, as if the script had called the built-in itself: name,
 * message and the script's frames, none of the prelude's.
 */
function textAsThrownBy(error: unknown, helper: Function): string {
  if (typeof error !== "object" || error === null) return safeString(error);
  const holder: { stack?: unknown } = {};
  let isError = false;
  try {
    isError = typeof (error as { stack?: unknown }).stack === "string";
  } catch {
    return "[object Object]";
  }
  if (!isError) return safeString(error);
  captureStackTrace(holder, helper);
  const frames = typeof holder.stack === "string" ? holder.stack : "";
  const start = stringIndexOf(frames, "\n    at ");
  return safeString(error) + (start < 0 ? "" : stringSlice(frames, start));
}
