import * as fc from "fast-check";
import { expect, test } from "vitest";
import { LineSplitter } from "../../../host/mcp/process/line-splitter.ts";
import { TailBuffer } from "../../../host/mcp/process/tail-buffer.ts";

test("Lines come out whole, however their bytes arrive.", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: "binary" }).map((text) => text.replaceAll(/[\r\n]/g, ""))),
      fc.integer({ min: 1, max: 7 }),
      (lines, size) => {
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(""));
        const splitter = new LineSplitter(1_000_000);
        const seen: string[] = [];
        for (let at = 0; at < bytes.length; at += size) seen.push(...splitter.push(bytes.subarray(at, at + size)));
        expect(seen).toEqual(lines.map((line) => Buffer.from(line).toString()));
      },
    ),
  );
});

test("A carriage return at the end of a line is no part of it.", () => {
  expect(new LineSplitter(100).push(Buffer.from("a\r\nb\n"))).toEqual(["a", "b"]);
});

test("A line longer than the limit is refused before it is complete.", () => {
  const splitter = new LineSplitter(4);
  expect(splitter.push(Buffer.from("1234\n12"))).toEqual(["1234"]);
  expect(() => splitter.push(Buffer.from("345"))).toThrow("a message is longer than 4 bytes");
});

test("The tail of a stream is its last bytes.", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "grapheme-ascii" })), fc.integer({ min: 1, max: 20 }), (chunks, size) => {
      const tail = new TailBuffer(size);
      for (const chunk of chunks) tail.push(Buffer.from(chunk));
      expect(tail.text()).toBe(chunks.join("").slice(-size));
    }),
  );
});
