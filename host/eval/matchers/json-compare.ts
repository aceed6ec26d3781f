import { isJsonObject, own } from "../../../tools/index.ts";

/** Whether two JSON values are the same. The order of keys does not count. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) || Array.isArray(other)) {
    return (
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, index) => sameJson(item, other[index]))
    );
  }
  if (!isJsonObject(one) || !isJsonObject(other)) return one === other;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && sameJson(one[key], own(other, key)))
  );
}

/** Whether all that is wanted is there: keys of objects, and of arrays each item somewhere. */
export function hasAll(value: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) {
    return Array.isArray(value) && wanted.every((item) => value.some((candidate) => hasAll(candidate, item)));
  }
  if (!isJsonObject(wanted)) return sameJson(value, wanted);
  return (
    isJsonObject(value) &&
    Object.keys(wanted).every((key) => Object.hasOwn(value, key) && hasAll(own(value, key), own(wanted, key)))
  );
}

/** Whether an array has these items in any order. An item counts as often as it occurs. */
export function sameItems(value: unknown, items: readonly unknown[]): boolean {
  if (!Array.isArray(value) || value.length !== items.length) return false;
  const left: unknown[] = [...(value as readonly unknown[])];
  return items.every((item) => {
    const index = left.findIndex((candidate) => sameJson(candidate, item));
    if (index === -1) return false;
    left.splice(index, 1);
    return true;
  });
}
