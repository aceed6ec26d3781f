import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { commitAll, git, writeFiles } from "../../examples/impact/fixture/make-repository.ts";
import { assess, inShort, repositoryWith, temporaryFolder } from "./repository.ts";

const LONG = Array.from({ length: 50 }, (_, line) => `line ${line}`).join("\n");

describe("Changed files", () => {
  test("are those added, modified, deleted and moved, by path", async () => {
    const folder = repositoryWith(
      { "b/mod.txt": "1", "z.txt": "gone", "old/name.txt": LONG, "same.txt": "s", "exact.bin": "exact content" },
      {
        "b/mod.txt": "2",
        "z.txt": null,
        "a.txt": "new",
        "old/name.txt": null,
        "new/name.txt": `${LONG}\nmore`,
        "exact.bin": null,
        "moved.bin": "exact content",
      },
    );
    expect(inShort(await assess(folder))).toEqual([
      "added a.txt",
      "modified b/mod.txt",
      "renamed moved.bin from exact.bin",
      "renamed new/name.txt from old/name.txt",
      "deleted z.txt",
    ]);
  });

  test("are told by kind: binaries, symbolic links, executables, submodules, files that became folders", async () => {
    const inner = repositoryWith({ "x.txt": "x" });
    const folder = repositoryWith({ "tool.sh": "#!/bin/sh\n", thing: "a file", "pic.png": new Uint8Array([1, 0, 2]) });
    writeFiles(folder, { "pic.png": new Uint8Array([1, 0, 3]), thing: null, "thing/inside.txt": "now a folder" });
    chmodSync(join(folder, "tool.sh"), 0o755);
    symlinkSync("tool.sh", join(folder, "link"));
    git(folder, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner, "sub");
    commitAll(folder, "kinds");
    expect(inShort(await assess(folder, { path_filters: ["pic.png", "thing", "tool.sh", "link", "sub"] }))).toEqual([
      "added link (symlink)",
      "modified pic.png (binary)",
      "added sub (submodule)",
      "deleted thing",
      "added thing/inside.txt",
      "mode_changed tool.sh",
    ]);
  });

  test("may have any name", async () => {
    const names = ["with space.txt", 'quo"te.txt', "new\nline.txt", "tab\t.txt", "größe 📏.txt", "-dash", "$(touch x)"];
    const folder = repositoryWith({ a: "1" }, Object.fromEntries(names.map((name) => [name, "x"])));
    const { changed_files } = await assess(folder);
    expect(changed_files.map(({ path }) => path)).toEqual(names.toSorted());
  });

  test("of a merge are those against its first parent, or the parent that is asked for", async () => {
    const folder = repositoryWith({ "base.txt": "0" });
    git(folder, "checkout", "--quiet", "-b", "side");
    writeFiles(folder, { "side.txt": "s" });
    commitAll(folder, "side");
    git(folder, "checkout", "--quiet", "main");
    writeFiles(folder, { "main.txt": "m" });
    commitAll(folder, "main");
    git(folder, "merge", "--quiet", "--no-ff", "--message", "merge", "side");
    expect(inShort(await assess(folder))).toEqual(["added side.txt"]);
    expect(inShort(await assess(folder, { base_ref: "HEAD^2" }))).toEqual(["added main.txt"]);
    expect(inShort(await assess(folder, { base_ref: "HEAD^2~1", head_ref: "side" }))).toEqual(["added side.txt"]);
  });

  test("can be thousands, page by page", { timeout: 120_000 }, async () => {
    const many = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`src/f${index}.txt`, `${index}`]));
    const folder = repositoryWith({ a: "1" }, many);
    git(folder, "gc", "--quiet");
    const seen: string[] = [];
    let pages = 0;
    let cursor: string | null = null;
    do {
      const page = await assess(folder, { max_changed_files: 200, ...(cursor === null ? {} : { cursor }) });
      seen.push(...page.changed_files.map(({ path }) => path));
      expect({ total: page.total_changed_files, truncated: page.truncated }).toEqual({
        total: 3000,
        truncated: ++pages < 15,
      });
      expect(page.status).toBe(page.truncated ? "partial" : "complete");
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(seen).toEqual(Object.keys(many).toSorted());
  });

  test("are found from a folder within, in a worktree and in a bare repository", async () => {
    const folder = repositoryWith({ "a.txt": "1" }, { "deep/er/b.txt": "2" });
    const beside = temporaryFolder();
    git(folder, "worktree", "add", "--quiet", "--detach", join(beside, "tree"));
    git(beside, "clone", "--quiet", "--bare", folder, "bare.git");
    mkdirSync(join(folder, "empty"));
    for (const place of [
      join(folder, "deep/er"),
      join(folder, "empty"),
      join(beside, "tree"),
      join(beside, "bare.git"),
    ]) {
      expect(inShort(await assess(place))).toEqual(["added deep/er/b.txt"]);
    }
  });
});
