/** One call of structuredClone: copies made so far, by original, so that cycles and shared references survive. */
interface CloneState {
  readonly copies: Map<object, object>;
  /** The public function, whose caller an error is for. */
  readonly called: object;
}

function dataCloneError(message: string, called: object): Error {
  return namedError("DataCloneError", message, called);
}

function cloneValue(value: unknown, state: CloneState): unknown {
  if (typeof value === "symbol") {
    throw dataCloneError(apply(Raw.symbolToString, value, []) + " could not be cloned.", state.called);
  }
  if (typeof value === "function") {
    throw dataCloneError("A function could not be cloned.", state.called);
  }
  if (typeof value !== "object" || value === null) return value;
  return mapGet(state.copies, value) ?? cloneObject(value, state);
}

function cloneObject(source: object, state: CloneState): object {
  const platform = platformView(source);
  if (platform !== null)
    throw dataCloneError("An object of class " + platform.className + " could not be cloned.", state.called);
  const kind = kindOf(source);
  switch (kind) {
    case "array":
      return cloneArray(source as unknown[], state);
    case "map":
      return cloneMap(source as Map<unknown, unknown>, state);
    case "set":
      return cloneSet(source as Set<unknown>, state);
    case "error":
      return cloneError(source as Error, state);
    case "typed":
    case "dataview":
      return cloneView(source as ArrayBufferView, kind, state);
    case "buffer":
      return remember(source, cloneBuffer(source as ArrayBuffer, state.called), state);
    case "date":
      return remember(source, new Original.Date(apply(Raw.dateGetTime, source, [])), state);
    case "regexp":
      // Pattern and flags come from the expression's internal slots.
      return remember(source, new Original.RegExp(source as RegExp), state);
    case "boolean":
    case "number":
    case "string":
    case "bigint":
      return remember(source, Original.Object(unbox(kind, source)) as object, state);
    case "promise":
      throw dataCloneError("A Promise could not be cloned. Await it first.", state.called);
    case "symbol":
    case "opaque":
      throw dataCloneError(apply(Raw.objectToString, source, []) + " could not be cloned.", state.called);
    case "plain":
      return clonePlain(source as Record<string, unknown>, state);
  }
}

function remember<T extends object>(source: object, copy: T, state: CloneState): T {
  mapSet(state.copies, source, copy);
  return copy;
}

function clonePlain(source: Record<string, unknown>, state: CloneState): object {
  // Spread reads the own enumerable properties and defines them, so that prototypes matter on neither side.
  const copy = remember(source, { ...source }, state);
  const symbols = getOwnPropertySymbols(copy);
  for (let i = 0; i < symbols.length; i++) delete copy[symbols[i] as never];
  const keys = objectKeys(copy);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as string;
    const value = copy[key];
    // The property exists and is plain: the assignment reaches no setter, not even for `__proto__`.
    if (!isPlainPrimitive(value)) copy[key] = cloneValue(value, state);
  }
  return copy;
}

/** What needs no copy; symbols are left to `cloneValue`, which refuses them. */
function isPlainPrimitive(value: unknown): boolean {
  return value === null || (typeof value !== "object" && typeof value !== "function" && typeof value !== "symbol");
}

function cloneArray(source: unknown[], state: CloneState): unknown[] {
  const length = source.length;
  const keys = objectKeys(source);
  // Index keys come first and in order, so this one at its place means that there are no holes.
  const dense = length === 0 || (keys.length >= length && keys[length - 1] === Original.String(length - 1));
  // Unlike `slice`, `toSpliced` asks no constructor[Symbol.species] what to make.
  const copy = remember(source, dense ? (apply(Raw.arrayToSpliced, source, [0, 0]) as unknown[]) : [], state);
  if (!dense) copy.length = length;
  const elements = dense ? length : 0;
  for (let i = 0; i < elements; i++) {
    const value = copy[i];
    if (!isPlainPrimitive(value)) copy[i] = cloneValue(value, state);
  }
  for (let i = elements; i < keys.length; i++) {
    const key = keys[i] as string;
    defineOwn(copy, key, cloneValue(source[key as never], state));
  }
  return copy;
}

function cloneMap(source: Map<unknown, unknown>, state: CloneState): object {
  const copy = remember(source, new Original.Map<unknown, unknown>(), state);
  // All entries first: copying a value may run a getter that changes the map.
  const entries = newList<unknown>();
  mapForEach(source, (value, key) => {
    entries[entries.length] = key;
    entries[entries.length] = value;
  });
  for (let i = 0; i < entries.length; i += 2) {
    const key = cloneValue(entries[i], state);
    mapSet(copy, key, cloneValue(entries[i + 1], state));
  }
  return copy;
}

function cloneSet(source: Set<unknown>, state: CloneState): object {
  const copy = remember(source, new Original.Set<unknown>(), state);
  const members = newList<unknown>();
  setForEach(source, (member) => {
    members[members.length] = member;
  });
  for (let i = 0; i < members.length; i++) setAdd(copy, cloneValue(members[i], state));
  return copy;
}

function errorClass(name: unknown): ErrorConstructor {
  switch (name) {
    case "EvalError":
    case "ReferenceError":
    case "SyntaxError":
    case "URIError":
      return OriginalRare[name];
    case "RangeError":
    case "TypeError":
      return Original[name];
    default:
      return Original.Error;
  }
}

/** As V8 does it: name (of a built-in class), message, stack and cause; nothing else an error carries. */
function cloneError(source: Error, state: CloneState): object {
  const message = getOwnPropertyDescriptor(source, "message");
  const copy = remember(source, new (errorClass(source.name))(), state);
  if (message !== undefined && hasOwn(message, "value")) defineOwn(copy, "message", `${message.value}`, false);
  const stack: unknown = hasOwn(source, "stack") ? source.stack : undefined;
  defineOwn(copy, "stack", typeof stack === "string" ? stack : undefined, false);
  if (hasOwn(source, "cause")) defineOwn(copy, "cause", cloneValue(source.cause, state), false);
  return copy;
}

function createStructuredClone(): unknown {
  const structuredClone = function (value: unknown, options?: unknown): unknown {
    if (arguments.length === 0) throw builtInError("TypeError", 'The "value" argument must be given', structuredClone);
    const transfer = transferList(options, structuredClone);
    const copy = cloneValue(value, { copies: new Original.Map<object, object>(), called: structuredClone });
    // Only now, so that nothing is lost when something could not be copied. The receiver has copies of its own.
    for (let i = 0; i < transfer.length; i++) apply(Raw.arrayBufferTransfer, transfer[i], []);
    return copy;
  };
  return structuredClone;
}

defineLazyGlobal("structuredClone", createStructuredClone);
