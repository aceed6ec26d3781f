import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ERROR_CODES, LIMIT_NAMES, LIMITS } from "../../../protocol/index.ts";
import { runCommand } from "../../support/command.ts";
import { ROOT } from "../../support/project.ts";

const EXAMPLE = "test/examples/library/main.ts";
const PRELOAD = "./test/examples/library/from-source.ts";

function read(file: string): string {
  return readFileSync(join(ROOT, file), "utf8");
}

/** The code blocks of one language, without their fences. */
function codeBlocks(markdown: string, language: string): readonly string[] {
  const blocks = markdown.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gmu);
  return [...blocks].flatMap(([, name, code]) => (name === language && code !== undefined ? [code] : []));
}

/** All tables' rows, cells trimmed: tables are padded by the formatter. */
function tableRows(markdown: string): readonly (readonly string[])[] {
  return [...markdown.matchAll(/^\|(.*)\|$/gmu)].map(([, row = ""]) => row.split("|").map((cell) => cell.trim()));
}

/** The row of a limit in the README: name, default with its unit, meaning, what happens. */
function limitRow(name: (typeof LIMIT_NAMES)[number]): readonly string[] {
  const { default: value, unit, meaning, onHit } = LIMITS[name];
  const shown =
    value === null
      ? "none"
      : `${value.toLocaleString("en-US")}${unit === "MB" || unit === "ms" || unit === "bytes" ? ` ${unit}` : ""}`;
  return [`\`${name}\``, shown, meaning, onHit];
}

describe("README.md", () => {
  const readme = read("README.md");
  const rows = tableRows(readme);

  test("Its first screen has the two set-up lines, each a code block of its own", () => {
    const firstScreen = readme.split("\n").slice(0, 45).join("\n");
    expect(codeBlocks(firstScreen, "sh").slice(0, 2)).toEqual(["npm ci && npm start\n", "npm ci && npm test\n"]);
  });

  test("Its library example is the program that the next test runs", () => {
    expect(codeBlocks(readme, "ts")).toContain(read(EXAMPLE));
  });

  test("Its programs are those that other tests run", () => {
    const trimmed = (text: string): string =>
      text
        .split("\n")
        .map((line) => line.trim())
        .join("\n");
    const programs = globSync("test/examples/**/*.ts", { cwd: ROOT }).map((file) => trimmed(read(file)));
    const strangers = codeBlocks(readme, "ts").filter(
      (code) => !programs.some((program) => program.includes(trimmed(code))),
    );
    expect(strangers).toEqual([]);
  });

  test("Its links within lead to headings", () => {
    const headings = new Set(
      [...readme.matchAll(/^#+ (.+)$/gmu)].map(([, title = ""]) =>
        title
          .toLowerCase()
          .replace(/[^\p{L}\p{N} -]/gu, "")
          .replaceAll(" ", "-"),
      ),
    );
    const broken = [...readme.matchAll(/\]\(#([^)]+)\)/gu)]
      .map(([, anchor = ""]) => anchor)
      .filter((anchor) => !headings.has(anchor));
    expect(broken).toEqual([]);
  });

  test("Its library example prints what it says", async () => {
    const result = await runCommand(process.execPath, ["--import", PRELOAD, EXAMPLE], { cwd: ROOT });
    const [documented] = codeBlocks(readme, "text");
    expect(result).toEqual({ status: 0, stdout: documented, stderr: "" });
  });

  test("Its table of limits has a row for each limit, as the protocol defines it", () => {
    const limits = new Set(LIMIT_NAMES.map((name) => `\`${name}\``));
    const documented = rows.filter((cells) => cells.length === 4 && limits.has(cells[0] ?? ""));
    expect(documented).toEqual(LIMIT_NAMES.map(limitRow));
  });

  test("Its table of error codes has a row for each code, as the protocol defines it", () => {
    const codes = Object.entries(ERROR_CODES).map(([code, { audience, when }]) => [`\`${code}\``, audience, when]);
    const documented = rows.filter((cells) => cells.length === 3 && ["outcome", "caller"].includes(cells[1] ?? ""));
    expect(documented).toEqual(codes);
  });
});

describe("ARCHITECTURE.md", () => {
  test("It lists every deliberate difference from the reference with its reason", () => {
    const differences = JSON.parse(read("test/fixtures/code-mode-differences.json")) as readonly {
      readonly id: string;
      readonly reason: string;
    }[];
    const listed = new Set(tableRows(read("ARCHITECTURE.md")).map((cells) => cells.slice(0, 2).join(" | ")));
    const missing = differences.map(({ id, reason }) => `\`${id}\` | ${reason}`).filter((row) => !listed.has(row));
    expect(missing).toEqual([]);
  });
});
