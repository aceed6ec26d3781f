import { open, truncate } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readLines, wholeCharacters } from "../../../../tools/builtin/files/read-file/read-lines.ts";
import { fileToolIn, textToolIn } from "./call-tool.ts";
import { tree } from "./tree.ts";

const TEN = Array.from({ length: 10 }, (_, index) => `line ${index + 1}\n`).join("");

describe("read_file", () => {
  test("gives a script the whole text as it is, with what is known of it", async () => {
    const folder = await tree({ "a.txt": "one\r\ntwo\n\nlast", empty: "" });
    const read = fileToolIn(folder, "read_file");
    expect(await read({ path: "a.txt" })).toEqual({
      path: "a.txt",
      text: "one\r\ntwo\n\nlast",
      start_line: 1,
      end_line: 4,
      total_lines: 4,
      truncated: false,
    });
    expect(await read({ path: join(folder, "empty") })).toMatchObject({ text: "", end_line: 0, total_lines: 0 });
  });

  test("gives parts by lines, from either end, and says where to go on", async () => {
    const read = fileToolIn(await tree({ "a.txt": TEN }), "read_file");
    expect(await read({ path: "a.txt", offset: 4, max_lines: 2, line_numbers: true })).toEqual({
      path: "a.txt",
      text: "4\tline 4\n5\tline 5\n",
      start_line: 4,
      end_line: 5,
      truncated: true,
      next_offset: 6,
    });
    expect(await read({ path: "a.txt", offset: -2 })).toMatchObject({
      text: "line 9\nline 10\n",
      start_line: 9,
      total_lines: 10,
    });
    expect(await read({ path: "a.txt", offset: -99, max_lines: 1 })).toMatchObject({ start_line: 1, next_offset: 2 });
    await expect(read({ path: "a.txt", offset: 11 })).rejects.toThrow(
      "a.txt has only 10 lines; `offset` 11 is behind its end",
    );
    await expect(read({ path: "a.txt", offset: 0 })).rejects.toThrow("`offset` counts lines from 1");
  });

  test("keeps whole lines within its bytes, and cuts a line that alone is too long between characters", async () => {
    const folder = await tree({ "a.txt": TEN, "long.txt": `${"é".repeat(30)}\nnext\n` });
    const read = fileToolIn(folder, "read_file", { maxReadBytes: 17 });
    expect(await read({ path: "a.txt" })).toMatchObject({ text: "line 1\nline 2\n", truncated: true, next_offset: 3 });
    expect(await read({ path: "long.txt" })).toMatchObject({ text: "é".repeat(8), cut_line: 1, next_offset: 2 });
    expect(await read({ path: "long.txt", offset: 2 })).toMatchObject({ text: "next\n", truncated: false });
    const shown = textToolIn(folder, "read_file", { maxDirectReadBytes: 17 });
    expect(await shown({ path: "a.txt", offset: 3 })).toBe("line 3\nline 4\n[Lines 3 to 4. Go on with offset 5.]");
    expect(await shown({ path: "long.txt" })).toBe(
      `${"é".repeat(8)}\n[Lines 1 to 1. Line 1 is too long and was cut. Go on with offset 2.]`,
    );
  });

  test("takes UTF-16 and UTF-8 by their marks, and says where bytes are no text", async () => {
    const folder = await tree({
      le: Buffer.from("\uFEFFa\nü😀\n", "utf16le"),
      be: Buffer.from("\uFEFFa\nü😀\n", "utf16le").swap16(),
      bom: "\uFEFFa\n",
      latin1: Buffer.from("gr\xfc\xdfe\n", "latin1"),
    });
    const read = fileToolIn(folder, "read_file");
    for (const path of ["le", "be"]) {
      expect(await read({ path, offset: 2 })).toMatchObject({
        text: "ü😀\n",
        encoding: `utf-16${path}`,
        total_lines: 2,
      });
    }
    expect(await read({ path: "bom" })).not.toHaveProperty("encoding");
    expect(await read({ path: "bom" })).toMatchObject({ text: "a\n" });
    expect(await read({ path: "latin1" })).toMatchObject({ text: "gr\uFFFD\uFFFDe\n", invalid_utf8: true });
  });

  test.for([
    ["89504e470d0a1a0a0000000d", "a PNG image (12 bytes), not text; view_image shows images"],
    ["ffd8ffe000104a46", "a JPEG image (8 bytes), not text; view_image shows images"],
    ["7f454c4602010100", "an ELF executable (8 bytes), not text"],
    ["504b030414000000", "a ZIP archive (also used by Office files, JARs and the like) (8 bytes), not text"],
    ["1f8b08", "gzip data (3 bytes), not text"],
    ["255044462d312e37", "a PDF document (8 bytes), not text"],
    ["53514c69746520666f726d6174203300", "an SQLite database (16 bytes), not text"],
    ["0061736d01000000", "a WebAssembly module (8 bytes), not text"],
    ["61006200", "binary data (4 bytes), not text"],
  ] as const)("refuses %s as what it is", async ([hex, message]) => {
    const read = fileToolIn(await tree({ data: Buffer.from(hex, "hex") }), "read_file");
    await expect(read({ path: "data" })).rejects.toThrow(`data is ${message}`);
  });

  test("takes a text that begins like a program for a text", async () => {
    const read = fileToolIn(
      await tree({ "a.txt": "MZ is a mark\n", "b.txt": "BM too, and quite a while\n" }),
      "read_file",
    );
    expect(await read({ path: "a.txt" })).toMatchObject({ text: "MZ is a mark\n" });
    expect(await read({ path: "b.txt" })).toMatchObject({ end_line: 1 });
  });

  test("reads the beginning of 5 GB in no time and no memory", async () => {
    const folder = await tree({ big: "first\nsecond\n" });
    await truncate(join(folder, "big"), 5 * 2 ** 30);
    const file = await open(join(folder, "big"), "r+");
    await file.write("x".repeat(16_384), 13);
    await file.close();
    const before = process.memoryUsage().rss;
    const read = fileToolIn(folder, "read_file");
    expect(await read({ path: "big", max_lines: 2 })).toMatchObject({ text: "first\nsecond\n", next_offset: 3 });
    expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(50);
  });

  test("stops when its call does", async () => {
    const folder = await tree({ big: `${"x".repeat(100)}\n` });
    await truncate(join(folder, "big"), 2 ** 40);
    const file = await open(join(folder, "big"), "r+");
    await file.write("x".repeat(16_384), 101);
    await file.close();
    const controller = new AbortController();
    const reading = fileToolIn(folder, "read_file")({ path: "big", offset: -1 }, { signal: controller.signal });
    controller.abort(new Error("enough"));
    await expect(reading).rejects.toThrow("enough");
  });
});

test("Lines are the same however a text comes in chunks", async () => {
  const text = fc.string({ unit: fc.constantFrom("a", "é", "😀", "\n", "\r\n"), maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(
      text,
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 4, max: 40 }),
      async (whole, sizes, first, maxLines, maxBytes) => {
        const bytes = Buffer.from(whole);
        async function* chunks(): AsyncGenerator<Buffer, void> {
          for (let at = 0, index = 0; at < bytes.length; index++) {
            const size = sizes[index % sizes.length] ?? 1;
            yield bytes.subarray(at, at + size);
            at += size;
          }
        }
        const lines = whole.match(/[^\n]*\n|[^\n]+$/gu) ?? [];
        const kept: string[] = [];
        for (const line of lines.slice(first - 1, first - 1 + maxLines)) {
          if (kept.length > 0 && Buffer.byteLength(kept.join("") + line) > maxBytes) break;
          kept.push(line);
        }
        const cut = Buffer.byteLength(kept[0] ?? "") > maxBytes;
        const expected = cut
          ? wholeCharacters(Buffer.from(kept[0] ?? "").subarray(0, maxBytes)).toString()
          : kept.join("");
        const count = cut ? 1 : kept.length;
        const more = first - 1 + count < lines.length && lines.length >= first;
        const found = await readLines(chunks(), { first, maxLines, maxBytes });
        expect({ ...found, bytes: found.bytes.toString() }).toEqual({
          bytes: expected,
          count,
          cut,
          more,
          total: more ? null : lines.length,
        });
      },
    ),
    { numRuns: 500 },
  );
});
