import { cpSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runCommand } from "../../support/command.ts";
import { ROOT, SOURCE_FOLDERS } from "../../support/project.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "isocell-linked-")));
const project = join(folder, "project");

/** Says what may be read of a folder of packages, under each of the two names it is given. */
const READER = `
import { readdirSync, readFileSync } from "node:fs";
const ended = (read) => { try { read(); return "allowed"; } catch (error) { return error.code; } };
const [link, real] = process.argv.slice(2);
console.log(JSON.stringify([link, real].map((packages) => ({
  packages: ended(() => readdirSync(packages)),
  ours: ended(() => readFileSync(packages + "/piscina/package.json")),
  others: ended(() => readFileSync(packages + "/vitest/package.json")),
}))));
`;
const FLAGS = `
import { runtimeFlags } from "./host/pool/permissions.ts";
console.log(JSON.stringify(runtimeFlags()));
`;

describe("Where the folder of packages is a link to another place", () => {
  beforeAll(() => {
    for (const name of SOURCE_FOLDERS) cpSync(join(ROOT, name), join(project, name), { recursive: true });
    cpSync(join(ROOT, "package.json"), join(project, "package.json"));
    symlinkSync(realpathSync(join(ROOT, "node_modules")), join(project, "node_modules"));
    writeFileSync(join(project, "flags.ts"), FLAGS);
    writeFileSync(join(project, "runtime/reader.js"), READER);
    // Types and an export: what needs the packages that are loaded late.
    writeFileSync(join(project, "cell.js"), "export const answer: number = 6 * 7;\ntext(answer);\n");
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const node = (...args: readonly string[]): ReturnType<typeof runCommand> =>
    runCommand(process.execPath, args, { cwd: project });

  test("a cell runs", async () => {
    const { status, stdout, stderr } = await node("host/cli/main.ts", "run", "cell.js");
    expect([status, stdout.trim()], stderr).toEqual([0, "42"]);
  });

  test("the runtime may read its own packages, and nothing else in that folder", async () => {
    const flags = JSON.parse((await node("flags.ts")).stdout) as string[];
    const link = join(project, "node_modules");
    const { stdout, stderr } = await node(...flags, join(project, "runtime/reader.js"), link, realpathSync(link));
    const denied = { packages: "ERR_ACCESS_DENIED", ours: "allowed", others: "ERR_ACCESS_DENIED" };
    expect(JSON.parse(stdout), stderr).toEqual([denied, denied]);
  });
});
