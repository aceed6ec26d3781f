import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fileToolIn, textToolIn } from "./call-tool.ts";
import { tree } from "./tree.ts";

// What ripgrep adds is compared in a file of its own; here the answer itself is looked at.
const alone = { ripgrep: null };

describe("search_text", () => {
  test("gives lines with where in them the matches are, in the order of paths", async () => {
    const folder = await tree({ "b.txt": "x\r\nfoo foo\r\n", "a/z.txt": "a foo\n", "c.txt": "Foo" });
    const search = fileToolIn(folder, "search_text", alone);
    expect(await search({ query: "foo" })).toEqual({
      path: ".",
      matches: [
        { path: "a/z.txt", line: 1, column: 3, text: "a foo", ranges: [[2, 5]] },
        { path: "b.txt", line: 2, column: 1, text: "foo foo", ranges: [[0, 3], [4, 7]] }, // prettier-ignore
      ],
      truncated: false,
      left_out: { ignored: 0, hidden: 0, unreadable: 0 },
    });
    expect(await search({ query: "foo", case: "smart", path: "c.txt" })).toMatchObject({
      matches: [{ path: "c.txt", line: 1 }],
    });
    expect(await search({ query: "Foo", case: "smart", globs: ["*.txt"] })).toMatchObject({
      matches: [{ path: "c.txt" }],
    });
    expect(await search({ query: "o{2}$", regex: true, globs: ["!a/**"] })).toMatchObject({
      matches: [{ path: "b.txt", ranges: [[5, 7]] }, { path: "c.txt" }],
    });
  });

  test("shows lines around matches once, however close they are, and the same ones in parts", async () => {
    const text = Array.from({ length: 12 }, (_, index) =>
      [3, 5, 10].includes(index + 1) ? `hit ${index + 1}` : `l${index + 1}`,
    );
    const folder = await tree({ "a.txt": text.join("\n"), "b.txt": "hit\n" });
    const search = fileToolIn(folder, "search_text", alone);
    const all = await search({ query: "hit", context: 1 });
    expect(all["matches"]).toMatchObject([
      { line: 3, before: ["l2"], after: ["l4"] },
      { line: 5, after: ["l6"] },
      { line: 10, before: ["l9"], after: ["l11"] },
      { path: "b.txt", line: 1 },
    ]);
    const parts = [];
    for (let offset: unknown = 0; offset !== undefined;) {
      const part = await search({ query: "hit", context: 1, limit: 1, offset });
      parts.push(...(part["matches"] as unknown[]));
      offset = part["next_offset"];
    }
    expect(parts).toEqual(all["matches"]);
    expect(await textToolIn(folder, "search_text", alone)({ query: "hit", context: 1, limit: 3 })).toBe(
      "a.txt\n2-l2\n3:hit 3\n4-l4\n5:hit 5\n6-l6\n--\n9-l9\n10:hit 10\n11-l11\n[More matches follow; go on with offset 3.]",
    );
  });

  test("shows a part of a long line around its match, whole characters only", async () => {
    const line = `${"😀".repeat(2_000)}needle${"é".repeat(2_000)}`;
    const { matches } = await fileToolIn(await tree({ a: line }), "search_text", alone)({ query: "needle" });
    const [match] = matches as { text: string; ranges: [number, number][]; column: number; cut: boolean }[];
    if (match === undefined) throw new Error("no match");
    expect(match).toMatchObject({ column: 4_001, cut: true });
    expect(match.text.length).toBeLessThanOrEqual(500);
    expect(match.text.isWellFormed()).toBe(true);
    expect(match.ranges.map(([from, to]) => match.text.slice(from, to))).toEqual(["needle"]);
  });

  test("searches UTF-16, passes over binary files, and takes broken bytes for U+FFFD", async () => {
    const folder = await tree({
      utf16: Buffer.from("\uFEFFone\nzwölf\n", "utf16le"),
      bom: "\uFEFFzwölf\n",
      binary: Buffer.from("zwölf\0\n"),
      late: Buffer.from(`zwölf\n${"x".repeat(9_000)}\0\n`),
      broken: Buffer.from([0x7a, 0x77, 0xf6, 0x6c, 0x66]),
    });
    const search = fileToolIn(folder, "search_text", alone);
    const found = async (input: object): Promise<unknown> =>
      ((await search(input))["matches"] as { path: string; line: number }[]).map(({ path, line }) => `${path}:${line}`);
    expect(await found({ query: "^zwölf$", regex: true })).toEqual(["bom:1", "late:1", "utf16:2"]);
    expect(await found({ query: "zw.lf", regex: true })).toEqual(["bom:1", "broken:1", "late:1", "utf16:2"]);
  });

  test("finds empty matches, and matches of a line as long as a file", async () => {
    const folder = await tree({ a: "b\n\naa", long: `${"x".repeat(3_000_000)}y\nlast y` });
    const search = fileToolIn(folder, "search_text", alone);
    expect(await search({ query: "a*", regex: true, path: "a" })).toMatchObject({
      matches: [{ line: 1, ranges: [[0, 0], [1, 1]] }, { line: 2, ranges: [[0, 0]] }, { line: 3, ranges: [[0, 2], [2, 2]] }], // prettier-ignore
    });
    // What is behind a million characters without a line end is not searched.
    expect(await search({ query: "y", path: "long" })).toMatchObject({ matches: [{ line: 2, column: 6 }] });
    expect(await search({ query: "x{3}", regex: true, path: "long" })).toMatchObject({
      matches: [{ line: 1, column: 1 }],
    });
  });

  test.for([
    [{ query: "" }, "`query` is empty"],
    [{ query: "a\nb" }, "`query` holds a line end"],
    [{ query: "(?=a)", regex: true }, "`query`: a look-ahead (`(?=…)`) is not supported; leave `regex` out"],
    [{ query: "a", path: "../x" }, "outside of the allowed folders"],
    [{ query: "a", globs: ["../*"] }, "leaves the folder it starts from"],
    [{ query: "a", path: "none" }, "none: there is nothing at this path"],
  ] as const)("refuses %j", async ([input, message]) => {
    await expect(fileToolIn(await tree(), "search_text", alone)(input)).rejects.toThrow(message);
  });

  test("is not slowed down by patterns and texts made for each other", async () => {
    const folder = await tree({ a: `${"a".repeat(50_000)}!\n`.repeat(20) });
    const search = fileToolIn(folder, "search_text", alone);
    expect(await search({ query: "^(a+)+$", regex: true })).toMatchObject({ matches: [] });
    expect(await search({ query: "(a|a|aa)*b", regex: true })).toMatchObject({ matches: [] });
  });

  test("looks at no link, and says how many files it could not read", async () => {
    const folder = await tree({ "a.txt": "needle\n", "out/b.txt": "needle\n" });
    await symlink("a.txt", join(folder, "link.txt"));
    await symlink("/etc", join(folder, "etc"));
    const found = await fileToolIn(folder, "search_text", alone)({ query: "needle" });
    expect((found["matches"] as { path: string }[]).map(({ path }) => path)).toEqual(["a.txt", "out/b.txt"]);
  });
});
