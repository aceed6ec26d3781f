// console: every call emits one text item at most. Nothing it is given makes it throw.

/** Spaces before the lines of one group. */
const GROUP_INDENT = 2;

/** The line a call emits, or null for none. `values` has no prototype: what was not given reads as undefined. */
type ConsoleMethod = (values: unknown[], called: object) => string | null;

/** What the methods of the console remember between calls. */
interface ConsoleState {
  indent: number;
  readonly counts: Map<string, number>;
  readonly startTimes: Map<string, number>;
}

function createConsole(): object {
  const state: ConsoleState = {
    indent: 0,
    counts: new Original.Map<string, number>(),
    startTimes: new Original.Map<string, number>(),
  };
  const console = {};
  const add = (name: string, method: ConsoleMethod): void => {
    defineOwn(console, name, consoleFunction(name, method, state));
  };
  add("log", formatArguments);
  add("info", formatArguments);
  add("debug", formatArguments);
  add("warn", formatArguments);
  add("error", formatArguments);
  add("dirxml", formatArguments);
  add("dir", (values) => inspect(values[0]));
  add("table", (values) => shownArgument(values[0]));
  add("trace", traceText);
  add("assert", (values) => {
    if (values[0]) return null;
    const rest = formatArguments(withoutFirst(values));
    return rest === "" ? "Assertion failed" : "Assertion failed: " + rest;
  });
  addCounting(add, state);
  addTiming(add, state);
  const group: ConsoleMethod = (values) => {
    if (values.length > 0) emitLine(formatArguments(values), state.indent);
    state.indent += GROUP_INDENT;
    return null;
  };
  add("group", group);
  add("groupCollapsed", group);
  add("groupEnd", () => {
    state.indent = mathMax(0, state.indent - GROUP_INDENT);
    return null;
  });
  add("clear", () => null);
  defineOwn(console, symbolToStringTag, "console", false);
  return console;
}

/** The function a script calls: usable without its object, like the platform's. */
function consoleFunction(name: string, method: ConsoleMethod, state: ConsoleState): unknown {
  const called = (...values: unknown[]): void => {
    try {
      const line = method(setPrototypeOf(values, null) as unknown[], called);
      if (line !== null) emitLine(line, state.indent);
    } catch {
      // The stack is full: nothing a line of output should end a script for.
      emitText("[a value that cannot be shown]");
    }
  };
  defineProperty(called, "name", { __proto__: null, value: name, configurable: true } as PropertyDescriptor);
  return called;
}

function emitLine(line: string, indent: number): void {
  emitText(stringToWellFormed(indent === 0 ? line : spaces(indent) + indentLines(line, indent)));
}

function withoutFirst(values: unknown[]): unknown[] {
  const rest = newList<unknown>();
  for (let i = 1; i < values.length; i++) rest[i - 1] = values[i];
  return rest;
}

function traceText(values: unknown[], called: object): string {
  const error = new Original.Error();
  hideFrames(error, called);
  const held = ownOrInherited(error, "stack");
  const stack = typeof held === "string" ? held : "";
  const frames = stringIndexOf(stack, "\n    at ");
  const text = formatArguments(values);
  return (text === "" ? "Trace" : "Trace: " + text) + (frames < 0 ? "" : stringSlice(stack, frames));
}

function consoleLabel(value: unknown): string {
  return value === undefined ? "default" : safeString(value);
}

function addCounting(add: (name: string, method: ConsoleMethod) => void, state: ConsoleState): void {
  add("count", (values) => {
    const label = consoleLabel(values[0]);
    const count = (mapGet(state.counts, label) ?? 0) + 1;
    mapSet(state.counts, label, count);
    return label + ": " + count;
  });
  add("countReset", (values) => {
    mapDelete(state.counts, consoleLabel(values[0]));
    return null;
  });
}

function addTiming(add: (name: string, method: ConsoleMethod) => void, state: ConsoleState): void {
  const timeLog: ConsoleMethod = (values) => {
    const label = consoleLabel(values[0]);
    const start = mapGet(state.startTimes, label);
    if (start === undefined) return "No timer is named " + quoted(label) + "; start one with console.time";
    const rest = values.length > 1 ? " " + formatArguments(withoutFirst(values)) : "";
    return label + ": " + (now() - start) + "ms" + rest;
  };
  add("time", (values) => {
    mapSet(state.startTimes, consoleLabel(values[0]), now());
    return null;
  });
  add("timeLog", timeLog);
  add("timeEnd", (values, called) => {
    const line = timeLog(values, called);
    mapDelete(state.startTimes, consoleLabel(values[0]));
    return line;
  });
}

defineLazyGlobal("console", createConsole);
