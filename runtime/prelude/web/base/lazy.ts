// The web globals. Their code is fetched and run when one is first read, which may be after the script poisoned every
// prototype. So the rules of core/00-primordials.ts hold at the top level, too, and two more: no descriptor with a
// prototype (Object.prototype.get would turn it into an accessor) and no index written to a list that has one (a setter
// for "0" would see it).

/** A list without a prototype: writing an index and reading past its end touch nothing a script can reach. */
function newList<T>(): T[] {
  return setPrototypeOf([], null) as T[];
}

/** Turns a list of ours into an ordinary array for the script. */
function asArray<T>(list: T[]): T[] {
  return setPrototypeOf(list, Original.Array.prototype) as T[];
}

/**
 * The values of an iterable, as a list of ours. Arrays are read by index, so that they work even when their iterator
 * was replaced. Null if the value is no iterable.
 */
function listOf(value: unknown): unknown[] | null {
  if ((typeof value !== "object" && typeof value !== "function") || value === null) return null;
  const list = newList<unknown>();
  if (isArray(value)) {
    for (let i = 0; i < value.length; i++) list[i] = value[i];
    return list;
  }
  const iterate = (value as { [Symbol.iterator]?: unknown })[symbolIterator];
  if (typeof iterate !== "function") return null;
  const iterator = apply(iterate, value, []) as { next: () => { done?: boolean; value: unknown } };
  const next = iterator.next;
  for (;;) {
    const step = apply(next, iterator, []);
    if (step.done) return list;
    list[list.length] = step.value;
  }
}

/** A value as WebIDL's DOMString; throws the platform's TypeError for a symbol. */
function domString(value: unknown): string {
  return `${value as string | number}`;
}
