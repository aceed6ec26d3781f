/** What URL needs of a class that only exists once one of the two was used. */
interface SearchParamsAccess {
  readonly Class: new (init?: unknown) => object;
  /** The object for a URL: `changed` is told the new query whenever the script changes it. */
  readonly linked: (query: string, changed: (query: string) => void) => object;
  /** Takes over the query that the URL itself was given. */
  readonly replace: (params: object, query: string) => void;
}

let searchParamsAccess: SearchParamsAccess | null = null;

/** The class, made once, whichever of the two globals is used first. */
function searchParams(): SearchParamsAccess {
  return (searchParamsAccess ??= makeSearchParams());
}

/** Pairs from what the constructor accepts. */
function pairsFrom(init: unknown, called: object): string[] {
  if ((typeof init !== "object" || init === null) && typeof init !== "function") {
    const text = usvString(init);
    return parseForm(stringCharCodeAt(text, 0) === 63 ? stringSlice(text, 1) : text);
  }
  const items = listOf(init);
  const pairs = newList<string>();
  if (items !== null) {
    for (let i = 0; i < items.length; i++) {
      const pair = listOf(items[i]);
      if (pair === null || pair.length !== 2) {
        throw builtInError("TypeError", "Each query pair must be an array of a name and a value", called);
      }
      pairs[pairs.length] = usvString(pair[0]);
      pairs[pairs.length] = usvString(pair[1]);
    }
    return pairs;
  }
  const keys = objectKeys(init);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as string;
    const value = usvString((init as Record<string, unknown>)[key]);
    // Two keys can become one when lone surrogates are replaced.
    setPair(pairs, stringToWellFormed(key), value);
  }
  return pairs;
}

/** Sets the first pair of a name and drops the others, or appends one. Returns the list. */
function setPair(pairs: string[], name: string, value: string): void {
  let used = 0;
  let found = false;
  for (let i = 0; i < pairs.length; i += 2) {
    const matches = pairs[i] === name;
    if (matches && found) continue;
    pairs[used++] = pairs[i] as string;
    pairs[used++] = matches ? value : (pairs[i + 1] as string);
    found ||= matches;
  }
  pairs.length = used;
  if (found) return;
  pairs[used] = name;
  pairs[used + 1] = value;
}

function deletePairs(pairs: string[], name: string, value: string | undefined): void {
  let used = 0;
  for (let i = 0; i < pairs.length; i += 2) {
    if (pairs[i] === name && (value === undefined || pairs[i + 1] === value)) continue;
    pairs[used++] = pairs[i] as string;
    pairs[used++] = pairs[i + 1] as string;
  }
  pairs.length = used;
}

/** Sorts by the names' code units; pairs of one name keep their order. */
function sortPairs(pairs: string[]): void {
  const entries = newList<{ name: string; value: string }>();
  for (let i = 0; i < pairs.length; i += 2) {
    entries[entries.length] = { name: pairs[i] as string, value: pairs[i + 1] as string };
  }
  apply(Raw.arraySort, entries, [
    (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
  ]);
  for (let i = 0; i < entries.length; i++) {
    const entry = entries[i] as { name: string; value: string };
    pairs[i * 2] = entry.name;
    pairs[i * 2 + 1] = entry.value;
  }
}

function makeSearchParams(): SearchParamsAccess {
  /** Not reachable by a script: tells the constructor to make an empty object without reading its argument. */
  const Empty = {};
  const Iterator = makePairIterator();
  let link: SearchParamsAccess["linked"] = () => Empty;
  let replace: SearchParamsAccess["replace"] = ignore;

  class URLSearchParams {
    /** Changed in place, so that an iterator sees what happens while it runs. */
    readonly #pairs: string[];
    #changed: ((query: string) => void) | null = null;

    static {
      link = (query, changed) => {
        const params = new URLSearchParams(Empty);
        fill(params.#pairs, query);
        params.#changed = changed;
        return params;
      };
      replace = (params, query) => fill((params as URLSearchParams).#pairs, query);
      addPlatformCheck((value) => {
        if (!(#pairs in value)) return null;
        const pairs = value.#pairs;
        return {
          className: "URLSearchParams",
          entries: (show) => {
            const texts = newList<string>();
            for (let i = 0; i < pairs.length; i += 2) texts[i / 2] = show(pairs[i]) + " => " + show(pairs[i + 1]);
            return texts;
          },
        };
      });
    }

    constructor(init: unknown = "") {
      if (init === Empty) {
        this.#pairs = newList();
      } else if (typeof init === "object" && init !== null && #pairs in init) {
        this.#pairs = newList();
        for (let i = 0; i < init.#pairs.length; i++) this.#pairs[i] = init.#pairs[i] as string;
      } else {
        this.#pairs = pairsFrom(init, URLSearchParams);
      }
    }

    get size(): number {
      return this.#pairs.length / 2;
    }

    append(name: unknown, value: unknown): void {
      needArguments(arguments.length, 2, "name and value");
      const pairs = this.#pairs;
      const key = usvString(name);
      const text = usvString(value);
      pairs[pairs.length] = key;
      pairs[pairs.length] = text;
      this.#update();
    }

    delete(name: unknown, value?: unknown): void {
      needArguments(arguments.length, 1, "name");
      deletePairs(this.#pairs, usvString(name), value === undefined ? undefined : usvString(value));
      this.#update();
    }

    get(name: unknown): string | null {
      needArguments(arguments.length, 1, "name");
      const pairs = this.#pairs;
      const key = usvString(name);
      for (let i = 0; i < pairs.length; i += 2) if (pairs[i] === key) return pairs[i + 1] as string;
      return null;
    }

    getAll(name: unknown): string[] {
      needArguments(arguments.length, 1, "name");
      const pairs = this.#pairs;
      const key = usvString(name);
      const values = newList<string>();
      for (let i = 0; i < pairs.length; i += 2) if (pairs[i] === key) values[values.length] = pairs[i + 1] as string;
      return asArray(values);
    }

    has(name: unknown, value?: unknown): boolean {
      needArguments(arguments.length, 1, "name");
      const pairs = this.#pairs;
      const key = usvString(name);
      const text = value === undefined ? undefined : usvString(value);
      for (let i = 0; i < pairs.length; i += 2) {
        if (pairs[i] === key && (text === undefined || pairs[i + 1] === text)) return true;
      }
      return false;
    }

    set(name: unknown, value: unknown): void {
      needArguments(arguments.length, 2, "name and value");
      const key = usvString(name);
      setPair(this.#pairs, key, usvString(value));
      this.#update();
    }

    sort(): void {
      sortPairs(this.#pairs);
      this.#update();
    }

    forEach(callback: unknown, thisArgument?: unknown): void {
      const pairs = this.#pairs;
      if (typeof callback !== "function") {
        throw builtInError("TypeError", "forEach expects a function", this.forEach);
      }
      for (let i = 0; i < pairs.length; i += 2) apply(callback, thisArgument, [pairs[i + 1], pairs[i], this]);
    }

    entries(): object {
      return new Iterator(this.#pairs, "entries");
    }

    keys(): object {
      return new Iterator(this.#pairs, "keys");
    }

    values(): object {
      return new Iterator(this.#pairs, "values");
    }

    toString(): string {
      return serializeForm(this.#pairs);
    }

    #update(): void {
      this.#changed?.(serializeForm(this.#pairs));
    }

    get [symbolToStringTag](): string {
      return "URLSearchParams";
    }
  }

  const prototype = URLSearchParams.prototype;
  defineOwn(prototype, symbolIterator, prototype.entries, false);
  return { Class: URLSearchParams, linked: link, replace };
}

function fill(pairs: string[], query: string): void {
  const parsed = parseForm(query);
  pairs.length = parsed.length;
  for (let i = 0; i < parsed.length; i++) pairs[i] = parsed[i] as string;
}

function needArguments(given: number, needed: number, names: string): void {
  if (given < needed) throw new Original.TypeError("URLSearchParams: " + names + " must be given");
}

type PairIteratorClass = new (pairs: string[], what: "entries" | "keys" | "values") => object;

function makePairIterator(): PairIteratorClass {
  class PairIterator {
    readonly #pairs: string[];
    readonly #what: "entries" | "keys" | "values";
    #at = 0;

    constructor(pairs: string[], what: "entries" | "keys" | "values") {
      this.#pairs = pairs;
      this.#what = what;
    }

    next(): { value: unknown; done: boolean } {
      const at = this.#at;
      if (at >= this.#pairs.length) return { value: undefined, done: true };
      this.#at = at + 2;
      const name = this.#pairs[at];
      const value = this.#pairs[at + 1];
      return { value: this.#what === "keys" ? name : this.#what === "values" ? value : [name, value], done: false };
    }
  }
  const prototype = PairIterator.prototype;
  delete (prototype as { constructor?: unknown }).constructor;
  // %IteratorPrototype%, for `map`, `toArray` and the like; reached by syntax instead of by name.
  setPrototypeOf(prototype, getPrototypeOf(getPrototypeOf(function* () {}.prototype)) as object);
  defineOwn(prototype, symbolIterator, iteratorItself, false);
  defineOwn(prototype, symbolToStringTag, "URLSearchParams Iterator", false);
  return PairIterator;
}

function iteratorItself(this: unknown): unknown {
  return this;
}

defineLazyGlobal("URLSearchParams", () => searchParams().Class);
