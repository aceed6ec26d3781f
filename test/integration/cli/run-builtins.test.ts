import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { NO_CONFINEMENT } from "../builtin/exec-command/command-tools.ts";
import { folder, isocell } from "./isocell.ts";
import type { Ended } from "./isocell.ts";

type Profile = "read-only" | "workspace-write" | "full-access";

/** A project with a configuration beside its sources, which confines commands. */
async function project(profile: Profile, more: object = {}): Promise<string> {
  const builtins = { tools: "all", cwd: "app", commands: { confinement: { profile } }, ...more };
  const cwd = await folder({ "isocell.json": JSON.stringify({ builtins }) });
  await mkdir(join(cwd, "app/src"), { recursive: true });
  await writeFile(join(cwd, "app/.gitignore"), "build\n");
  await writeFile(join(cwd, "app/src/greet.sh"), "echo hello\n");
  await writeFile(join(cwd, "app/src/other.sh"), "echo other\n");
  return cwd;
}

function run(cwd: string, input: string, ...flags: readonly string[]): Promise<Ended> {
  return isocell(["run", "-", "-q", ...flags], { cwd, input });
}

const WORK = `
const { entries } = await tools.list_dir({ path: "src" });
text(entries.map(({ path, size }) => path + " " + size));
const { matches } = await tools.search_text({ query: "hello" });
const [{ path, line }] = matches;
text([matches.length, path, line]);
const before = await tools.read_file({ path });
await tools.apply_patch("*** Begin Patch\\n*** Update File: " + path + "\\n@@\\n-" + before.text + "+echo mended\\n*** End Patch");
const { exit_code, output } = await tools.exec_command({ cmd: "sh " + path + " && mkdir build && echo made > build/out" });
text([exit_code, output]);
text((await tools.find_files({ pattern: "**/*" })).paths);
`;

describe("isocell run in a project with built-in tools", () => {
  test("lists, searches, reads, patches and runs commands where its configuration says", async () => {
    const cwd = await project("workspace-write");
    expect(await run(cwd, WORK)).toEqual({
      code: 0,
      stderr: "",
      stdout: [
        '["greet.sh 11","other.sh 11"]',
        '[1,"src/greet.sh",1]',
        '[0,"mended\\n"]',
        '["src/greet.sh","src/other.sh"]',
        "",
      ].join("\n"),
    });
    expect(await readFile(join(cwd, "app/src/greet.sh"), "utf8")).toBe("echo mended\n");
    expect(await readFile(join(cwd, "app/build/out"), "utf8")).toBe("made\n");
  });

  test("keeps its commands from files elsewhere, and from the network", async ({ skip }) => {
    skip(NO_CONFINEMENT !== null, NO_CONFINEMENT ?? "");
    const cwd = await project("workspace-write");
    const config = await readFile(join(cwd, "isocell.json"), "utf8");
    const { code, stdout } = await run(
      cwd,
      `const tried = await tools.exec_command({ cmd: "touch /etc/hostname; echo spoilt > ../isocell.json; grep -c : /proc/net/dev" });
       text(tried.output);`,
    );
    expect(code).toBe(0);
    // The one device that is left is its own loopback.
    expect(stdout).toMatch(/^touch: cannot touch '\/etc\/hostname': Read-only file system\n(?:.*\n)?1\n/u);
    expect(await readFile(join(cwd, "isocell.json"), "utf8")).toBe(config);
  });

  const CHANGE = `
for (const change of [
  () => tools.apply_patch("*** Begin Patch\\n*** Delete File: src/other.sh\\n*** End Patch"),
  () => tools.apply_patch("*** Begin Patch\\n*** Add File: ../out\\n+x\\n*** End Patch"),
]) text(await change().then(() => "done", (error) => error.message));
`;

  test("lets nothing be written under the profile read-only", async () => {
    const cwd = await project("read-only");
    const refused = "patch rejected: writing is blocked by read-only sandbox; rejected by user approval settings\n";
    expect(await run(cwd, CHANGE)).toEqual({ code: 0, stderr: "", stdout: refused + refused });
    expect(await readFile(join(cwd, "app/src/other.sh"), "utf8")).toBe("echo other\n");
  });

  test("lets nothing be patched outside of its folders, whatever commands may do", async () => {
    const cwd = await project("full-access");
    const { code, stdout } = await run(cwd, CHANGE);
    expect([code, stdout]).toEqual([
      0,
      "done\npatch rejected: writing outside of the project; rejected by user approval settings\n",
    ]);
  });

  test("offers the tools of --builtins in place of the configured ones, under the same settings", async () => {
    const cwd = await project("read-only", { tools: ["read_file"] });
    const script = `text([Object.keys(tools), (await tools.read_file?.({ path: "src/other.sh" }))?.text ?? null]);`;
    expect((await run(cwd, script)).stdout).toBe('[["read_file"],"echo other\\n"]\n');
    const { stdout } = await run(cwd, `text(Object.keys(tools)); ${CHANGE}`, "--builtins", "apply_patch");
    expect(stdout).toMatch(/^\["apply_patch"\]\npatch rejected: writing is blocked/u);
  });

  test("names a setting of commands that it does not know", async () => {
    const { code, stderr } = await run(await project("workspace-write", { commands: { confined: true } }), "1");
    expect(code).toBe(2);
    expect(stderr).toMatch(/builtins\.commands: expected an object with any of .*; it has "confined"/u);
  });
});
