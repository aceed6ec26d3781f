// A text for any value, in the spirit of Node's util.inspect. It runs no method of the script's and no getter but that
// of an error's stack; a proxy's traps do run, and what they throw is caught.

/** Objects nested deeper than this are shown by their class alone. */
const MAX_SHOWN_DEPTH = 4;
/** Entries shown of one array, object or collection. */
const MAX_ENTRIES = 100;
/** Characters after which everything else is left out: 100 entries at five levels would be ten thousand millions. */
const MAX_INSPECTED = 100_000;

/** One call of `inspect`. */
interface InspectState {
  /** The objects around the current one, outermost first. */
  readonly around: object[];
  /** Characters that may still be written. */
  left: number;
  readonly maxDepth: number;
}

/** Text of a value as it looks inside an object: strings in quotes. Never throws. */
function inspect(value: unknown, maxDepth: number = MAX_SHOWN_DEPTH): string {
  return inspectAt(value, 0, { around: newList(), left: MAX_INSPECTED, maxDepth });
}

function inspectAt(value: unknown, indent: number, state: InspectState): string {
  if ((typeof value !== "object" || value === null) && typeof value !== "function") {
    return spend(primitiveText(value), state);
  }
  if (state.left <= 0) return "…";
  const depth = state.around.length;
  try {
    return inspectObject(value, indent, state);
  } catch {
    // A proxy, or so deep in the script's own recursion that the stack is full.
    state.around.length = depth;
    return spend(typeof value === "function" ? "[Function]" : "[object that cannot be shown]", state);
  }
}

function spend(text: string, state: InspectState): string {
  state.left -= text.length;
  return text;
}

function primitiveText(value: unknown): string {
  switch (typeof value) {
    case "string":
      return quoted(value);
    case "bigint":
      return value + "n";
    case "symbol":
      return symbolText(value);
    case "number":
      return isSame(value, -0) ? "-0" : domString(value);
    default:
      return Original.String(value);
  }
}

function inspectObject(value: object, indent: number, state: InspectState): string {
  for (let i = 0; i < state.around.length; i++) if (state.around[i] === value) return spend("[Circular]", state);
  const shape = shapeOf(value);
  if (shape.whole !== null && !hasShownKeys(value, shape.kind)) return spend(indentLines(shape.whole, indent), state);
  if (state.around.length > state.maxDepth && !isEmpty(value, shape)) return spend("[" + shape.className + "]", state);
  const depth = state.around.length;
  state.around[depth] = value;
  const entries = newList<string>();
  const whole = shape.whole === null ? "" : spend(indentLines(shape.whole, indent), state);
  addContents(entries, value, shape, indent + 2, state);
  addProperties(entries, value, shape.kind, indent + 2, state);
  state.around.length = depth;
  if (entries.length === 0 && whole !== "") return whole;
  const list = shape.open === "[";
  const open = (whole === "" ? shape.prefix : whole + " ") + shape.open;
  state.left -= open.length + 2 * entries.length;
  return layOut(open, entries, shape.close, indent, list);
}

/** Whether an array or plain object has nothing to show, so that it can be shown at any depth. */
function isEmpty(value: object, shape: Shape): boolean {
  if (shape.kind === "array") return (value as unknown[]).length === 0;
  return shape.kind === "plain" && shownKeys(value, "plain").length === 0;
}

function addEntry(entries: string[], text: string): void {
  entries[entries.length] = text;
}

/** Says how many entries were left out. */
function addMore(entries: string[], total: number): void {
  if (total > MAX_ENTRIES) addEntry(entries, "... " + plural(total - MAX_ENTRIES, "more item"));
}

/** The own enumerable properties but those that `addContents` shows. */
function addProperties(entries: string[], value: object, kind: ShapeKind, indent: number, state: InspectState): void {
  if (kind === "platform") return;
  const keys = shownKeys(value, kind);
  const count = mathMin(keys.length, MAX_ENTRIES);
  for (let i = 0; i < count; i++) {
    if (state.left <= 0) {
      addEntry(entries, "…");
      return;
    }
    const key = keys[i] as string | symbol;
    const name = spend(keyText(key), state);
    addEntry(entries, name + ": " + propertyText(value, key, indent, state));
  }
  addMore(entries, keys.length);
}

/** The value of a property without running its getter. */
function propertyText(value: object, key: PropertyKey, indent: number, state: InspectState): string {
  const descriptor = getOwnPropertyDescriptor(value, key);
  if (descriptor === undefined) return "undefined";
  // A descriptor inherits from Object.prototype, which may have been given a `get`.
  if (hasOwn(descriptor, "value")) return inspectAt(descriptor.value, indent, state);
  if (descriptor.get === undefined) return spend("[Setter]", state);
  return spend(descriptor.set === undefined ? "[Getter]" : "[Getter/Setter]", state);
}
