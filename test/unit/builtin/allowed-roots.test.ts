import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { AllowedRoots, isWithin, PathRefused } from "../../../tools/builtin/paths/allowed-roots.ts";

let base: string;
let inside: string;
beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), "isocell-roots-")));
  inside = join(base, "inside");
  await mkdir(inside);
  await mkdir(join(base, "outside"));
  await writeFile(join(inside, "a.txt"), "a");
  await writeFile(join(base, "outside", "secret.txt"), "secret");
});
afterEach(() => rm(base, { recursive: true, force: true }));

describe("Allowed roots", () => {
  test("A path within is answered as it really is, there or not", async () => {
    const roots = new AllowedRoots(inside);
    await symlink("a.txt", join(inside, "link"));
    expect(await roots.resolve("link")).toBe(join(inside, "a.txt"));
    expect(await roots.resolve("new/deep.txt")).toBe(join(inside, "new", "deep.txt"));
    expect(await roots.resolve(".")).toBe(inside);
  });

  test("A folder is opened to be listed where it really is; links out, files and pipes are not", async () => {
    const roots = new AllowedRoots(inside);
    await mkdir(join(inside, "sub"));
    await symlink("sub", join(inside, "link"));
    await symlink(join(base, "outside"), join(inside, "out"));
    const { folder, path } = await roots.openFolder("link");
    await folder.close();
    expect(path).toBe(join(inside, "sub"));
    await expect(roots.openFolder("out")).rejects.toThrow(PathRefused);
    await expect(roots.openFolder("a.txt")).rejects.toMatchObject({ code: "ENOTDIR" });
  });

  test.for([
    "../outside/secret.txt",
    "/etc/passwd",
    "sub/../../outside",
    "out/secret.txt",
    "dangling",
    "out/new.txt",
    "..",
  ])("%s is refused", async (path) => {
    await symlink(join(base, "outside"), join(inside, "out"));
    await symlink(join(base, "outside", "not-there"), join(inside, "dangling"));
    const roots = new AllowedRoots(inside);
    await expect(roots.resolve(path)).rejects.toThrow(PathRefused);
    await expect(roots.openFile(path)).rejects.toThrow(PathRefused);
  });

  test("A link that leads to itself is an error, not a loop", async () => {
    await symlink("loop", join(inside, "loop"));
    await expect(new AllowedRoots(inside).resolve("loop")).rejects.toThrow(/ELOOP/);
  });

  test("A folder that is replaced by a link while it is held is not left", async () => {
    const roots = new AllowedRoots(inside);
    await mkdir(join(inside, "sub"));
    const held = await roots.holdFolderOf("sub/new.txt");
    expect(held.path).toBe(join(inside, "sub"));
    await rm(join(inside, "sub"), { recursive: true });
    await symlink(join(base, "outside"), join(inside, "sub"));
    await expect(writeFile(held.at("new.txt"), "x")).rejects.toThrow(/ENOENT/);
    await held.close();
  });

  test("Null allows every path", async () => {
    const roots = new AllowedRoots(inside, null);
    expect(await roots.resolve("/etc")).toBe("/etc");
    const { file, stats } = await roots.openFile("../outside/secret.txt");
    expect(stats.size).toBe(6);
    await file.close();
  });

  test("A neighbour whose name begins the same is outside", () => {
    expect(isWithin("/a/b", "/a/bc")).toBe(false);
    expect(isWithin("/a/b", "/a/b/..c")).toBe(true);
    expect(isWithin("/", "/a")).toBe(true);
  });
});
