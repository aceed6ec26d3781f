// The web globals. A cell that uses none of them pays for a few accessors and nothing else: classes and functions are
// made when a global is first read, which may be after the script poisoned every prototype. So the rules of
// 00-primordials.ts hold in the factories, too, and two more: no descriptor with a prototype (Object.prototype.get
// would turn it into an accessor) and no index written to a list that has one (a setter for "0" would see it).

/** A descriptor nothing can be inherited into. */
function ownValue(value: unknown, enumerable = false): PropertyDescriptor {
  return { __proto__: null, value, writable: true, enumerable, configurable: true } as PropertyDescriptor;
}

/** Defines an own data property, whatever the prototypes of `target` have under that name. */
function defineOwn(target: object, name: PropertyKey, value: unknown, enumerable = true): void {
  defineProperty(target, name, ownValue(value, enumerable));
}

/**
 * Defines a global that is made when it is first read: an accessor that replaces itself by a plain property, as it
 * does by whatever is assigned to it. Not enumerable, so that a script that lists its globals sees the reference's.
 */
function defineLazyGlobal(name: string, create: () => unknown): void {
  let made = false;
  let value: unknown;
  defineProperty(globalThis, name, {
    __proto__: null,
    get: () => {
      if (!made) {
        value = create();
        made = true;
      }
      // Fails without an exception on a frozen global object; the accessor then goes on answering.
      reflectDefine(globalThis, name, ownValue(value));
      return value;
    },
    set: (replacement: unknown) => {
      reflectDefine(globalThis, name, ownValue(replacement));
    },
    enumerable: false,
    configurable: true,
  } as PropertyDescriptor);
}

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
