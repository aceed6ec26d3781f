import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runCommand } from "../../../host/hooks/handlers/run-command.ts";
import type { Command } from "../../../host/hooks/handlers/run-command.ts";
import { isAlive, until } from "../../support/processes.ts";

let folder: string;
beforeEach(() => void (folder = realpathSync(mkdtempSync(join(tmpdir(), "isocell-hooks-test-")))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function command(text: string, different: Partial<Command> = {}): Command {
  return { command: text, cwd: folder, input: "", timeoutMs: 20_000, signal: null, background: false, ...different };
}

function written(name: string): string {
  const file = join(folder, name);
  return existsSync(file) ? readFileSync(file, "utf8").trim() : "";
}

test("A command runs through the shell in its folder, with its input and this process's environment.", async () => {
  process.env["HOOK_TEST_VARIABLE"] = "from here";
  try {
    const end = await runCommand(
      command('cat && printf "|%s|%s" "$PWD" "$HOOK_TEST_VARIABLE" && echo oops >&2; exit 3', { input: "told" }),
    );
    expect(end).toEqual({
      code: 3,
      signal: null,
      stdout: `told|${folder}|from here`,
      stderr: "oops\n",
      overflow: false,
    });
  } finally {
    delete process.env["HOOK_TEST_VARIABLE"];
  }
});

test("A command finds its folder as the project's, unless the environment says otherwise.", async () => {
  const before = process.env["CLAUDE_PROJECT_DIR"];
  const asked = command('printf %s "$CLAUDE_PROJECT_DIR"');
  try {
    delete process.env["CLAUDE_PROJECT_DIR"];
    expect((await runCommand(asked)).stdout).toBe(folder);
    process.env["CLAUDE_PROJECT_DIR"] = "/elsewhere";
    expect((await runCommand(asked)).stdout).toBe("/elsewhere");
  } finally {
    if (before === undefined) delete process.env["CLAUDE_PROJECT_DIR"];
    else process.env["CLAUDE_PROJECT_DIR"] = before;
  }
});

test("With arguments a program is started without a shell.", async () => {
  const { stdout } = await runCommand(command("printf", { args: ["%s", "$HOME; echo"] }));
  expect(stdout).toBe("$HOME; echo");
});

test("A command that does not read a large input is no failure.", async () => {
  const end = await runCommand(command("exec <&-; echo done", { input: "x".repeat(4_000_000) }));
  expect(end).toMatchObject({ code: 0, stdout: "done\n" });
});

test("A flood is read to its end and kept up to 1 MB, cut between whole characters.", async () => {
  const end = await runCommand(command("printf xx; yes €€€€€€€€€ | tr -d '\\n' | head -c 5000001"));
  expect(end.overflow).toBe(true);
  expect(end.stdout).toMatch(/^xx€+$/u);
  expect(Buffer.byteLength(end.stdout)).toBeGreaterThan(1024 * 1024 - 3);
  expect(Buffer.byteLength(end.stdout)).toBeLessThanOrEqual(1024 * 1024);
});

test("At its timeout a command and all it started are ended, even those that ignore SIGTERM.", async () => {
  const run = runCommand(
    command(
      "trap '' TERM; sh -c 'trap \"\" TERM; echo $$ > inner; while :; do sleep 0.1; done' & echo $$ > outer; wait; sleep 60",
      {
        timeoutMs: 300,
      },
    ),
  );
  await expect(run).rejects.toMatchObject({ name: "HookFailure", message: "it ran longer than 0.3 s" });
  const pids = [written("inner"), written("outer")].map(Number);
  expect(pids.every((pid) => pid > 0)).toBe(true);
  await until("both processes are gone", () => !pids.some(isAlive));
});

test("When its signal fires a command is ended; one that comes too late is not started.", async () => {
  const controller = new AbortController();
  const run = runCommand(command("echo $$ > pid; sleep 60", { signal: controller.signal }));
  await until("the command runs", () => written("pid") !== "");
  controller.abort();
  await expect(run).rejects.toMatchObject({ message: "the call was cancelled" });
  await until("the process is gone", () => !isAlive(Number(written("pid"))));
  const late = runCommand(command("echo > late", { signal: controller.signal }));
  await expect(late).rejects.toMatchObject({ message: "the call was cancelled" });
  expect(existsSync(join(folder, "late"))).toBe(false);
});

test("A process that was left behind with the pipes open does not hold up the answer.", async () => {
  const end = await runCommand(command("sleep 30 & echo $! > left; echo answer"));
  const left = Number(written("left"));
  expect(end).toMatchObject({ code: 0, stdout: "answer\n" });
  expect(isAlive(left)).toBe(true);
  process.kill(left);
});

test("A command that cannot be started says so, and where it would have run is for reports only.", async () => {
  const run = runCommand(command("true", { cwd: join(folder, "missing") }));
  await expect(run).rejects.toMatchObject({
    message: "it could not be started",
    detail: expect.stringContaining("ENOENT") as string,
  });
});
