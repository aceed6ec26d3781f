import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Collector, KEPT_BYTES } from "../../../../tools/builtin/exec-command/output/collector.ts";

function collected(chunks: readonly Uint8Array[]): Collector {
  const collector = new Collector();
  for (const chunk of chunks) collector.push(chunk);
  return collector;
}

/** Bytes cut into chunks at the given places. */
function cutAt(bytes: Buffer, places: readonly number[]): Buffer[] {
  const borders = [0, ...places.map((place) => place % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length];
  return borders.slice(1).map((end, index) => bytes.subarray(borders[index], end));
}

describe("Collected output", () => {
  test("is the same text, however it comes in chunks", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.array(fc.nat()), (text, places) => {
        const bytes = Buffer.from(text);
        expect(collected(cutAt(bytes, places)).take(true)).toEqual({
          text: bytes.toString(),
          bytes: bytes.length,
          omittedBytes: 0,
        });
      }),
    );
  });

  test("never has half a character, wherever it is read, and loses none of it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.array(fc.nat()), (text, places) => {
        const collector = new Collector();
        const read: string[] = [];
        for (const chunk of cutAt(Buffer.from(text), places)) {
          collector.push(chunk);
          read.push(collector.take(false).text);
        }
        read.push(collector.take(true).text);
        expect(read.join("")).toBe(Buffer.from(text).toString());
      }),
    );
  });

  test("shows bytes that are no text as U+FFFD, and counts them as they came", () => {
    const bytes = Uint8Array.from([0xff, 0xfe, 0x20, 0x61]);
    expect(collected([bytes]).take(true)).toEqual({ text: "\uFFFD\uFFFD a", bytes: 4, omittedBytes: 0 });
    expect(collected([Uint8Array.from([0xc3])]).take(true).text).toBe("\uFFFD");
  });

  test("keeps the beginning and the end of what is too much", () => {
    const bytes = Buffer.from(Array.from({ length: 400_000 }, (_, index) => `${index}\n`).join(""));
    const { text, bytes: all, omittedBytes } = collected(cutAt(bytes, [7, 600_001, 1_999_999])).take(true);
    expect(all).toBe(bytes.length);
    expect(omittedBytes).toBe(bytes.length - 2 * KEPT_BYTES);
    const line = `\n... ${omittedBytes} bytes omitted ...\n`;
    expect(text).toBe(
      bytes.subarray(0, KEPT_BYTES).toString() + line + bytes.subarray(bytes.length - KEPT_BYTES).toString(),
    );
  });

  test("has whole characters on both sides of what is left out", () => {
    const bytes = Buffer.from(`a${"😀".repeat(400_000)}`);
    const { text, omittedBytes } = collected([bytes]).take(true);
    expect(text).not.toContain("\uFFFD");
    const line = `\n... ${omittedBytes} bytes omitted ...\n`;
    expect(Buffer.byteLength(text) - line.length + omittedBytes).toBe(bytes.length);
  });

  test("is only what came since it was last read", () => {
    const collector = collected([Buffer.from("one")]);
    expect(collector.take(false).text).toBe("one");
    collector.push(Buffer.from("two"));
    expect(collector.take(true)).toEqual({ text: "two", bytes: 3, omittedBytes: 0 });
    expect(collector.take(true)).toEqual({ text: "", bytes: 0, omittedBytes: 0 });
  });
});
