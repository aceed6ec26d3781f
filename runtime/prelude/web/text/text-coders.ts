function createTextEncoder(): unknown {
  return class TextEncoder {
    get encoding(): string {
      return "utf-8";
    }

    encode(input: unknown = ""): Uint8Array {
      return encodeUtf8(domString(input));
    }

    encodeInto(source: unknown, destination: unknown): { read: number; written: number } {
      const text = domString(source);
      if (!isView(destination) || apply(Raw.typedArrayTag, destination, []) !== "Uint8Array") {
        throw builtInError("TypeError", "encodeInto expects a Uint8Array as its destination", this.encodeInto);
      }
      return encodeInto(text, 0, destination as Uint8Array, 0, byteCount(destination as Uint8Array));
    }

    get [symbolToStringTag](): string {
      return "TextEncoder";
    }
  };
}

function createTextDecoder(): unknown {
  return class TextDecoder {
    readonly #encoding: Encoding;
    readonly #fatal: boolean;
    readonly #ignoreBom: boolean;
    /** Set while the input so far was announced to go on. */
    #streaming = false;
    #bomPassed = false;
    #utf8: Utf8State = newUtf8State();
    #utf16: Utf16State = { byte: -1, high: 0 };

    constructor(label: unknown = "utf-8", options?: { fatal?: unknown; ignoreBOM?: unknown } | null) {
      const encoding = encodingOf(domString(label));
      if (encoding === null) {
        throw builtInError(
          "RangeError",
          `The encoding ${jsonStringify(domString(label))} is not supported; there are utf-8, utf-16le, utf-16be and windows-1252`,
          TextDecoder,
        );
      }
      this.#encoding = encoding;
      this.#fatal = !!options?.fatal;
      this.#ignoreBom = !!options?.ignoreBOM;
    }

    get encoding(): string {
      return this.#encoding;
    }

    get fatal(): boolean {
      return this.#fatal;
    }

    get ignoreBOM(): boolean {
      return this.#ignoreBom;
    }

    decode(input?: unknown, options?: { stream?: unknown } | null): string {
      const bytes = input === undefined ? new Original.Uint8Array(0) : bytesOf(input);
      if (bytes === null) {
        throw builtInError("TypeError", "decode expects an ArrayBuffer, a typed array or a DataView", this.decode);
      }
      if (!this.#streaming) this.#restart();
      this.#streaming = !!options?.stream;
      let text = this.#decode(bytes, byteCount(bytes), !this.#streaming);
      if (text === null) {
        this.#streaming = false;
        throw builtInError("TypeError", `The encoded data was not valid for encoding ${this.#encoding}`, this.decode);
      }
      if (!this.#bomPassed && text !== "" && this.#encoding !== "windows-1252") {
        this.#bomPassed = true;
        if (!this.#ignoreBom && stringCharCodeAt(text, 0) === 0xfeff) text = stringSlice(text, 1);
      }
      return text;
    }

    #restart(): void {
      this.#bomPassed = false;
      this.#utf8 = newUtf8State();
      this.#utf16 = { byte: -1, high: 0 };
    }

    #decode(bytes: Uint8Array, length: number, last: boolean): string | null {
      switch (this.#encoding) {
        case "utf-8":
          return decodeUtf8(bytes, length, this.#utf8, last, this.#fatal);
        case "utf-16le":
        case "utf-16be":
          return decodeUtf16(bytes, length, this.#encoding === "utf-16be", this.#utf16, last, this.#fatal);
        case "windows-1252":
          return decodeWindows1252(bytes, length);
      }
    }

    get [symbolToStringTag](): string {
      return "TextDecoder";
    }
  };
}

defineLazyGlobal("TextEncoder", createTextEncoder);
defineLazyGlobal("TextDecoder", createTextDecoder);
