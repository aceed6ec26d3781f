/** An item of at most one {@link LinkedSet} at a time, which alone writes these two. */
export interface Linked<T> {
  before: T | null;
  after: T | null;
}

/**
 * A set of things that are under way, in the order in which they came, linked through themselves. A `Set` makes a table of
 * its own each time it has grown or shrunk, and each table leads to the next: once V8 has moved one of them to its old
 * generation, those that followed, and whatever is in them, stay until all of that generation is collected.
 */
export class LinkedSet<T extends Linked<T>> {
  #first: T | null = null;
  #last: T | null = null;
  #size = 0;

  get first(): T | null {
    return this.#first;
  }

  get size(): number {
    return this.#size;
  }

  /** Puts an item at the end. It must be in no set. */
  add(item: T): void {
    item.before = this.#last;
    if (this.#last === null) this.#first = item;
    else this.#last.after = item;
    this.#last = item;
    this.#size++;
  }

  /** Takes an item out; says whether it was in here. */
  delete(item: T): boolean {
    const { before, after } = item;
    if (before === null && this.#first !== item) return false;
    if (before === null) this.#first = after;
    else before.after = after;
    if (after === null) this.#last = before;
    else after.before = before;
    // An item that is old and over must not keep those that came after it.
    item.before = null;
    item.after = null;
    this.#size--;
    return true;
  }

  /** Those that are in it now; the set may change while somebody goes through them. */
  items(): readonly T[] {
    const items: T[] = [];
    for (let item = this.#first; item !== null; item = item.after) items.push(item);
    return items;
  }
}
