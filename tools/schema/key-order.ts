import { compareBytewise } from "../names/byte-order.ts";

/**
 * An object with the entries sorted by the bytes of their keys, also where JSON writes it.
 *
 * JavaScript puts keys that look like array indexes first and in numeric order (`9` before `10` before `!`). Where that
 * disagrees with the bytes, the object is wrapped so that it lists its keys as sorted; everything that goes by own keys
 * (`JSON.stringify`, `Object.entries`, spreading) follows, but `structuredClone` refuses the wrapper.
 */
export function sortedRecord<T>(entries: readonly (readonly [string, T])[]): { [key: string]: T } {
  const sorted = entries.toSorted((a, b) => compareBytewise(a[0], b[0]));
  // `fromEntries` defines keys, so that `__proto__` becomes an ordinary one.
  const record: { [key: string]: T } = Object.fromEntries(sorted);
  const keys = sorted.map((entry) => entry[0]);
  if (Object.keys(record).every((key, index) => key === keys[index])) return record;
  return new Proxy(record, { ownKeys: () => keys });
}
