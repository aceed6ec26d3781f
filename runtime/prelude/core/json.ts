/** Deepest nesting of an argument or stored value, as in the reference. */
const MAX_DEPTH = 127;

/** Column, from 1, at which JSON text is nested deeper than allowed; 0 if it is not. Only long texts can be. */
function tooDeepAt(json: string): number {
  const length = json.length;
  if (length <= MAX_DEPTH * 2) return 0;
  let depth = 0;
  for (let i = 0; i < length; i++) {
    const code = stringCharCodeAt(json, i);
    if (code === 34) {
      // A string: skip to its closing quote, the first one with an even number of backslashes before it.
      for (;;) {
        i = stringIndexOf(json, '"', i + 1);
        let backslashes = 0;
        while (stringCharCodeAt(json, i - 1 - backslashes) === 92) backslashes++;
        if (backslashes % 2 === 0) break;
      }
    } else if (code === 91 || code === 123) {
      if (++depth > MAX_DEPTH) return i + 1;
    } else if (code === 93 || code === 125) {
      depth--;
    }
  }
  return 0;
}

/** Whether V8 refused to make a string, because no string can be that long. */
function isTooLong(error: unknown): boolean {
  try {
    return error instanceof Original.RangeError && error.message === "Invalid string length";
  } catch {
    return false;
  }
}

function lengthError(code: string): Error {
  return limitError(code, "The value is too large: as JSON it is longer than any string can be.");
}

/**
 * JSON text of a value that must have one: arguments and stored values. Throws a string in the reference's words when
 * the value cannot be written as JSON; `helper` is the function whose caller made the mistake. A value whose text would be
 * too long for V8 throws a limit's error with `tooLong` as its code.
 */
function requireJson(value: unknown, helper: Function, tooLong: string): string {
  let json: string | undefined;
  try {
    json = jsonStringify(value);
  } catch (error) {
    throw isTooLong(error) ? lengthError(tooLong) : textAsThrownBy(error, helper);
  }
  if (json === undefined) throw "failed to serialize JavaScript value: expected value at line 1 column 1";
  const column = tooDeepAt(json);
  if (column > 0) throw "failed to serialize JavaScript value: recursion limit exceeded at line 1 column " + column;
  return json;
}

/** What `text` and `notify` make of a value. Throws a string when the value cannot be shown. */
function displayText(value: unknown, helper: Function): string {
  if (value === null || (typeof value !== "object" && typeof value !== "function" && typeof value !== "symbol")) {
    return stringToWellFormed(Original.String(value));
  }
  if (isErrorObject(value)) return stringToWellFormed(describeThrown(value));
  let json: string | undefined;
  try {
    json = jsonStringify(value);
  } catch (error) {
    throw isTooLong(error) ? lengthError("payload_too_large") : textAsThrownBy(error, helper);
  }
  return json === undefined ? "undefined" : stringToWellFormed(json);
}

/** Whether a value is an error with a text of its own, so that `{}` would lose it. */
function isErrorObject(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (weakMapHas(toolErrors, value)) return true;
  try {
    return value instanceof Original.Error && typeof value.stack === "string" && jsonStringify(value) === "{}";
  } catch {
    return false;
  }
}
