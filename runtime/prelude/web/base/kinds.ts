// What an object is inside, told without trusting anything the object says: the first built-in prototype on its chain
// names a candidate, and the built-in's own brand check confirms it. Failing brand checks throw, which takes
// microseconds, so none is tried without a candidate. An object whose prototype was swapped counts as a plain one.

type Kind =
  | "array"
  | "typed"
  | "dataview"
  | "buffer"
  | "date"
  | "regexp"
  | "map"
  | "set"
  | "error"
  | "boolean"
  | "number"
  | "string"
  | "bigint"
  | "symbol"
  | "promise"
  /** Has state that cannot be read: weak collections, generators and the like. */
  | "opaque"
  | "plain";

let kindsByPrototype: Map<object, Kind> | null = null;

function makeKinds(): Map<object, Kind> {
  const kinds = new Original.Map<object, Kind>();
  // The `prototype` of a built-in class can be neither changed nor replaced.
  mapSet(kinds, Original.Object.prototype, "plain");
  mapSet(kinds, Original.ArrayBuffer.prototype, "buffer");
  mapSet(kinds, Original.Date.prototype, "date");
  mapSet(kinds, Original.RegExp.prototype, "regexp");
  mapSet(kinds, Original.Map.prototype, "map");
  mapSet(kinds, Original.Set.prototype, "set");
  mapSet(kinds, Original.Error.prototype, "error");
  mapSet(kinds, Original.Boolean.prototype, "boolean");
  mapSet(kinds, Original.Number.prototype, "number");
  mapSet(kinds, Original.String.prototype, "string");
  mapSet(kinds, Original.BigInt.prototype, "bigint");
  mapSet(kinds, Original.Symbol.prototype, "symbol");
  mapSet(kinds, Original.Promise.prototype, "promise");
  mapSet(kinds, Original.WeakMap.prototype, "opaque");
  mapSet(kinds, Original.WeakSet.prototype, "opaque");
  mapSet(kinds, OriginalRare.WeakRef.prototype, "opaque");
  mapSet(kinds, OriginalRare.FinalizationRegistry.prototype, "opaque");
  // Prototypes of generators, reached by syntax instead of by name.
  mapSet(kinds, getPrototypeOf(function* () {}.prototype) as object, "opaque");
  mapSet(kinds, getPrototypeOf(async function* () {}.prototype) as object, "opaque");
  return kinds;
}

/** Whether the object has the internal slots of its candidate. */
function hasSlots(kind: Kind, value: object): boolean {
  try {
    switch (kind) {
      case "buffer":
        apply(Raw.arrayBufferByteLength, value, []);
        return true;
      case "date":
        apply(Raw.dateGetTime, value, []);
        return true;
      case "regexp":
        apply(Raw.regExpSource, value, []);
        return true;
      case "map":
        mapSize(value as Map<unknown, unknown>);
        return true;
      case "set":
        apply(Raw.setSize, value, []);
        return true;
      case "error":
        return Raw.isError === undefined || Raw.isError(value);
      case "boolean":
      case "number":
      case "string":
      case "bigint":
      case "symbol":
        unbox(kind, value);
        return true;
      default:
        return true;
    }
  } catch {
    return false;
  }
}

/** The primitive in a boxed one. */
function unbox(kind: "boolean" | "number" | "string" | "bigint" | "symbol", value: object): unknown {
  switch (kind) {
    case "boolean":
      return apply(Raw.booleanValueOf, value, []);
    case "number":
      return apply(Raw.numberValueOf, value, []);
    case "string":
      return apply(Raw.stringValueOf, value, []);
    case "bigint":
      return apply(Raw.bigintValueOf, value, []);
    case "symbol":
      return apply(Raw.symbolValueOf, value, []);
  }
}

/** A proxy can answer with ever new prototypes. */
const MAX_CHAIN = 100;

/** What kind of object this is. Throws only what a proxy's traps throw. A proxy counts as what its target looks like. */
function kindOf(value: object): Kind {
  if (isArray(value)) return "array";
  if (isView(value)) return apply(Raw.typedArrayTag, value, []) === undefined ? "dataview" : "typed";
  kindsByPrototype ??= makeKinds();
  let prototype = getPrototypeOf(value) as object | null;
  for (let depth = 0; prototype !== null && depth < MAX_CHAIN; depth++) {
    const kind = mapGet(kindsByPrototype, prototype);
    if (kind !== undefined) return hasSlots(kind, value) ? kind : "plain";
    prototype = getPrototypeOf(prototype) as object | null;
  }
  return "plain";
}
