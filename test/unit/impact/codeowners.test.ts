import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CodeOwners } from "../../examples/impact/owners/codeowners.ts";
import { matchesGlob } from "../../examples/impact/owners/glob.ts";

/** Whether the only rule of a file matches a path. */
function owned(pattern: string, path: string): boolean {
  return CodeOwners.parse(`${pattern} @a`).ownersOf(path).length > 0;
}

describe("A pattern of CODEOWNERS", () => {
  test.for([
    ["*", "a/b/c.ts", true],
    ["*.js", "deep/er/x.js", true],
    ["*.js", "x.jsx", false],
    ["/build/logs/", "build/logs/a/b.txt", true],
    ["/build/logs/", "x/build/logs/a", false],
    ["docs/*", "docs/start.md", true],
    ["docs/*", "docs/build/start.md", false],
    ["apps/", "a/apps/b.ts", true],
    ["apps/", "apps", false],
    ["/docs/", "docs/x", true],
    ["/docs", "docs", true],
    ["/docs", "docs/deep/x", true],
    ["/apps/github", "apps/github", true],
    ["**/logs", "build/logs/x", true],
    ["**/logs", "logs", true],
    ["/a/**/z", "a/z", true],
    ["/a/**/z", "a/b/c/z", true],
    ["a/**", "a/b/c", true],
    ["a/**", "a", false],
    ["src/?.ts", "src/a.ts", true],
    ["src/?.ts", "src/ab.ts", false],
    ["my\\ file.txt", "my file.txt", true],
    ["\\#odd", "#odd", true],
    ["Makefile", "makefile", false],
  ] as const)("%s against %s: %s", ([pattern, path, expected]) => {
    expect(owned(pattern, path)).toBe(expected);
  });

  test("takes no time that grows out of hand, whatever it is", () => {
    const hostile = `${"*a".repeat(2000)}b`;
    const startedAt = performance.now();
    expect(owned(hostile, "a".repeat(4000))).toBe(false);
    expect(matchesGlob(Array<string>(500).fill("**"), Array<string>(500).fill("a"))).toBe(true);
    expect(performance.now() - startedAt).toBeLessThan(2000);
  });

  test("of plain names matches exactly that path and what is below it", () => {
    const name = fc.stringMatching(/^[a-z0-9_.-]{1,8}$/u);
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 5 }), fc.array(name, { maxLength: 5 }), (at, other) => {
        const within = at.every((part, index) => other[index] === part);
        expect(owned(`/${at.join("/")}`, [...at, ...other].join("/"))).toBe(true);
        expect(owned(`/${at.join("/")}`, other.join("/"))).toBe(within);
      }),
    );
  });
});

describe("Owners", () => {
  test("are those of the last rule that matches, and nobody where it names none", () => {
    const owners = CodeOwners.parse("* @all\n/src/ @org/team one@example.org\n/src/generated/\n");
    expect(owners.ownersOf("README.md")).toEqual(["@all"]);
    expect(owners.ownersOf("src/a.ts")).toEqual(["@org/team", "one@example.org"]);
    expect(owners.ownersOf("src/generated/b.ts")).toEqual([]);
  });

  test("of sections add up, default owners and exclusions included", () => {
    const owners = CodeOwners.parse(
      ["* @all", "[Docs] @writers", "docs/", "!docs/internal/", "^[Review][2] @a @b", "*.md", "*.txt @c"].join("\n"),
    );
    expect(owners.ownersOf("docs/x.md")).toEqual(["@all", "@writers", "@a", "@b"]);
    expect(owners.ownersOf("docs/internal/x.txt")).toEqual(["@all", "@c"]);
  });

  test("are not read from comments, and lines that name none in a known form are told", () => {
    const owners = CodeOwners.parse("# a @nobody\r\n*.ts @a # all of them\r\n/x somebody\r\n\r\n");
    expect(owners.ownersOf("a.ts")).toEqual(["@a"]);
    expect(owners.invalidLines).toEqual([3]);
  });
});
