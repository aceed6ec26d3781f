import { chmod, link, mkdir, readFile, readlink, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { applyPatch, verifyPatch } from "../../../tools/builtin/index.ts";
import { filesIn, patchOf, workspace } from "./support/workspace.ts";

const latin = (text: string): string => Buffer.from(text, "utf8").toString("latin1");

describe("A patch", () => {
  test("tells what it did, files that came first, then those that changed, then those that went", async () => {
    const cwd = await workspace({ gone: "1\n", old: "2\n", "sub/stays": "3\n" });
    const patch = patchOf(
      ...["*** Delete File: gone", "*** Update File: old", "*** Move to: new/place", "@@", "-2", "+two"],
      ...["*** Update File: ./sub/stays", "@@", "+4", "*** Add File: a", "+5"],
    );
    const report = await applyPatch(patch, { cwd });
    expect(report).toEqual({
      changes: [
        { kind: "delete", path: "gone", absolutePath: join(cwd, "gone") },
        { kind: "move", path: "new/place", absolutePath: join(cwd, "new/place"), movedFrom: "old" },
        { kind: "update", path: "./sub/stays", absolutePath: join(cwd, "sub/stays") },
        { kind: "add", path: "a", absolutePath: join(cwd, "a") },
      ],
      summary: "Success. Updated the following files:\nA a\nM new/place\nM ./sub/stays\nD gone\n",
      leftovers: [],
    });
    expect(await filesIn(cwd)).toEqual({ a: "5\n", "new/place": "two\n", "sub/stays": "3\n4\n" });
  });

  test("that is only verified changes nothing", async () => {
    const cwd = await workspace({ a: "1\n" });
    const { summary } = await verifyPatch(patchOf("*** Add File: x/b", "+2", "*** Delete File: a"), { cwd });
    expect(summary).toBe("Success. Updated the following files:\nA x/b\nD a\n");
    expect(await filesIn(cwd)).toEqual({ a: "1\n" });
  });

  test.for(["with space", "quo'te\"s", "ünï—😀", "-dash", "semi;$(colon)", "back\\slash"])(
    "takes the name %s",
    async (name) => {
      const cwd = await workspace();
      await applyPatch(patchOf(`*** Add File: ${name}`, "+1"), { cwd });
      await applyPatch(patchOf(`*** Update File: ${name}`, "@@", "-1", "+2"), { cwd });
      expect(await readFile(join(cwd, name), "utf8")).toBe("2\n");
      await applyPatch(patchOf(`*** Delete File: ${name}`), { cwd });
      expect(await filesIn(cwd)).toEqual({});
    },
  );

  test("adds empty files, and replaces files that are there", async () => {
    const cwd = await workspace({ a: "1\r\n2\r\n" });
    await applyPatch(patchOf("*** Add File: a", "+x", "*** Add File: e"), { cwd });
    expect(await filesIn(cwd)).toEqual({ a: "x\n", e: "" });
  });

  test("may replace a file by a folder", async () => {
    const cwd = await workspace({ a: "1\n" });
    await applyPatch(patchOf("*** Delete File: a", "*** Add File: a/b", "+2"), { cwd });
    expect(await filesIn(cwd)).toEqual({ "a/b": "2\n" });
  });

  test("keeps every byte of lines that it does not touch, whatever the file is", async () => {
    const bytes = Buffer.from([0xff, 0x00, 0xc3, 0x0a, 0x61, 0x0a, 0xed, 0xa0, 0x80, 0xf0, 0x9f, 0x98, 0x80, 0x0a]);
    const cwd = await workspace({ b: bytes });
    await applyPatch(patchOf("*** Update File: b", "@@", "-a", "+ä"), { cwd });
    const after = Buffer.concat([bytes.subarray(0, 4), Buffer.from("ä\n"), bytes.subarray(6)]);
    expect(await filesIn(cwd)).toEqual({ b: after.toString("latin1") });
  });

  test("cannot name a byte that is no character by half a character", async () => {
    const cwd = await workspace({ b: Buffer.from([0xff, 0x0a]) });
    const patch = patchOf("*** Update File: b", "@@", "-\udcff", "+x");
    await expect(applyPatch(patch, { cwd })).rejects.toThrow("Failed to find expected lines");
  });

  test("keeps carriage returns, a byte order mark, and gives the last line an end", async () => {
    const cwd = await workspace({ c: "\ufeffa\r\nb\r\nc" });
    await applyPatch(patchOf("*** Update File: c", "@@", " a", "-b", "+B", "+B2"), { cwd });
    expect(await filesIn(cwd)).toEqual({ c: latin("\ufeffa\r\nB\r\nB2\r\nc\r\n") });
  });

  test("keeps the mode of a file, also where it moves to", async () => {
    const cwd = await workspace({ run: "1\n", other: "x\n" });
    await chmod(join(cwd, "run"), 0o751);
    await applyPatch(patchOf("*** Update File: run", "@@", "-1", "+2"), { cwd, fsync: true });
    expect((await stat(join(cwd, "run"))).mode & 0o777).toBe(0o751);
    await applyPatch(patchOf("*** Update File: run", "*** Move to: other", "@@", "-2", "+3"), { cwd });
    expect((await stat(join(cwd, "other"))).mode & 0o777).toBe(0o751);
  });

  test("changes what a link leads to, and deletes and moves the link itself", async () => {
    const cwd = await workspace({ "real/a": "1\n" });
    await symlink("real/a", join(cwd, "link"));
    await applyPatch(patchOf("*** Update File: link", "@@", "-1", "+2"), { cwd });
    expect([await readlink(join(cwd, "link")), await readFile(join(cwd, "real/a"), "utf8")]).toEqual(["real/a", "2\n"]);
    await applyPatch(patchOf("*** Delete File: link"), { cwd });
    expect(await filesIn(cwd)).toEqual({ "real/a": "2\n" });
  });

  test("gives a changed file a place of its own, apart from other names it had", async () => {
    const cwd = await workspace({ a: "1\n" });
    await link(join(cwd, "a"), join(cwd, "b"));
    await applyPatch(patchOf("*** Update File: a", "@@", "-1", "+2"), { cwd });
    expect(await filesIn(cwd)).toEqual({ a: "2\n", b: "1\n" });
  });

  test("of a move to where the file is, is a change like any other", async () => {
    const cwd = await workspace({ a: "1\n" });
    const { summary } = await applyPatch(patchOf("*** Update File: a", "*** Move to: ./a", "@@", "-1", "+2"), { cwd });
    expect([summary.split("\n")[1], await filesIn(cwd)]).toEqual(["M ./a", { a: "2\n" }]);
  });
});

describe("Nothing is changed by a patch", () => {
  const files = { a: "1\n", "sub/b": "2\n" };
  const cases: readonly (readonly [string, readonly string[], string])[] = [
    [
      "that names a file in two ways",
      ["*** Update File: a", "@@", "+2", "*** Delete File: ./a"],
      "invalid patch: multiple operations target $WORK/a",
    ],
    [
      "that names a file by a link, too",
      ["*** Update File: a", "@@", "+2", "*** Delete File: link"],
      "invalid patch: multiple operations target $WORK/link",
    ],
    [
      "that moves two files to one place",
      ["*** Update File: a", "*** Move to: sub/b", "@@", "+2", "*** Delete File: sub/b"],
      "invalid patch: multiple operations target $WORK/sub/b",
    ],
    [
      "that updates a folder",
      ["*** Add File: n", "*** Update File: sub", "@@", "+2"],
      "Failed to read file to update $WORK/sub: path `$WORK/sub` is not a file",
    ],
    [
      "that deletes a folder",
      ["*** Add File: n", "*** Delete File: sub"],
      "Failed to read $WORK/sub: path `$WORK/sub` is not a file",
    ],
    [
      "that adds a file where a folder is",
      ["*** Add File: n", "*** Add File: sub"],
      "Failed to write file $WORK/sub: path `$WORK/sub` is not a file",
    ],
    [
      "that adds a file below a file",
      ["*** Add File: n", "*** Add File: a/x"],
      "Failed to write file $WORK/a/x: Not a directory (os error 20)",
    ],
    [
      "that adds a file below one that it adds",
      ["*** Add File: n", "*** Add File: n/x"],
      "Failed to write file $WORK/n/x: Not a directory (os error 20)",
    ],
    [
      "that adds a file where its folder will be",
      ["*** Add File: n/x", "*** Add File: n"],
      "Failed to write file $WORK/n: path `$WORK/n` is not a file",
    ],
    ["with a name that is too long", ["*** Add File: n", `*** Add File: ${"x".repeat(300)}`], "Failed to read"],
    ["with a name that no file can have", ["*** Add File: n\0m"], 'invalid patch: the path "n\\u0000m" holds a NUL'],
    [
      "of which the second file does not fit",
      ["*** Update File: a", "@@", "+2", "*** Update File: sub/b", "@@", "-3"],
      "Failed to find expected lines in $WORK/sub/b:\n3",
    ],
    [
      "that is too large",
      ["*** Add File: n", `+${"x".repeat(2000)}`],
      "invalid patch: it has 2047 characters, more than the 1000 that are read",
    ],
    [
      "of a file that is too large",
      ["*** Update File: big", "@@", "+2"],
      "Failed to read file to update $WORK/big: the file has 101 bytes, more than the 100 that can be patched",
    ],
  ];
  test.for(cases)("%s", async ([, lines, message]) => {
    const cwd = await workspace({ ...files, big: "x".repeat(101) });
    await symlink("a", join(cwd, "link"));
    const before = await filesIn(cwd);
    const failed = applyPatch(patchOf(...lines), { cwd, maxPatchChars: 1000, maxFileBytes: 100 });
    const error = await failed.then(String, (thrown: unknown) => (thrown as Error).message);
    const expected = `apply_patch verification failed: ${message}`;
    expect(error.replaceAll(cwd, "$WORK").slice(0, expected.length)).toBe(expected);
    expect(await filesIn(cwd)).toEqual(before);
  });

  test("that is empty, or asks for an environment, or where nothing may be written", async () => {
    const cwd = await workspace(files);
    const messageOf = (patch: string, readOnly = false): Promise<string> =>
      applyPatch(patch, { cwd, readOnly }).then(String, (error: unknown) => (error as Error).message);
    expect(await messageOf(patchOf())).toBe("patch rejected: empty patch");
    const elsewhere = patchOf("*** Environment ID: x", "*** Add File: n");
    expect(await messageOf(elsewhere)).toBe("apply_patch environment selection is unavailable for this turn");
    const readOnly = "patch rejected: writing is blocked by read-only sandbox; rejected by user approval settings";
    expect(await messageOf(patchOf("*** Add File: n"), true)).toBe(readOnly);
    expect(await messageOf(patchOf("*** Add File: ../n"), true)).toBe(readOnly);
    expect(await messageOf(patchOf("*** Delete File: n"), true)).toContain("No such file or directory");
    expect(await filesIn(cwd)).toEqual(files);
  });

  test("of a file that may not be written", async (context) => {
    if (process.getuid?.() === 0) context.skip("the administrator may write every file");
    const cwd = await workspace(files);
    await chmod(join(cwd, "a"), 0o444);
    const patch = patchOf("*** Add File: n", "*** Update File: a", "@@", "+2");
    await expect(applyPatch(patch, { cwd })).rejects.toThrow(/a: Permission denied \(os error 13\)/);
    expect(await filesIn(cwd)).toEqual(files);
  });

  test("that a caller gave no text or folder for", async () => {
    const patch = patchOf("*** Add File: n");
    await expect(applyPatch(patch, { cwd: "" })).rejects.toMatchObject({ code: "invalid_options" });
    await expect(applyPatch(null as unknown as string, { cwd: "/" })).rejects.toMatchObject({
      code: "invalid_options",
    });
  });

  test("that meets something that is no file", async () => {
    const cwd = await workspace();
    await mkdir(join(cwd, "d"));
    await writeFile(join(cwd, "d/x"), "");
    await symlink("nowhere", join(cwd, "dangling"));
    await expect(applyPatch(patchOf("*** Delete File: dangling"), { cwd })).rejects.toThrow(/os error 2/);
  });
});
