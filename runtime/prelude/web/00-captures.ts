// What only the web globals need, captured when their code is fetched: before the script runs if its source names one of
// them. Raw functions, to be called with `apply`; binding each as in core/00-primordials.ts would cost more than it saves.

const objectKeys = Object.keys;
const getOwnPropertySymbols = Object.getOwnPropertySymbols;
const isView: (value: unknown) => value is ArrayBufferView = ArrayBuffer.isView;
const parseNumber = Number;
const parseInteger = parseInt;
const parseFloating = parseFloat;
const isSame = Object.is;

/** The function behind an accessor of a built-in prototype. */
function getterOf(prototype: object, name: string | symbol): () => unknown {
  return (getOwnPropertyDescriptor(prototype, name) as unknown as { get: () => unknown }).get;
}

const typedArrayPrototype = getPrototypeOf(Uint8Array.prototype) as object;

const Raw = {
  arraySort: Array.prototype.sort,
  arrayToSpliced: Array.prototype.toSpliced,
  arrayBufferByteLength: getterOf(ArrayBuffer.prototype, "byteLength"),
  arrayBufferDetached: getterOf(ArrayBuffer.prototype, "detached"),
  arrayBufferMaxByteLength: getterOf(ArrayBuffer.prototype, "maxByteLength"),
  arrayBufferResizable: getterOf(ArrayBuffer.prototype, "resizable"),
  arrayBufferTransfer: ArrayBuffer.prototype.transfer,
  bigintValueOf: BigInt.prototype.valueOf,
  booleanValueOf: Boolean.prototype.valueOf,
  dataViewBuffer: getterOf(DataView.prototype, "buffer"),
  dataViewByteLength: getterOf(DataView.prototype, "byteLength"),
  dataViewByteOffset: getterOf(DataView.prototype, "byteOffset"),
  dateGetTime: Date.prototype.getTime,
  dateToISOString: Date.prototype.toISOString,
  functionToString: Function.prototype.toString,
  /** Missing in V8 before 13.6. */
  isError: (Error as unknown as { isError?: (value: unknown) => boolean }).isError,
  numberValueOf: Number.prototype.valueOf,
  objectToString: Object.prototype.toString,
  regExpSource: getterOf(RegExp.prototype, "source"),
  regExpToString: RegExp.prototype.toString,
  setHas: Set.prototype.has,
  setSize: getterOf(Set.prototype, "size"),
  stringRepeat: String.prototype.repeat,
  stringValueOf: String.prototype.valueOf,
  symbolToString: Symbol.prototype.toString,
  symbolValueOf: Symbol.prototype.valueOf,
  typedArrayBuffer: getterOf(typedArrayPrototype, "buffer"),
  typedArrayByteLength: getterOf(typedArrayPrototype, "byteLength"),
  typedArrayByteOffset: getterOf(typedArrayPrototype, "byteOffset"),
  typedArrayLength: getterOf(typedArrayPrototype, "length"),
  typedArraySet: Uint8Array.prototype.set,
  /** Name of a typed array's class; undefined for anything else. Never throws. */
  typedArrayTag: getterOf(typedArrayPrototype, Symbol.toStringTag),
} as const;

/** Constructors that only the web globals need. */
const OriginalRare = {
  AggregateError,
  BigInt64Array,
  BigUint64Array,
  DataView,
  EvalError,
  FinalizationRegistry,
  /** Missing in V8 before 13.4. */
  Float16Array: (globalThis as unknown as { Float16Array?: typeof Float32Array }).Float16Array,
  Float32Array,
  Float64Array,
  Int16Array,
  Int32Array,
  Int8Array,
  ReferenceError,
  SyntaxError,
  URIError,
  Uint32Array,
  Uint8ClampedArray,
  WeakRef,
} as const;
