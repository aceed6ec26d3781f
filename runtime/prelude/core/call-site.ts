/** File name of the script in stack traces. Must match `isolate/engine.ts`. */
const SCRIPT_MARK = "exec_main.mjs:";
const NO_SITE = "0,0";
const NEWLINE = 10;
const COLON = 58;
const ZERO = 48;
const NINE = 57;

/**
 * Where the script is that called `helper`: "line,column", counted from 1, or "0,0" where nothing of the stack is the
 * script's own source. A script that turns stack traces off or makes its own gets "0,0", too, and nothing else of it breaks.
 */
function callSite(helper: Function): string {
  const holder: { stack?: unknown } = {};
  let frames: unknown;
  try {
    captureStackTrace(holder, helper);
    frames = holder.stack;
  } catch {
    return NO_SITE;
  }
  if (typeof frames !== "string") return NO_SITE;
  for (let at = stringIndexOf(frames, SCRIPT_MARK); at >= 0; at = stringIndexOf(frames, SCRIPT_MARK, at + 1)) {
    const site = positionAt(frames, at + SCRIPT_MARK.length);
    if (site !== "") return site;
  }
  return NO_SITE;
}

/** `12:5` or `12:5)` at the end of a line as "12,5"; of code from `eval`, the position is that of another text. */
function positionAt(frames: string, start: number): string {
  const lineEnd = digitsEnd(frames, start);
  if (lineEnd === start || stringCharCodeAt(frames, lineEnd) !== COLON) return "";
  const columnEnd = digitsEnd(frames, lineEnd + 1);
  if (columnEnd === lineEnd + 1) return "";
  const closing = stringSlice(frames, columnEnd, columnEnd + 1) === ")" ? columnEnd + 1 : columnEnd;
  if (closing < frames.length && stringCharCodeAt(frames, closing) !== NEWLINE) return "";
  return stringSlice(frames, start, lineEnd) + "," + stringSlice(frames, lineEnd + 1, columnEnd);
}

function digitsEnd(text: string, start: number): number {
  let at = start;
  while (at < text.length) {
    const code = stringCharCodeAt(text, at);
    if (code < ZERO || code > NINE) break;
    at++;
  }
  return at;
}
