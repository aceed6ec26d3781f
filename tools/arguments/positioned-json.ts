// A JSON reader that knows where everything stands, and words its errors like the decoder behind the reference, which
// models have seen. Used for short texts and for texts that the platform's parser refused.

/** A value with the position (line and column from 1) of its last character. */
export interface PositionedValue {
  readonly value: unknown;
  /** The token as written, for numbers; whether a number is whole shows there. */
  readonly token: string;
  readonly at: string;
  /** Members in order, for objects. */
  readonly members?: readonly { readonly key: string; readonly value: PositionedValue }[];
}

/** What is wrong, and where, in one line. */
export class JsonSyntaxError extends Error {}

const MAX_DEPTH = 127;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/uy;
const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  b: "\b",
  f: "\f",
  "/": "/",
  "\\": "\\",
  '"': '"',
};

/** Reads one JSON text. Throws a JsonSyntaxError. */
export function parseJson(text: string): PositionedValue {
  const reader = new Reader(text);
  const value = reader.value(0);
  reader.end();
  return value;
}

/** A value as the decoder names it: its type and, for scalars, what it is. */
export function describeType({ value, token }: PositionedValue): string {
  if (value === null) return "null";
  switch (typeof value) {
    case "string":
      return `string ${token}`;
    case "boolean":
      return `boolean \`${token}\``;
    case "number":
      return /^-?\d+$/u.test(token) ? `integer \`${token}\`` : `floating point \`${token}\``;
    default:
      return token;
  }
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(depth: number): PositionedValue {
    this.#space();
    const first = this.#text[this.#at];
    if (first === undefined) this.#fail("EOF while parsing a value", this.#text.length);
    if (depth > MAX_DEPTH) this.#fail("recursion limit exceeded", this.#at + 1);
    if (first === "{") return this.#object(depth);
    if (first === "[") return this.#array(depth);
    if (first === '"') {
      const value = this.#string();
      return { value, token: JSON.stringify(value), at: this.#position(this.#at) };
    }
    for (const [word, value] of [
      ["true", true],
      ["false", false],
      ["null", null],
    ] as const) {
      if (first !== word[0]) continue;
      this.#ident(word);
      return { value, token: word, at: this.#position(this.#at) };
    }
    if (first === "-" || (first >= "0" && first <= "9")) {
      NUMBER.lastIndex = this.#at;
      const token = NUMBER.exec(this.#text)?.[0];
      if (token === undefined) this.#fail("invalid number", this.#at + 2);
      this.#at += token.length;
      return { value: Number(token), token, at: this.#position(this.#at) };
    }
    return this.#fail("expected value", this.#at + 1);
  }

  end(): void {
    this.#space();
    if (this.#at < this.#text.length) this.#fail("trailing characters", this.#at + 1);
  }

  #object(depth: number): PositionedValue {
    const members: { key: string; value: PositionedValue }[] = [];
    const value: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
    this.#at++;
    for (;;) {
      this.#space();
      const next = this.#text[this.#at];
      if (next === undefined) this.#fail("EOF while parsing an object", this.#text.length);
      if (next === "}" && members.length === 0) break;
      if (next !== '"') this.#fail("key must be a string", this.#at + 1);
      const key = this.#string();
      this.#space();
      if (this.#text[this.#at] !== ":") this.#expected("`:`", "an object");
      this.#at++;
      const member = this.value(depth + 1);
      members.push({ key, value: member });
      value[key] = member.value;
      this.#space();
      const after = this.#text[this.#at];
      if (after === "}") break;
      if (after !== ",") this.#expected("`,` or `}`", "an object");
      this.#at++;
      this.#space();
      if (this.#text[this.#at] === "}") this.#fail("trailing comma", this.#at + 1);
    }
    this.#at++;
    return { value, token: "map", at: this.#position(this.#at), members };
  }

  #array(depth: number): PositionedValue {
    const value: unknown[] = [];
    this.#at++;
    for (;;) {
      this.#space();
      const next = this.#text[this.#at];
      if (next === undefined) this.#fail("EOF while parsing a list", this.#text.length);
      if (next === "]" && value.length === 0) break;
      value.push(this.value(depth + 1).value);
      this.#space();
      const after = this.#text[this.#at];
      if (after === "]") break;
      if (after !== ",") this.#expected("`,` or `]`", "a list");
      this.#at++;
      this.#space();
      if (this.#text[this.#at] === "]") this.#fail("trailing comma", this.#at + 1);
    }
    this.#at++;
    return { value, token: "sequence", at: this.#position(this.#at) };
  }

  #string(): string {
    let result = "";
    this.#at++;
    for (;;) {
      const char = this.#text[this.#at];
      if (char === undefined) this.#fail("EOF while parsing a string", this.#text.length);
      this.#at++;
      if (char === '"') return result;
      if (char < " ") {
        this.#fail("control character (\\u0000-\\u001F) found while parsing a string", this.#at);
      }
      if (char !== "\\") {
        result += char;
        continue;
      }
      const escape = this.#text[this.#at++];
      const plain = escape === undefined ? undefined : ESCAPES[escape];
      const code = escape === "u" ? /^[0-9a-fA-F]{4}/u.exec(this.#text.slice(this.#at, this.#at + 4))?.[0] : undefined;
      if (plain === undefined && code === undefined) this.#fail("invalid escape", this.#at);
      if (code !== undefined) this.#at += 4;
      result += plain ?? String.fromCharCode(Number.parseInt(code ?? "0", 16));
    }
  }

  /** Reads `true`, `false` or `null`; the place of a mistake is the first character that differs. */
  #ident(word: string): void {
    for (const char of word) {
      const next = this.#text[this.#at++];
      if (next === undefined) this.#fail("EOF while parsing a value", this.#text.length);
      if (next !== char) this.#fail("expected ident", this.#at);
    }
  }

  #expected(what: string, inside: string): never {
    if (this.#at >= this.#text.length) this.#fail(`EOF while parsing ${inside}`, this.#text.length);
    return this.#fail(`expected ${what}`, this.#at + 1);
  }

  #space(): void {
    while (" \t\n\r".includes(this.#text[this.#at] ?? "x")) this.#at++;
  }

  #fail(what: string, end: number): never {
    throw new JsonSyntaxError(`${what} at ${this.#position(end)}`);
  }

  /** Position of the character before an offset, as the reference counts: columns in bytes of UTF-8. */
  #position(end: number): string {
    const before = this.#text.slice(0, end);
    const lineStart = before.lastIndexOf("\n") + 1;
    const line = before.split("\n").length;
    return `line ${line} column ${Buffer.byteLength(before.slice(lineStart))}`;
  }
}
