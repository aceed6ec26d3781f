const FIRST_CAPACITY = 64;

/**
 * A map for what is under way by a number that counts up, as requests are. Unlike a `Map` it makes no new tables while as
 * many things come as go (see {@link LinkedSet} for what those cost). It finds a value by the last digits of its number;
 * what is there so much longer than others that one of them needs its place moves to a `Map`.
 */
export class NumberMap<Value extends object> implements Pick<
  Map<number, Value>,
  "get" | "has" | "delete" | "clear" | "values" | "size"
> {
  /** The number at each place; NaN, which equals nothing, where there is none. */
  #numbers: Float64Array = empty(FIRST_CAPACITY);
  #values: (Value | undefined)[] = Array.from<undefined>({ length: FIRST_CAPACITY });
  #placed = 0;
  readonly #displaced: Map<number, Value> = new Map();

  get size(): number {
    return this.#placed + this.#displaced.size;
  }

  get(number: number): Value | undefined {
    const place = this.#placeOf(number);
    return this.#numbers[place] === number ? this.#values[place] : this.#displaced.get(number);
  }

  has(number: number): boolean {
    return this.get(number) !== undefined;
  }

  set(number: number, value: Value): this {
    if (this.#displaced.has(number)) {
      this.#displaced.set(number, value);
      return this;
    }
    if (this.#isTaken(this.#placeOf(number), number) && this.#placed * 2 >= this.#values.length) this.#grow();
    const place = this.#placeOf(number);
    const earlier = this.#values[place];
    if (earlier === undefined) this.#placed++;
    else if (this.#numbers[place] !== number) this.#displaced.set(this.#numbers[place] ?? Number.NaN, earlier);
    this.#numbers[place] = number;
    this.#values[place] = value;
    return this;
  }

  delete(number: number): boolean {
    const place = this.#placeOf(number);
    if (this.#numbers[place] !== number) return this.#displaced.delete(number);
    this.#numbers[place] = Number.NaN;
    this.#values[place] = undefined;
    this.#placed--;
    return true;
  }

  clear(): void {
    this.#numbers = empty(FIRST_CAPACITY);
    this.#values = Array.from<undefined>({ length: FIRST_CAPACITY });
    this.#placed = 0;
    this.#displaced.clear();
  }

  *values(): MapIterator<Value> {
    for (const value of this.#values) if (value !== undefined) yield value;
    yield* this.#displaced.values();
  }

  #placeOf(number: number): number {
    return number & (this.#values.length - 1);
  }

  #isTaken(place: number, number: number): boolean {
    return this.#values[place] !== undefined && this.#numbers[place] !== number;
  }

  #grow(): void {
    const numbers = this.#numbers;
    const values = this.#values;
    this.#numbers = empty(values.length * 2);
    this.#values = Array.from<undefined>({ length: values.length * 2 });
    for (const [place, value] of values.entries()) {
      const number = numbers[place] ?? Number.NaN;
      // Two that had places of their own have them in twice as many, too.
      if (value !== undefined) {
        this.#numbers[this.#placeOf(number)] = number;
        this.#values[this.#placeOf(number)] = value;
      }
    }
  }
}

function empty(capacity: number): Float64Array {
  return new Float64Array(capacity).fill(Number.NaN);
}
