import { compareBytewise } from "../names/byte-order.ts";

/** Keys that JavaScript lists first, and in numeric order. */
const ARRAY_INDEX = /^(?:0|[1-9][0-9]{0,9})$/;
/** Above these, the order of UTF-16 units is not that of the bytes. */
const SURROGATE_OR_LATER = /[\ud800-\uffff]/;

/**
 * An object with these keys in the order of their bytes, also where JSON writes it.
 *
 * JavaScript puts keys that look like array indexes first and in numeric order (`9` before `10` before `!`). Where that
 * disagrees with the bytes, the object is wrapped so that it lists its keys as sorted; everything that goes by own keys
 * (`JSON.stringify`, `Object.entries`, spreading) follows, but `structuredClone` refuses the wrapper.
 */
export function sortedRecord<T>(keys: readonly string[], valueOf: (key: string) => T): { [key: string]: T } {
  // The engine's own order is several times faster than a comparison in JavaScript.
  const sorted = keys.some((key) => SURROGATE_OR_LATER.test(key)) ? keys.toSorted(compareBytewise) : keys.toSorted();
  return orderedRecord(sorted, valueOf);
}

/** An object that lists these keys in this order; see {@link sortedRecord}. */
export function orderedRecord<T>(keys: readonly string[], valueOf: (key: string) => T): { [key: string]: T } {
  const record: { [key: string]: T } = {};
  let indexes = false;
  for (const key of keys) {
    setOwn(record, key, valueOf(key));
    indexes ||= ARRAY_INDEX.test(key);
  }
  if (!indexes || Object.keys(record).every((key, index) => key === keys[index])) return record;
  return new Proxy(record, { ownKeys: () => [...keys] });
}

/** Sets an own key, also one that assignment would take for the prototype. */
export function setOwn<T>(object: { [key: string]: T }, key: string, value: T): void {
  if (key === "__proto__")
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  else object[key] = value;
}
