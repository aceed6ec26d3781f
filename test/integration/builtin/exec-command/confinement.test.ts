import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { ConfinementDenied } from "../../../../tools/index.ts";
import { NO_CONFINEMENT, NO_TERMINAL, shown, testTools } from "./command-tools.ts";

const reason = NO_CONFINEMENT === null ? "" : ` (skipped: ${NO_CONFINEMENT})`;

describe.skipIf(NO_CONFINEMENT !== null)(`Confined commands${reason}`, () => {
  test("change files in the workspace and in a /tmp of their own, and nowhere else", async () => {
    const { run, work } = await testTools({ confinement: {} });
    expect(await run("echo a > a.txt && echo b > /tmp/only-here && cat a.txt")).toMatchObject({ output: "a\n" });
    expect(await run("cat /tmp/only-here")).toMatchObject({ output: "b\n" });
    expect(await readFile(join(work, "a.txt"), "utf8")).toBe("a\n");
    expect(await readdir(tmpdir())).not.toContain("only-here");
    await expect(run("touch /etc/isocell-denied")).rejects.toThrow("Read-only file system");
  });

  test("change nothing with the profile read-only, and read all the same", async () => {
    const { exec, work } = await testTools({ confinement: { profile: "read-only" } });
    await writeFile(join(work, "a.txt"), "a\n");
    expect(shown(await exec({ cmd: "cat a.txt; echo x > /tmp/x && cat /tmp/x" }))).toContain("Output:\na\nx\n");
    await expect(exec({ cmd: "touch inside.txt" })).rejects.toThrow(
      "touch: cannot touch 'inside.txt': Read-only file system",
    );
    expect(await readdir(work)).toEqual(["a.txt"]);
  });

  test("that were denied something are told apart from those that failed, and have their result", async () => {
    const { exec } = await testTools({ confinement: { profile: "read-only" } });
    const denied: unknown = await exec({ cmd: "touch inside.txt" }).catch((error: unknown) => error);
    expect(denied).toBeInstanceOf(ConfinementDenied);
    const { message, denied: what, result } = denied as ConfinementDenied;
    expect(what).toBe("write (touch: cannot touch 'inside.txt': Read-only file system), running: touch inside.txt");
    expect(result?.value).toMatchObject({ exit_code: 1 });
    expect(result?.output.content).toEqual([{ type: "text", text: message }]);
    expect(await exec({ cmd: "exit 5" })).toMatchObject({ value: { exit_code: 5 } });
  });

  test("go without confinement where somebody agreed to that", async () => {
    const { exec, work } = await testTools({ confinement: { profile: "read-only" } });
    await exec({ cmd: "touch one" }, { unconfined: true });
    await exec({ cmd: "touch two", sandbox_permissions: "require_escalated" });
    expect(await readdir(work)).toEqual(["one", "two"]);
  });

  test("can't change .git of the workspace, unless that is wanted", async () => {
    for (const [protectGit, denied] of [
      [undefined, true],
      [false, false],
    ] as const) {
      const { exec, work } = await testTools({ confinement: protectGit === undefined ? {} : { protectGit } });
      await mkdir(join(work, ".git", "hooks"), { recursive: true });
      const made = await exec({ cmd: "echo evil > .git/hooks/pre-commit" }).then(
        () => false,
        (error: unknown) => error instanceof ConfinementDenied,
      );
      const moved = await exec({ cmd: "mv .git other 2>/dev/null; ls -A" });
      expect({ denied: made, kept: shown(moved).includes(".git") }).toEqual({ denied, kept: denied });
    }
  });

  test("have no network, and reach no service of this machine", async () => {
    const server = createServer((socket) => socket.end("reached"));
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const cmd = `cat < /dev/tcp/127.0.0.1/${port}; ls -A /run`;
    const closed = await testTools({ confinement: {} });
    expect((await closed.run(cmd)).output).not.toContain("reached");
    const open = await testTools({ confinement: { network: true } });
    expect((await open.run(cmd)).output).toContain("reached");
  });

  test("can't lift their confinement, see other processes, or change settings of the machine", async () => {
    const { run, work } = await testTools({ confinement: {} });
    await symlink("/etc", join(work, "out"));
    const outside = join(import.meta.dirname, "escaped");
    const attempts = [
      "mount -o remount,rw /",
      "mount -o remount,bind,rw /",
      "umount /run",
      `unshare -rm sh -c 'mount -o remount,rw / && touch ${outside}'`,
      "mknod disk b 8 0",
      "[ -w /proc/sys/kernel/core_pattern ]",
      "[ -w /proc/sysrq-trigger ]",
      "touch out/escaped",
      `touch ${outside}`,
      `kill -9 ${process.pid}`,
      "ls /proc/1/root/etc/../../proc/1/root/proc/" + String(process.pid),
    ];
    for (const attempt of attempts) {
      const { exit_code } = await run(`{ ${attempt}; } >/dev/null 2>&1`);
      expect({ attempt, succeeded: exit_code === 0 }).toEqual({ attempt, succeeded: false });
    }
    expect(await readdir(import.meta.dirname)).not.toContain("escaped");
    // The sandbox's own init is the first process there is.
    const { output } = await run("ls /proc | grep -c '^[0-9]'");
    expect(Number(output)).toBeLessThan(10);
  });

  test("have a terminal where they ask for one", async ({ skip }) => {
    skip(NO_TERMINAL !== null, NO_TERMINAL ?? "");
    const { run } = await testTools({ confinement: {} });
    expect(await run("stty size; touch /etc/x 2>/dev/null || echo denied", { tty: true })).toMatchObject({
      output: "24 80\r\ndenied\r\n",
    });
  });
});

test("Tools that have to be confined are not made with full access", async () => {
  await expect(testTools({ confinement: { profile: "full-access", required: true } })).rejects.toThrow(
    "confinement.required: commands are not confined, the profile is full-access.",
  );
});
