// What is inside arrays, collections, buffers and errors, and which of their own properties are shown beside it.

function isIndexKey(key: string): boolean {
  const first = stringCharCodeAt(key, 0);
  return first >= 48 && first <= 57;
}

/** Arrays longer than this are shown without properties other than their elements: listing all keys costs too much. */
const MAX_KEYED_LENGTH = 10_000;

/** The own enumerable keys that are shown as properties. */
function shownKeys(value: object, kind: ShapeKind): (string | symbol)[] {
  const shown = newList<string | symbol>();
  if (kind === "typed") return shown;
  const indexed = kind === "array" || kind === "string";
  if (kind === "array" && (value as unknown[]).length > MAX_KEYED_LENGTH) return shown;
  const keys = objectKeys(value);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as string;
    if (indexed && isIndexKey(key)) continue;
    if (kind === "error" && (key === "stack" || key === "message")) continue;
    shown[shown.length] = key;
  }
  const symbols = getOwnPropertySymbols(value);
  for (let i = 0; i < symbols.length; i++) {
    const descriptor = getOwnPropertyDescriptor(value, symbols[i] as symbol);
    if (descriptor !== undefined && descriptor.enumerable === true) shown[shown.length] = symbols[i] as symbol;
  }
  return shown;
}

/** Whether an object that one text can stand for has more to show. */
function hasShownKeys(value: object, kind: ShapeKind): boolean {
  if (kind === "error" && (hasOwn(value, "cause") || hasOwn(value, "errors"))) return true;
  return shownKeys(value, kind).length > 0;
}

function addContents(entries: string[], value: object, shape: Shape, indent: number, state: InspectState): void {
  switch (shape.kind) {
    case "array":
      addElements(entries, value as unknown[], indent, state);
      return;
    case "typed":
      addNumbers(entries, value, state);
      return;
    case "map":
    case "set":
      addMembers(entries, value, shape.kind, indent, state);
      return;
    case "buffer":
      addBytes(entries, value as ArrayBuffer, state);
      return;
    case "dataview":
      addEntry(entries, "byteLength: " + (apply(Raw.dataViewByteLength, value, []) as number));
      addEntry(entries, "byteOffset: " + (apply(Raw.dataViewByteOffset, value, []) as number));
      return;
    case "opaque":
      addEntry(entries, "<contents unknown>");
      return;
    case "error":
      addHidden(entries, value, "cause", indent, state);
      addHidden(entries, value, "errors", indent, state);
      return;
    case "platform": {
      if (shape.view === null) return;
      const texts = shape.view.entries((item) => inspectAt(item, indent, state));
      for (let i = 0; i < texts.length && i < MAX_ENTRIES; i++) addEntry(entries, texts[i] as string);
      addMore(entries, texts.length);
      return;
    }
    default:
      return;
  }
}

/** A property that is not enumerable, but that nobody wants to miss. */
function addHidden(entries: string[], value: object, key: string, indent: number, state: InspectState): void {
  const descriptor = getOwnPropertyDescriptor(value, key);
  if (descriptor === undefined || descriptor.enumerable === true) return;
  addEntry(entries, "[" + key + "]: " + propertyText(value, key, indent, state));
}

function addElements(entries: string[], value: unknown[], indent: number, state: InspectState): void {
  const length = value.length;
  let keys: string[] | null = null;
  let at = 0;
  let i = 0;
  for (; i < length && entries.length < MAX_ENTRIES;) {
    if (state.left <= 0) {
      addEntry(entries, "…");
      return;
    }
    if (hasOwn(value, i)) {
      addEntry(entries, propertyText(value, i, indent, state));
      i++;
      continue;
    }
    // The next element that exists: index keys come first and in order, and an array with holes may have few.
    keys ??= objectKeys(value);
    let next = length;
    for (; at < keys.length && isIndexKey(keys[at] as string); at++) {
      const index = parseNumber(keys[at]);
      if (index <= i) continue;
      next = mathMin(index, length);
      break;
    }
    addEntry(entries, spend("<" + plural(next - i, "empty item") + ">", state));
    i = next;
  }
  if (i < length) addEntry(entries, "... " + plural(length - i, "more item"));
}

function addNumbers(entries: string[], value: object, state: InspectState): void {
  const length = apply(Raw.typedArrayLength, value, []) as number;
  for (let i = 0; i < length && i < MAX_ENTRIES; i++) {
    addEntry(entries, spend(primitiveText((value as Record<number, unknown>)[i]), state));
  }
  addMore(entries, length);
}

function addMembers(entries: string[], value: object, kind: "map" | "set", indent: number, state: InspectState): void {
  const members = newList<unknown>();
  let total = 0;
  const collect = (item: unknown, key: unknown): void => {
    if (total++ >= MAX_ENTRIES) return;
    members[members.length] = key;
    members[members.length] = item;
  };
  if (kind === "map") mapForEach(value as Map<unknown, unknown>, collect);
  else setForEach(value as Set<unknown>, collect as (item: unknown) => void);
  for (let i = 0; i < members.length; i += 2) {
    if (state.left <= 0) {
      addEntry(entries, "…");
      return;
    }
    const key = inspectAt(members[i], indent, state);
    addEntry(entries, kind === "set" ? key : key + " => " + inspectAt(members[i + 1], indent, state));
  }
  addMore(entries, total);
}

/** Bytes of a buffer that are shown. */
const MAX_SHOWN_BYTES = 50;

function addBytes(entries: string[], value: ArrayBuffer, state: InspectState): void {
  const length = bufferLength(value);
  if (isDetached(value)) {
    addEntry(entries, "(detached)");
  } else {
    const bytes = new Original.Uint8Array(value);
    let text = "";
    for (let i = 0; i < length && i < MAX_SHOWN_BYTES; i++) {
      const byte = bytes[i] as number;
      text += (i === 0 ? "" : " ") + stringToLowerCase(stringFromCharCode(hexDigit(byte >> 4), hexDigit(byte & 15)));
    }
    if (length > MAX_SHOWN_BYTES) text += " ... " + plural(length - MAX_SHOWN_BYTES, "more byte");
    addEntry(entries, "contents: <" + spend(text, state) + ">");
  }
  addEntry(entries, "byteLength: " + length);
}
