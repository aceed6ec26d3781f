import { execFileSync } from "node:child_process";
import { link, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fileToolIn, textToolIn } from "./call-tool.ts";
import { tree } from "./tree.ts";

const TIME = new Date("2024-05-06T07:08:09.000Z");

async function sample(): Promise<string> {
  const folder = await tree({ "a.txt": "12345", "sub/b.ts": "", "sub/deep/c.ts": "", ".env": "", ".git/config": "" });
  await symlink("a.txt", join(folder, "link"));
  for (const path of ["a.txt", "sub", ".env", ".git"]) await utimes(join(folder, path), TIME, TIME);
  return folder;
}

describe("list_dir", () => {
  test("shows each entry with what it is, links with what they say", async () => {
    const folder = await sample();
    const { entries } = await fileToolIn(folder, "list_dir")({});
    const mtime = TIME.toISOString();
    expect(entries).toEqual([
      { path: ".env", type: "file", size: 0, mtime },
      { path: ".git", type: "directory", mtime },
      { path: "a.txt", type: "file", size: 5, mtime },
      { path: "link", type: "symlink", mtime: expect.any(String) as string, target: "a.txt" },
      { path: "sub", type: "directory", mtime },
    ]);
    expect(await textToolIn(folder, "list_dir")({ limit: 3 })).toBe(
      `.env  0 bytes  ${mtime}\n.git/  ${mtime}\na.txt  5 bytes  ${mtime}\n[More entries follow; go on with offset 3.]`,
    );
  });

  test("goes as deep as asked, a page at a time", async () => {
    const list = fileToolIn(await sample(), "list_dir");
    const paths = async (input: object): Promise<unknown> => {
      const { entries, truncated, next_offset: next } = await list(input);
      return { paths: (entries as { path: string }[]).map(({ path }) => path), truncated, next };
    };
    expect(await paths({ depth: 2, offset: 3 })).toEqual({
      paths: ["link", "sub", "sub/b.ts", "sub/deep"],
      truncated: false,
      next: undefined,
    });
    expect(await paths({ path: "sub", depth: 9, limit: 2 })).toEqual({
      paths: ["b.ts", "deep"],
      truncated: true,
      next: 2,
    });
  });

  test("shows names of all kinds in one line each, and those that are no UTF-8 as unreadable", async () => {
    const folder = await tree({ "two\nlines": "", "tab\there": "" });
    execFileSync("mkfifo", [join(folder, "pipe")]);
    execFileSync("node", [
      "-e",
      `fs.writeFileSync(Buffer.concat([Buffer.from(${JSON.stringify(`${folder}/`)}), Buffer.from([255])]), "")`,
    ]);
    const text = await textToolIn(folder, "list_dir")({});
    expect(text.replaceAll(/\d{4}-\S+/gu, "TIME")).toBe(
      'pipe  special file  TIME\n"tab\\there"  0 bytes  TIME\n"two\\nlines"  0 bytes  TIME\n[1 could not be read.]',
    );
  });

  test("says what is wrong with a path", async () => {
    const list = fileToolIn(await sample(), "list_dir");
    await expect(list({ path: "none" })).rejects.toThrow(
      "none: there is nothing at this path; list_dir shows what is there",
    );
    await expect(list({ path: "a.txt" })).rejects.toThrow("a.txt: a part of this path is no folder");
    await expect(list({ path: "a\0b" })).rejects.toThrow("a path cannot contain a NUL character");
  });
});

describe("find_files", () => {
  test("takes several globs, some of them to leave out, and pages in a fixed order", async () => {
    const folder = await tree({
      "a.ts": "",
      "src/b.ts": "",
      "src/b.test.ts": "",
      "src/x/c.tsx": "",
      "d.md": "",
      ".x.ts": "",
    });
    const find = fileToolIn(folder, "find_files");
    expect(await find({ pattern: ["*.{ts,tsx}", "!*.test.ts"] })).toEqual({
      path: ".",
      paths: ["a.ts", "src/b.ts", "src/x/c.tsx"],
      truncated: false,
      left_out: { ignored: 0, hidden: 1, unreadable: 0 },
    });
    expect(await find({ pattern: "src/**/*.ts*", limit: 1, offset: 1 })).toMatchObject({
      paths: ["src/b.ts"],
      truncated: true,
      next_offset: 2,
    });
    expect(await find({ pattern: "./src/*", path: ".", type: "directory" })).toMatchObject({ paths: ["src/x"] });
    expect(await find({ pattern: "*.ts", path: "src", hidden: true })).toMatchObject({ paths: ["b.test.ts", "b.ts"] });
    expect(await find({ pattern: "!*.ts" })).toMatchObject({ paths: ["d.md", "src/x/c.tsx"] });
  });

  test("passes over ignored files and says so, and finds them when asked", async () => {
    const folder = await tree({ ".gitignore": "node_modules\n", "node_modules/x/i.js": "", "i.js": "" });
    expect(await textToolIn(folder, "find_files")({ pattern: "*.js" })).toBe(
      "i.js\n[Not looked at: 1 ignored (include_ignored looks at them), 1 hidden (hidden looks at them).]",
    );
    const find = fileToolIn(folder, "find_files");
    expect(await find({ pattern: "*.js", include_ignored: true })).toMatchObject({
      paths: ["i.js", "node_modules/x/i.js"],
    });
    expect(await find({ pattern: "*", path: "node_modules/x" })).toMatchObject({ paths: ["i.js"] });
  });

  test.for([
    ["../*", 'the glob "../*" leaves the folder it starts from; give that folder as `path`'],
    ["/etc/*", 'the glob "/etc/*" leaves the folder it starts from; give that folder as `path`'],
    ["a[b", 'the glob "a[b": a `[` of the glob has no `]`; write `\\[` for the character'],
    ["", "a glob is empty"],
  ] as const)("refuses %j", async ([pattern, message]) => {
    await expect(fileToolIn(await tree(), "find_files")({ pattern })).rejects.toThrow(message);
  });

  test("goes through 20,000 files, and stops when its call does", async () => {
    const folder = await tree(Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`d${index}/`, ""])));
    // Links cost a tenth of what files do.
    await writeFile(join(folder, "one"), "");
    const names = Array.from({ length: 20_000 }, (_, index) => `d${index % 500}/f${index}.txt`);
    for (let at = 0; at < names.length; at += 500) {
      await Promise.all(
        names
          .slice(at, at + 500)
          .map((name) => link(join(folder, "one"), join(folder, name)).catch(() => writeFile(join(folder, name), ""))),
      );
    }
    const find = fileToolIn(folder, "find_files");
    const before = process.memoryUsage().heapUsed;
    const started = performance.now();
    expect(await find({ pattern: "**/f19999.txt" })).toMatchObject({ paths: ["d499/f19999.txt"] });
    const seconds = (performance.now() - started) / 1000;
    console.log(
      `20,000 files: ${seconds.toFixed(2)} s, heap ${((process.memoryUsage().heapUsed - before) / 2 ** 20).toFixed(0)} MB more`,
    );
    expect(seconds).toBeLessThan(20);
    const controller = new AbortController();
    const finding = find({ pattern: "none" }, { signal: controller.signal });
    controller.abort(new Error("enough"));
    await expect(finding).rejects.toThrow("enough");
  }, 120_000);
});
