import { execFileSync } from "node:child_process";
import { mkdir, rename, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { AllowedRoots } from "../../../../tools/builtin/paths/allowed-roots.ts";
import { fileToolIn } from "./call-tool.ts";
import { plant, tree } from "./tree.ts";

const READERS = [
  ["read_file", (path: string) => ({ path })],
  ["list_dir", (path: string) => ({ path })],
  ["find_files", (path: string) => ({ path, pattern: "*" })],
  ["search_text", (path: string) => ({ path, query: "secret" })],
] as const;

async function withSecret(): Promise<string> {
  const base = await tree({ "in/a.txt": "open\n", "out/secret.txt": "secret\n" });
  await symlink("../out", join(base, "in", "folder"));
  await symlink("../out/secret.txt", join(base, "in", "file"));
  await symlink("folder/secret.txt", join(base, "in", "chain"));
  return base;
}

describe.for(READERS)("%s", ([name, inputOf]) => {
  test("takes no way out: parents, absolute paths, links to folders and files, links over links", async () => {
    const base = await withSecret();
    const call = fileToolIn(join(base, "in"), name);
    const ways = [
      "..",
      "../out",
      "../out/secret.txt",
      join(base, "out"),
      "/etc/passwd",
      "folder",
      "file",
      "chain",
      "a.txt/../../out",
    ];
    for (const path of [...ways, "folder/secret.txt", "/proc/self/root/etc", "/proc/self/environ"]) {
      await expect(call(inputOf(path)), path).rejects.toThrow(/outside of the allowed folders/u);
    }
  });

  test("waits for no pipe, socket or device", async () => {
    const folder = await tree();
    execFileSync("mkfifo", [join(folder, "pipe")]);
    const server = createServer().listen(join(folder, "socket"));
    await new Promise((resolve) => server.once("listening", resolve));
    const call = fileToolIn(folder, name, { roots: new AllowedRoots(folder, null) });
    for (const path of ["pipe", "socket", "/dev/zero", "/dev/tty0", "/dev/full"]) {
      await expect(call(inputOf(path)), path).rejects.toThrow(
        /not a file|neither a file|no folder|no regular file|system says/u,
      );
    }
    server.close();
  });
});

describe("While somebody swaps a folder for a link", () => {
  test("nothing from behind the link is ever seen", async () => {
    const base = await withSecret();
    const folder = join(base, "in");
    await plant(folder, { "real/x.txt": "open\n" });
    await symlink("../out", join(folder, "other"));
    let stop = false;
    const swapping = (async () => {
      while (!stop) {
        await rename(join(folder, "real"), join(folder, "spare"));
        await rename(join(folder, "other"), join(folder, "real"));
        await rename(join(folder, "real"), join(folder, "other"));
        await rename(join(folder, "spare"), join(folder, "real"));
      }
    })();
    const seen: unknown[] = [];
    for (let round = 0; round < 60; round++) {
      const calls = [
        fileToolIn(folder, "read_file")({ path: "real/secret.txt" }),
        fileToolIn(folder, "list_dir")({ path: "real" }),
        fileToolIn(folder, "list_dir")({ path: ".", depth: 3 }),
        fileToolIn(folder, "find_files")({ pattern: "secret.txt" }),
        fileToolIn(folder, "search_text")({ query: "secret", context: 1 }),
      ];
      for (const result of await Promise.allSettled(calls)) if (result.status === "fulfilled") seen.push(result.value);
    }
    stop = true;
    await swapping;
    expect(seen.length).toBeGreaterThan(60);
    const text = JSON.stringify(seen);
    expect(text).toContain("x.txt");
    // The links that were there all the time say where they lead; nothing else may know the name.
    expect(text.replaceAll(/"target":"[^"]*"/gu, "")).not.toContain("secret.txt");
  });
});

describe("Hostile trees", () => {
  test("may hold links in circles, deep folders and strange names", async () => {
    const folder = await tree({
      "new\nline/a\tb.txt": "needle\n",
      "-rf": "needle\n",
      "‮gpj.exe": "needle\n",
      "a b'c\"d": "needle\n",
    });
    await symlink(".", join(folder, "self"));
    await symlink("loop-b", join(folder, "loop-a"));
    await symlink("loop-a", join(folder, "loop-b"));
    await mkdir(join(folder, ...Array.from({ length: 300 }, () => "d")), { recursive: true });
    const found = await fileToolIn(folder, "search_text")({ query: "needle" });
    expect((found["matches"] as { path: string }[]).map(({ path }) => path)).toEqual([
      "-rf",
      "a b'c\"d",
      "new\nline/a\tb.txt",
      "‮gpj.exe",
    ]);
    expect(found["left_out"]).toEqual({ ignored: 0, hidden: 0, unreadable: 1 });
    await expect(fileToolIn(folder, "read_file")({ path: "loop-a" })).rejects.toThrow("lead round in circles");
    await expect(fileToolIn(folder, "read_file")({ path: "x".repeat(5_000) })).rejects.toThrow("the path is too long");
  });

  test("may hold more ignore rules than anybody needs", async () => {
    const folder = await tree({ "a.txt": "", "sub/a.txt": "" });
    await writeFile(join(folder, "sub", ".gitignore"), "x".repeat(100_000).replaceAll("x", "[a-z]*"));
    await writeFile(
      join(folder, ".gitignore"),
      Array.from({ length: 20_000 }, (_, index) => `rule-${index}`).join("\n"),
    );
    const find = fileToolIn(folder, "find_files");
    await expect(find({ pattern: "*" })).rejects.toThrow("are too many; set include_ignored to leave them out");
    expect(await find({ pattern: "*", include_ignored: true })).toMatchObject({ paths: ["a.txt", "sub/a.txt"] });
  });
});
