import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folder, isocell } from "./isocell.ts";

const PATCH = "*** Begin Patch\n*** Update File: a\n@@\n-1\n+2\n*** Add File: b/c\n+3\n*** End Patch\n";
const WRONG = "*** Begin Patch\n*** Update File: a\n@@\nx\n*** End Patch\n";

test("isocell apply-patch applies a patch from standard input, in this folder.", async () => {
  const cwd = await folder({ a: "1\n" });
  const ended = await isocell(["apply-patch"], { cwd, input: PATCH });
  expect(ended).toEqual({ code: 0, stdout: "Success. Updated the following files:\nA b/c\nM a\n", stderr: "" });
  expect([await readFile(join(cwd, "a"), "utf8"), await readFile(join(cwd, "b/c"), "utf8")]).toEqual(["2\n", "3\n"]);
});

test("isocell apply-patch applies a file to another folder, and tells of it in JSON.", async () => {
  const [cwd, dir] = [await folder(), await folder({ a: "1\n" })];
  await writeFile(join(cwd, "p.patch"), PATCH);
  const { code, stdout } = await isocell(["apply-patch", "p.patch", "--dir", dir, "--json"], { cwd });
  expect({ code, said: JSON.parse(stdout) as unknown }).toEqual({
    code: 0,
    said: {
      changes: [
        { kind: "update", path: "a", absolutePath: join(dir, "a") },
        { kind: "add", path: "b/c", absolutePath: join(dir, "b/c") },
      ],
      leftovers: [],
    },
  });
});

test("isocell apply-patch --check changes nothing.", async () => {
  const cwd = await folder({ a: "1\n" });
  const ended = await isocell(["apply-patch", "-", "--check"], { cwd, input: PATCH });
  expect(ended).toEqual({ code: 0, stdout: "The patch fits. It would change 2 files:\nA b/c\nM a\n", stderr: "" });
  expect([await readdir(cwd), await readFile(join(cwd, "a"), "utf8")]).toEqual([["a"], "1\n"]);
});

test("isocell apply-patch says what is wrong with a patch, and with its command line.", async () => {
  const cwd = await folder({ a: "1\n" });
  const message = "apply_patch verification failed: invalid hunk at line 4, Unexpected line found in update hunk: 'x'.";
  const ended = await isocell(["apply-patch"], { cwd, input: WRONG });
  expect({ ...ended, stderr: ended.stderr.slice(0, message.length) }).toEqual({ code: 1, stdout: "", stderr: message });
  const { code, stdout } = await isocell(["apply-patch", "--json"], { cwd, input: WRONG });
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ error: { kind: "syntax", line: 4 } });
  expect(await isocell(["apply-patch", "none.patch"], { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("the patch none.patch can't be read: there is no such file") as string,
  });
});
