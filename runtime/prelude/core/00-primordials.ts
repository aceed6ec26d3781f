// Prelude files are plain scripts, not modules: the runtime joins them in the order of their names inside one
// function, so a top-level name of one file is visible in the later ones and invisible to the script of a cell.
//
// Everything the prelude uses once a cell's script is running is captured here first. A script may redefine, delete
// or poison every global and every prototype; nothing below may then look up a property on a built-in prototype:
// no method calls on arrays, strings, maps or promises, no for-of, spread or array destructuring (they look up
// Symbol.iterator), no await, no regular expressions.

/** `uncurry(f)(self, ...args)` calls `f` with `self` as `this`, whatever happened to Function.prototype. */
const uncurry: <T, A extends readonly unknown[], R>(f: (this: T, ...args: A) => R) => (self: T, ...args: A) => R =
  Function.prototype.bind.bind(Function.prototype.call) as never;

const Original = {
  Array,
  ArrayBuffer,
  BigInt,
  Boolean,
  Date,
  Error,
  Function,
  Map,
  Number,
  Object,
  Promise,
  Proxy,
  RangeError,
  RegExp,
  Set,
  String,
  Symbol,
  TypeError,
  Uint8Array,
  Uint16Array,
  WeakMap,
  WeakSet,
} as const;

const apply = Reflect.apply;
const construct = Reflect.construct;
const ownKeys = Reflect.ownKeys;
const reflectGet = Reflect.get;
const reflectSet = Reflect.set;
const reflectDefine = Reflect.defineProperty;
const reflectDelete = Reflect.deleteProperty;
const reflectPreventExtensions = Reflect.preventExtensions;
const getPrototypeOf = Object.getPrototypeOf;
const setPrototypeOf = Object.setPrototypeOf;
const createObject = Object.create;
const defineProperty = Object.defineProperty;
const getOwnPropertyDescriptor = Object.getOwnPropertyDescriptor;
const freeze = Object.freeze;
const hasOwn = Object.hasOwn;
const captureStackTrace = (Error as unknown as { captureStackTrace: (holder: object, hide: Function) => void })
  .captureStackTrace;
const isArray = Array.isArray;
const isSafeInteger = Number.isSafeInteger;
const jsonParse = JSON.parse;
const jsonStringify = JSON.stringify;
const mathFloor = Math.floor;
const mathMin = Math.min;
const mathMax = Math.max;
const mathTrunc = Math.trunc;
const now = Date.now;
const symbolIterator: typeof Symbol.iterator = Symbol.iterator;
const symbolAsyncIterator: typeof Symbol.asyncIterator = Symbol.asyncIterator;
const symbolToStringTag: typeof Symbol.toStringTag = Symbol.toStringTag;
const symbolSpecies: typeof Symbol.species = Symbol.species;

const bind = uncurry(Function.prototype.bind) as (f: Function, self: unknown, ...args: unknown[]) => Function;
const stringSlice = uncurry(String.prototype.slice);
const stringIndexOf = uncurry(String.prototype.indexOf);
const stringCharCodeAt = uncurry(String.prototype.charCodeAt);
const stringCodePointAt = uncurry(String.prototype.codePointAt);
const stringToLowerCase = uncurry(String.prototype.toLowerCase);
const stringTrim = uncurry(String.prototype.trim);
const stringStartsWith = uncurry(String.prototype.startsWith);
const stringFromCharCode = String.fromCharCode;
const stringToWellFormed = uncurry(
  (String.prototype as unknown as { toWellFormed: (this: string) => string }).toWellFormed,
);
const promiseThen = uncurry(Promise.prototype.then) as (
  self: Promise<unknown>,
  onFulfilled?: (value: unknown) => unknown,
  onRejected?: (reason: unknown) => unknown,
) => Promise<unknown>;
const originalThen = Promise.prototype.then;
const promiseFinally = uncurry(Promise.prototype.finally) as (
  self: Promise<unknown>,
  onFinally: () => unknown,
) => Promise<unknown>;
const mapGet = uncurry(Map.prototype.get) as <K, V>(map: Map<K, V>, key: K) => V | undefined;
const mapSet = uncurry(Map.prototype.set) as <K, V>(map: Map<K, V>, key: K, value: V) => Map<K, V>;
const mapHas = uncurry(Map.prototype.has) as <K, V>(map: Map<K, V>, key: K) => boolean;
const mapDelete = uncurry(Map.prototype.delete) as <K, V>(map: Map<K, V>, key: K) => boolean;
const mapForEach = uncurry(Map.prototype.forEach) as <K, V>(map: Map<K, V>, visit: (value: V, key: K) => void) => void;
const mapSize = uncurry(
  (getOwnPropertyDescriptor(Map.prototype, "size") as { get: (this: Map<unknown, unknown>) => number }).get,
);
const setForEach = uncurry(Set.prototype.forEach) as <V>(set: Set<V>, visit: (value: V) => void) => void;
const setAdd = uncurry(Set.prototype.add) as <V>(set: Set<V>, value: V) => Set<V>;
const weakMapGet = uncurry(WeakMap.prototype.get) as <V>(map: WeakMap<object, V>, key: object) => V | undefined;
const weakMapSet = uncurry(WeakMap.prototype.set) as <V>(map: WeakMap<object, V>, key: object, value: V) => unknown;
const weakMapHas = uncurry(WeakMap.prototype.has) as (map: WeakMap<object, unknown>, key: object) => boolean;

/** A descriptor nothing can be inherited into. */
function ownValue(value: unknown, enumerable = false): PropertyDescriptor {
  return { __proto__: null, value, writable: true, enumerable, configurable: true } as PropertyDescriptor;
}

/** Defines an own data property, whatever the prototypes of `target` have under that name. */
function defineOwn(target: object, name: PropertyKey, value: unknown, enumerable = true): void {
  defineProperty(target, name, ownValue(value, enumerable));
}

/** Appends without Array.prototype: a setter for an index on a poisoned prototype would see the value otherwise. */
function append<T>(list: T[], value: T): void {
  defineOwn(list, list.length, value);
}

/** Defines a global the way the platform does: writable and configurable; `enumerable` as the reference has it. */
function defineGlobal(name: string, value: unknown, enumerable: boolean): void {
  defineOwn(globalThis, name, value, enumerable);
}
