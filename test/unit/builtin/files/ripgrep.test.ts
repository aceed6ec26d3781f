import { existsSync, readFileSync } from "node:fs";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as immediate } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findRipgrep } from "../../../../tools/builtin/files/options.ts";
import { parseRegex } from "../../../../tools/builtin/files/patterns/parse-regex.ts";
import { filesWithMatches } from "../../../../tools/builtin/files/search-text/ripgrep.ts";
import { ripgrepPattern } from "../../../../tools/builtin/files/search-text/ripgrep-pattern.ts";
import { fileToolIn } from "./call-tool.ts";
import { character, regex } from "./arbitrary-patterns.ts";
import { plant, tree } from "./tree.ts";

const ripgrep = findRipgrep(process.env["PATH"] ?? "");

const text = fc
  .array(fc.tuple(fc.string({ unit: character, maxLength: 10 }), fc.constantFrom("\n", "\n", "\r\n", "\r")), {
    maxLength: 6,
  })
  .map((lines) => lines.flat().join(""));
const content: fc.Arbitrary<Buffer> = fc.oneof(
  { weight: 5, arbitrary: text.map((each) => Buffer.from(each)) },
  { weight: 1, arbitrary: text.map((each) => Buffer.from(`\uFEFF${each}`, "utf16le")) },
  { weight: 1, arbitrary: text.map((each) => Buffer.from(`\uFEFF${each}`, "utf16le").swap16()) },
  { weight: 1, arbitrary: text.map((each) => Buffer.from(`\uFEFF${each}`)) },
  { weight: 1, arbitrary: text.map((each) => Buffer.from(`${each}\0`)) },
  { weight: 1, arbitrary: text.map((each) => Buffer.from(each, "latin1")) },
  {
    weight: 1,
    arbitrary: text.map((each) => Buffer.concat([Buffer.from(each), Buffer.from([0xf0, 0x9f, 0x61, 0xff])])),
  },
  { weight: 1, arbitrary: text.map((each) => Buffer.from(each + "ab ".repeat(500) + each)) },
);
const NAMES = [
  "a.txt",
  "b.txt",
  "-x",
  "--pre=x",
  "new\nline",
  "d/a.txt",
  "d/-",
  "d/.hidden",
  "é/ß.txt",
  "skip/a.txt",
  "d/e/f/g",
];
const files = fc.dictionary(fc.constantFrom(...NAMES), content, { minKeys: 1 });
const ignore = fc.constantFrom("", "skip/\n", "*.txt\n!d/a.txt\n", "d/\n", "-*\n");

const query = fc.oneof(
  regex.map((pattern) => ({ query: pattern, regex: true })),
  fc.string({ unit: character, minLength: 1, maxLength: 3 }).map((plain) => ({ query: plain, regex: false })),
);
const options = fc.record({
  case: fc.constantFrom("sensitive", "insensitive", "smart"),
  context: fc.integer({ min: 0, max: 2 }),
  limit: fc.integer({ min: 1, max: 8 }),
  offset: fc.integer({ min: 0, max: 3 }),
  include_ignored: fc.boolean(),
  hidden: fc.boolean(),
});

describe.skipIf(ripgrep === null)("With ripgrep (needs rg on the PATH)", () => {
  test("the answer is the same as without, for any files and queries", async () => {
    let matches = 0;
    await fc.assert(
      fc.asyncProperty(
        files,
        ignore,
        fc.array(fc.tuple(query, options), { minLength: 3, maxLength: 3 }),
        async (planted, rules, queries) => {
          const folder = await tree({ ".gitignore": rules });
          await plant(folder, planted);
          const without = fileToolIn(folder, "search_text", { ripgrep: null });
          const withIt = fileToolIn(folder, "search_text", { ripgrep });
          for (const [asked, how] of queries) {
            const expected = await without({ ...asked, ...how });
            matches += (expected["matches"] as unknown[]).length;
            expect(await withIt({ ...asked, ...how })).toEqual(expected);
          }
        },
      ),
      { numRuns: 40 },
    );
    expect(matches).toBeGreaterThan(20);
  }, 120_000);

  test("only files that can have a match are looked into", async () => {
    const names = ["a", "b", "-c", "UTF-16"];
    const folder = await tree({
      a: "needle\n",
      b: "other\n",
      "-c": "nEEdle",
      "UTF-16": Buffer.from("\uFEFFneedle", "utf16le"),
    });
    const { signal } = new AbortController();
    const narrowed = (asked: string, ignoreCase: boolean): Promise<readonly string[]> =>
      filesWithMatches(ripgrep ?? "", ripgrepPattern(parseRegex(asked, ignoreCase)), folder, names, signal);
    expect(await narrowed("^n[a-f]+dl.$", false)).toEqual(["a", "UTF-16"]);
    expect(await narrowed("NEEDLE", true)).toEqual(["a", "-c", "UTF-16"]);
    expect(await narrowed("\\bnothing\\b", false)).toEqual([]);
  });

  test.for(["-e", "--pre=id", "-f/etc/passwd", "$(id)", "a' b", '"', "\\", "--", "-"])(
    "the query %j is looked for as it is",
    async (asked) => {
      const folder = await tree({ a: `x ${asked} y\n`, "--pre=id": `${asked}\n`, "new\nline/-": asked });
      const { matches } = await fileToolIn(folder, "search_text", { ripgrep })({ query: asked });
      expect((matches as { path: string }[]).map(({ path }) => path)).toEqual(["--pre=id", "a", "new\nline/-"]);
    },
  );

  test("settings of the user's own, in files or the environment, do not count", async () => {
    const folder = await tree({
      "a.txt": "needle\n",
      "sub/.rgignore": "*\n",
      "sub/b.txt": "needle\n",
      rc: "--files\n",
    });
    process.env["RIPGREP_CONFIG_PATH"] = join(folder, "rc");
    const { matches } = await fileToolIn(folder, "search_text", { ripgrep })({ query: "needle" });
    delete process.env["RIPGREP_CONFIG_PATH"];
    expect(matches).toHaveLength(2);
  });

  test("a query too long for a command line is looked for all the same", async () => {
    const long = Array.from({ length: 9_000 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join("");
    const folder = await tree({ a: `x${long}\n`, b: "no\n" });
    const { matches } = await fileToolIn(folder, "search_text", { ripgrep })({ query: long });
    expect(matches).toHaveLength(1);
  });
});

describe("A ripgrep", () => {
  test.for([
    ["fails", "#!/bin/sh\nexit 2\n"],
    ["is killed", "#!/bin/sh\nkill -9 $$\n"],
    ["is no program", "nothing to run"],
  ] as const)("that %s narrows nothing down", async ([, script]) => {
    const folder = await tree({ "tree/a.txt": "needle\n", rg: script });
    await chmod(join(folder, "rg"), 0o755);
    const found = await fileToolIn(join(folder, "tree"), "search_text", { ripgrep: join(folder, "rg") })({
      query: "needle",
    });
    expect(found["matches"]).toHaveLength(1);
  });

  test("that hangs is ended with its call", async () => {
    const folder = await tree({ "tree/a.txt": "needle\n" });
    await writeFile(
      join(folder, "rg"),
      `#!/bin/sh\necho $$ > "${folder}/pid.new"\nmv "${folder}/pid.new" "${folder}/pid"\nexec sleep 1000\n`,
    );
    await chmod(join(folder, "rg"), 0o755);
    const controller = new AbortController();
    const search = fileToolIn(join(folder, "tree"), "search_text", { ripgrep: join(folder, "rg") });
    const searching = search({ query: "needle" }, { signal: controller.signal });
    while (!existsSync(join(folder, "pid"))) await immediate();
    controller.abort(new Error("enough"));
    await expect(searching).rejects.toThrow("enough");
    const pid = Number(readFileSync(join(folder, "pid"), "utf8"));
    expect(() => process.kill(pid, 0)).toThrow(/ESRCH/u);
  });

  test("is looked for in absolute folders of the PATH only", async () => {
    const folder = await tree({ "bin/rg": "#!/bin/sh\n", rg: "" });
    await chmod(join(folder, "bin", "rg"), 0o755);
    await mkdir(join(folder, "empty"));
    expect(findRipgrep(`.:bin::${join(folder, "empty")}:${join(folder, "bin")}`)).toBe(join(folder, "bin", "rg"));
    expect(findRipgrep("")).toBe(null);
  });
});
