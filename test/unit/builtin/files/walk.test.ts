import { execFileSync, spawnSync } from "node:child_process";
import { chmod, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { walk } from "../../../../tools/builtin/files/walk/walk.ts";
import type { LeftOut, WalkOptions } from "../../../../tools/builtin/files/walk/walk.ts";
import { AllowedRoots } from "../../../../tools/builtin/paths/allowed-roots.ts";
import { plant, tree } from "./tree.ts";

interface Found {
  readonly paths: string[];
  readonly leftOut: LeftOut;
}

async function walked(folder: string, options: Partial<WalkOptions> & { readonly from?: string } = {}): Promise<Found> {
  const leftOut = { ignored: 0, hidden: 0, unreadable: 0 };
  const { signal } = new AbortController();
  const paths: string[] = [];
  const { from = ".", ...rest } = options;
  const all = { includeIgnored: false, hidden: false, signal, leftOut, ...rest };
  for await (const { path, type } of walk(from, new AllowedRoots(folder), all)) {
    paths.push(type === "file" ? path : `${path} (${type})`);
  }
  return { paths, leftOut };
}

const filesOf = ({ paths }: Found): string[] => paths.filter((path) => !path.endsWith(")"));

describe("A walk", () => {
  test("goes depth first in the order of bytes, shows links and does not follow them", async () => {
    const folder = await tree({ "b/z.txt": "", "b/a.txt": "", "a.txt": "", "B.txt": "", "é.txt": "", ".hidden": "" });
    await symlink("..", join(folder, "b", "loop"));
    await symlink("/etc", join(folder, "out"));
    const found = await walked(folder);
    expect(found.paths).toEqual([
      "B.txt",
      "a.txt",
      "b (directory)",
      "b/a.txt",
      "b/loop (symlink)",
      "b/z.txt",
      "out (symlink)",
      "é.txt",
    ]);
    expect(found.leftOut).toEqual({ ignored: 0, hidden: 1, unreadable: 0 });
  });

  test("leaves out what nested ignore files say, lets a folder take back, and never enters .git", async () => {
    const folder = await tree({
      ".gitignore": "*.log\nbuild/\n/top.txt\n!keep.log\n\\#x\ntrail\\ \nsub/deep/*.tmp\n",
      ".git/info/exclude": "private\n",
      ".git/config": "",
      "a.log": "",
      "keep.log": "",
      "top.txt": "",
      "build/x": "",
      "#x": "",
      "trail ": "",
      private: "",
      "sub/top.txt": "",
      "sub/.gitignore": "!a.log\nbuild\n",
      "sub/a.log": "",
      "sub/b.log": "",
      "sub/build": "",
      "sub/deep/x.tmp": "",
      "sub/deep/er/x.tmp": "",
    });
    const found = await walked(folder);
    expect(filesOf(found)).toEqual(["keep.log", "sub/a.log", "sub/deep/er/x.tmp", "sub/top.txt"]);
    expect(filesOf(await walked(folder, { hidden: true, includeIgnored: true }))).not.toContain(".git/config");
    // A walk that begins further down knows the rules above.
    expect(filesOf(await walked(folder, { from: "sub" }))).toEqual(["a.log", "deep/er/x.tmp", "top.txt"]);
  });

  test("counts what cannot be listed, and is stopped by its signal", async () => {
    const folder = await tree({ "shut/a": "", b: "" });
    await mkdir(join(folder, "swapped"));
    const controller = new AbortController();
    const seen: string[] = [];
    const options = {
      includeIgnored: false,
      hidden: false,
      signal: controller.signal,
      leftOut: { ignored: 0, hidden: 0, unreadable: 0 },
    };
    for await (const { path } of walk(".", new AllowedRoots(folder), options)) {
      seen.push(path);
      // The folder becomes a link after it was seen: it is not entered.
      if (path === "swapped") {
        await rm(join(folder, "swapped"), { recursive: true });
        await symlink("/etc", join(folder, "swapped"));
      }
    }
    expect(seen).toEqual(["b", "shut", "shut/a", "swapped"]);
    expect(options.leftOut.unreadable).toBe(1);
    controller.abort(new Error("no more"));
    await expect(walked(folder, { signal: controller.signal })).rejects.toThrow("no more");
  });

  test("passes over names that are no UTF-8", async () => {
    const folder = await tree({ a: "" });
    execFileSync("node", [
      "-e",
      `fs.writeFileSync(Buffer.concat([Buffer.from(${JSON.stringify(`${folder}/`)}), Buffer.from([255])]), "")`,
    ]);
    expect(await walked(folder)).toEqual({ paths: ["a"], leftOut: { ignored: 0, hidden: 0, unreadable: 1 } });
  });

  test("is not led out by a link that stands for an ignore file", async () => {
    const folder = await tree({ "in/a": "", rules: "a\n" });
    await symlink("../rules", join(folder, "in", ".gitignore"));
    expect((await walked(join(folder, "in"))).paths).toEqual(["a"]);
  });

  test("answers for hostile ignore rules, too", async () => {
    const folder = await tree({ ".gitignore": `${"*a".repeat(60)}b\n`, ["a".repeat(200)]: "" });
    expect((await walked(folder)).paths).toEqual(["a".repeat(200)]);
  });

  test.skipIf(process.getuid?.() === 0)("counts a folder that is not ours to read", async () => {
    const folder = await tree({ "shut/a": "" });
    await chmod(join(folder, "shut"), 0);
    expect((await walked(folder)).leftOut.unreadable).toBe(1);
    await chmod(join(folder, "shut"), 0o700);
  });
});

const hasGit = spawnSync("git", ["--version"]).status === 0;
const piece = fc.constantFrom("a", "b", "ab", "*", "?", "a*", "[ab]", "[!a]", "**", "\\*");
const rule = fc
  .tuple(
    fc.constantFrom("", "", "!", "/", "!/"),
    fc.array(piece, { minLength: 1, maxLength: 3 }),
    fc.constantFrom("/", ""),
    fc.constantFrom("", "", "/", " "),
  )
  .map(([lead, pieces, joint, end]) => lead + pieces.join(joint) + end)
  // Beside other characters two stars are one to the manual of git, and sometimes something else to git itself.
  .filter((text) => !/[^/!]\*\*|\*\*[^/ ]/u.test(text));
const rules = fc.array(rule, { minLength: 1, maxLength: 4 }).map((lines) => `${lines.join("\n")}\n`);
const FILES = ["a", "b", "d/a", "d/b", "d/ab/a", "d/ab/b", "ab/a", "ab/b", "ab/ba/a", "ab/ba/bab", "*"];

test.skipIf(!hasGit)("A walk keeps the files that git does not ignore (needs git)", async () => {
  await fc.assert(
    fc.asyncProperty(rules, rules, rules, async (top, nested, exclude) => {
      const folder = await tree(Object.fromEntries(FILES.map((path) => [path, ""])));
      execFileSync("git", ["init", "-q", folder]);
      await plant(folder, { ".gitignore": top, "d/.gitignore": nested });
      await writeFile(join(folder, ".git", "info", "exclude"), exclude);
      const git = execFileSync("git", [
        "-c",
        "core.excludesFile=/dev/null",
        "-C",
        folder,
        "ls-files",
        "-zco",
        "--exclude-standard",
      ]);
      const kept = git
        .toString()
        .split("\0")
        .filter((path) => path !== "" && !path.endsWith(".gitignore"));
      expect(filesOf(await walked(folder)).toSorted()).toEqual(kept.toSorted());
    }),
    { numRuns: 40 },
  );
});
