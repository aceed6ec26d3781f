import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PreludeContext } from "./prelude-context.ts";

const context = new PreludeContext();
const anyText = fc.string({ unit: "binary", maxLength: 60 });
/** Bytes that are likely to be almost UTF-8. */
const nearlyUtf8 = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 4 }),
      anyText.map((text) => new Uint8Array(Buffer.from(text.slice(0, 4)))),
      fc
        .constantFrom(
          [0xef, 0xbb, 0xbf],
          [0xed, 0xa0, 0x80],
          [0xf0, 0x9f, 0x98],
          [0xe2, 0x82],
          [0xc0, 0xaf],
          [0xf4, 0x90, 0x80, 0x80],
        )
        .map((bytes) => Uint8Array.from(bytes)),
    ),
    { maxLength: 8 },
  )
  .map((parts) => new Uint8Array(Buffer.concat(parts)));

/** What a decoder says, or the name of what it throws. */
function outcome(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return (error as Error).name;
  }
}

const decodeHere = context.call(
  `return (label, options, pieces) => {
    const decoder = new TextDecoder(label, options);
    let text = "";
    for (let i = 0; i < pieces.length; i++) text += decoder.decode(pieces[i], { stream: i < pieces.length - 1 });
    return [text, decoder.encoding, decoder.fatal, decoder.ignoreBOM].join("|");
  }`,
) as (label: string, options: object, pieces: Uint8Array[]) => string;

/** Node's answer for the whole input: in pieces it takes a byte order mark after a cut-off character for the first. */
function decodeInNode(label: string, options: object, pieces: Uint8Array[]): string {
  const decoder = new TextDecoder(label, options);
  const text = decoder.decode(Buffer.concat(pieces));
  return [text, decoder.encoding, decoder.fatal, decoder.ignoreBOM].join("|");
}

describe("TextEncoder", () => {
  it("encodes any string as Node does, lone surrogates included", () => {
    const encode = context.run("(text) => new TextEncoder().encode(text)") as (text: string) => Uint8Array;
    fc.assert(
      fc.property(anyText, (text) => {
        expect([...encode(text)]).toEqual([...new TextEncoder().encode(text)]);
      }),
    );
  });

  it("answers with a Uint8Array of the script's realm that owns exactly its bytes", () => {
    expect(
      context.call(`
        const bytes = new TextEncoder().encode("aé€😀");
        return [bytes instanceof Uint8Array, bytes.length, bytes.buffer.byteLength, new TextEncoder().encode().length].join()`),
    ).toBe("true,10,10,0");
  });

  it("encodes into a buffer of any size as Node does, never half a character", () => {
    const into = context.run(`(text, size) => {
      const target = new Uint8Array(size);
      const { read, written } = new TextEncoder().encodeInto(text, target);
      return [read, written, ...target].join();
    }`) as (text: string, size: number) => string;
    fc.assert(
      fc.property(anyText, fc.nat(40), (text, size) => {
        const target = new Uint8Array(size);
        const { read, written } = new TextEncoder().encodeInto(text, target);
        expect(into(text, size)).toBe([read, written, ...target].join());
      }),
    );
  });
});

describe("TextDecoder", () => {
  for (const fatal of [false, true]) {
    for (const ignoreBOM of [false, true]) {
      it(`decodes UTF-8 in pieces as Node does the whole, fatal ${fatal}, ignoreBOM ${ignoreBOM}`, () => {
        fc.assert(
          fc.property(fc.array(nearlyUtf8, { minLength: 1, maxLength: 4 }), (pieces) => {
            const options = { fatal, ignoreBOM };
            expect(outcome(() => decodeHere("utf-8", options, pieces))).toEqual(
              outcome(() => decodeInNode("utf-8", options, pieces)),
            );
          }),
          { numRuns: 500 },
        );
      });
    }
  }

  it("decodes UTF-16 in one piece as Node does", () => {
    const units = fc.array(fc.oneof(fc.nat(0xffff), fc.constantFrom(0xd83d, 0xde00, 0xfeff, 0xd800, 0xdfff)), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(units, fc.boolean(), (list, odd) => {
        const bytes = new Uint8Array(Uint16Array.from(list).buffer);
        const piece = odd ? bytes.slice(0, -1) : bytes;
        expect(outcome(() => decodeHere("utf-16le", {}, [piece]))).toEqual(
          outcome(() => decodeInNode("utf-16le", {}, [piece])),
        );
      }),
    );
  });

  it("decodes UTF-16 the same whole and in pieces of one byte", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const bytes = Buffer.from(text, "utf16le");
        const pieces = [...bytes].map((byte) => Uint8Array.of(byte));
        const whole = decodeHere("utf-16le", {}, [bytes]);
        expect(decodeHere("utf-16le", {}, [...pieces, new Uint8Array(0)])).toBe(whole);
        expect(decodeHere("utf-16be", {}, [Buffer.from(bytes).swap16()]).split("|utf-16")[0]).toBe(
          whole.split("|utf-16")[0],
        );
      }),
    );
  });

  it("knows every byte of windows-1252 under the name latin1", () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
    const text = decodeHere("latin1", {}, [bytes]);
    expect(text.slice(0x80, 0xa0)).toBe("€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ");
    expect(text.slice(0xa0, 0x100)).toBe(Buffer.from(bytes.subarray(0xa0)).toString("latin1"));
    expect(text.endsWith("|windows-1252|false|false")).toBe(true);
  });

  it("accepts labels in any case and with spaces, and refuses unknown ones with a RangeError", () => {
    expect(context.run('new TextDecoder(" UTF8\\n").encoding')).toBe("utf-8");
    expect(context.run('try { new TextDecoder("klingon") } catch (e) { e.name + ": " + e.message }')).toBe(
      'RangeError: The encoding "klingon" is not supported; there are utf-8, utf-16le, utf-16be and windows-1252',
    );
  });

  it("takes buffers, views and DataViews, nothing else", () => {
    expect(
      context.call(`
        const bytes = new TextEncoder().encode("xhix");
        const decoder = new TextDecoder();
        let refused = "";
        try { decoder.decode("hi") } catch (e) { refused = e.name }
        return [decoder.decode(bytes.buffer), decoder.decode(bytes.subarray(1, 3)), decoder.decode(new DataView(bytes.buffer, 1, 2)),
         decoder.decode(), refused].join()`),
    ).toBe("xhix,hi,hi,,TypeError");
  });
});

describe("atob and btoa", () => {
  it("encode bytes as Node does, and back", () => {
    const encode = context.run("(text) => btoa(text)") as (text: string) => string;
    const decode = context.run("(text) => atob(text)") as (text: string) => string;
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        const text = Buffer.from(bytes).toString("latin1");
        const base64 = Buffer.from(bytes).toString("base64");
        expect(encode(text)).toBe(base64);
        expect(decode(base64)).toBe(text);
        expect(decode(base64.replaceAll("=", ""))).toBe(text);
      }),
    );
  });

  it("accept and refuse what Node does", () => {
    const decode = context.run("(text) => atob(text)") as (text: string) => string;
    const encode = context.run("(text) => btoa(text)") as (text: string) => string;
    const messy = fc
      .array(fc.constantFrom("A", "b", "Z9", "+", "/", "=", "==", " ", "\n", "\t", "-", "_", "é", "\v"), {
        maxLength: 10,
      })
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(messy, anyText, (base64, text) => {
        expect(outcome(() => decode(base64))).toEqual(outcome(() => atob(base64)));
        expect(outcome(() => encode(text))).toEqual(outcome(() => btoa(text)));
      }),
      { numRuns: 2000 },
    );
  });
});

describe("A megabyte", () => {
  it("passes through all coders", () => {
    const text = "naïve café 😀 plain ".repeat(50_000);
    const latin1 = "0123456789abcdef\u00ff".repeat(60_000);
    context.call("[globalThis.text, globalThis.latin1] = args", text, latin1);
    expect(context.run("new TextDecoder().decode(new TextEncoder().encode(text)) === text")).toBe(true);
    expect(context.run("atob(btoa(latin1)) === latin1")).toBe(true);
    expect(context.run('new URLSearchParams("a=" + encodeURIComponent(text)).get("a") === text')).toBe(true);
    expect(context.run('new URLSearchParams(new URLSearchParams({ text }).toString()).get("text") === text')).toBe(
      true,
    );
  });
});
