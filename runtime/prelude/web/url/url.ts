/** A parsed URL: the answer of `runtime/bridge/url-answers.ts`. */
interface UrlRecord {
  readonly href: string;
  readonly origin: string;
  readonly protocol: string;
  readonly username: string;
  readonly password: string;
  readonly host: string;
  readonly hostname: string;
  readonly port: string;
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

/** Parsing needs tables of the Unicode standard, so the runtime does it. Null if the URL is invalid. */
function parseUrl(input: string, base: string | null): UrlRecord | null {
  // One by one: an array would be asked for a `toJSON` that the script may have put on its prototype.
  return askUrl(jsonStringify(input) + "," + (base === null ? "null" : jsonStringify(base)));
}

/** The URL after one property was set; null only for an invalid `href`. */
function changeUrl(href: string, property: string, value: string): UrlRecord | null {
  return askUrl(jsonStringify(href) + "," + jsonStringify(property) + "," + jsonStringify(value));
}

function askUrl(items: string): UrlRecord | null {
  return jsonParse(host.ask("url", "[" + items + "]")) as UrlRecord | null;
}

/** Longest part of an invalid URL that its error shows. */
const SHOWN_URL = 200;

function invalidUrl(input: string, called: object): Error {
  const shown = input.length > SHOWN_URL ? stringSlice(input, 0, SHOWN_URL) + "…" : input;
  return builtInError("TypeError", "Invalid URL: " + jsonStringify(shown), called);
}

function createUrl(): unknown {
  // Gives the constructor a record that is already parsed.
  let parsed: UrlRecord | null = null;

  class URL {
    #record: UrlRecord;
    #params: object | null = null;

    static {
      addPlatformCheck((value) => {
        if (!(#record in value)) return null;
        const { href } = value.#record;
        return {
          className: "URL",
          entries: (show) => {
            const texts = newList<string>();
            texts[0] = "href: " + show(href);
            return texts;
          },
        };
      });
    }

    constructor(input: unknown, base?: unknown) {
      let record = parsed;
      parsed = null;
      if (record === null) {
        if (arguments.length === 0) throw builtInError("TypeError", "URL expects a URL to parse", URL);
        const text = domString(input);
        record = parseUrl(text, base === undefined ? null : domString(base));
        if (record === null) throw invalidUrl(text, URL);
      }
      this.#record = record;
    }

    static canParse(input: unknown, base?: unknown): boolean {
      return parseUrl(domString(input), base === undefined ? null : domString(base)) !== null;
    }

    static parse(input: unknown, base?: unknown): URL | null {
      const record = parseUrl(domString(input), base === undefined ? null : domString(base));
      if (record === null) return null;
      parsed = record;
      return new URL("");
    }

    #set(property: string, value: unknown): void {
      const text = domString(value);
      const record = changeUrl(this.#record.href, property, text);
      if (record === null) {
        if (property === "href") throw invalidUrl(text, URL);
        return;
      }
      const searchChanged = record.search !== this.#record.search;
      this.#record = record;
      if (this.#params !== null && searchChanged) searchParams().replace(this.#params, stringSlice(record.search, 1));
    }

    get href(): string {
      return this.#record.href;
    }
    set href(value: unknown) {
      this.#set("href", value);
    }

    get origin(): string {
      return this.#record.origin;
    }

    get protocol(): string {
      return this.#record.protocol;
    }
    set protocol(value: unknown) {
      this.#set("protocol", value);
    }

    get username(): string {
      return this.#record.username;
    }
    set username(value: unknown) {
      this.#set("username", value);
    }

    get password(): string {
      return this.#record.password;
    }
    set password(value: unknown) {
      this.#set("password", value);
    }

    get host(): string {
      return this.#record.host;
    }
    set host(value: unknown) {
      this.#set("host", value);
    }

    get hostname(): string {
      return this.#record.hostname;
    }
    set hostname(value: unknown) {
      this.#set("hostname", value);
    }

    get port(): string {
      return this.#record.port;
    }
    set port(value: unknown) {
      this.#set("port", value);
    }

    get pathname(): string {
      return this.#record.pathname;
    }
    set pathname(value: unknown) {
      this.#set("pathname", value);
    }

    get search(): string {
      return this.#record.search;
    }
    set search(value: unknown) {
      this.#set("search", value);
    }

    get hash(): string {
      return this.#record.hash;
    }
    set hash(value: unknown) {
      this.#set("hash", value);
    }

    get searchParams(): object {
      return (this.#params ??= searchParams().linked(stringSlice(this.#record.search, 1), (query) => {
        // The list itself is what it should be; parsing it again would lose nothing, but cost.
        this.#record = changeUrl(this.#record.href, "search", query) ?? this.#record;
      }));
    }

    toString(): string {
      return this.#record.href;
    }

    toJSON(): string {
      return this.#record.href;
    }

    get [symbolToStringTag](): string {
      return "URL";
    }
  }
  return URL;
}

defineLazyGlobal("URL", createUrl);
