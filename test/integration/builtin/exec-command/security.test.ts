import { chmod, mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { testTools } from "./command-tools.ts";

afterEach(() => vi.unstubAllEnvs());

describe("The environment", () => {
  test("of a command holds no secret of this process, nor one that a profile sets", async () => {
    vi.stubEnv("SOME_API_KEY", "leak-1");
    vi.stubEnv("SERVICE_URL", "https://user:leak-2@host/");
    vi.stubEnv("HARMLESS", "fine");
    const home = (await testTools()).work;
    await writeFile(join(home, ".bash_profile"), "export PROFILE_TOKEN=leak-3 FROM_PROFILE=yes; echo noise\n");
    vi.stubEnv("HOME", home);
    for (const login of [true, false]) {
      const { run } = await testTools();
      const { output } = await run("env; cat /proc/$PPID/environ 2>/dev/null | head -c 0", { login });
      expect(output).not.toMatch(/leak-\d/u);
      expect(output).toContain("HARMLESS=fine");
      expect(output.includes("FROM_PROFILE=yes")).toBe(login);
      expect(output).not.toContain("noise");
    }
  });

  test("names the call, and says that nobody is watching", async () => {
    const { exec } = await testTools({ environment: { inherit: "none", set: { PATH: "/usr/bin:/bin", LANG: "de" } } });
    const { output } = (await exec({ cmd: "env | sort", login: false }, { callId: "exec-7" })).value as {
      readonly output: string;
    };
    const names = output.split("\n").map((line) => line.replace(/^(ISOCELL_COMMAND_ID)=.*/u, "$1"));
    expect(names.filter((line) => !/^(?:_|PWD|OLDPWD|SHLVL)=/u.test(line))).toEqual([
      "COLORTERM=",
      "GH_PAGER=cat",
      "GIT_PAGER=cat",
      "ISOCELL_CALL_ID=exec-7",
      "ISOCELL_CI=1",
      "ISOCELL_COMMAND_ID",
      "LANG=de",
      "LC_ALL=C.UTF-8",
      "LC_CTYPE=C.UTF-8",
      "NO_COLOR=1",
      "PAGER=cat",
      "PATH=/usr/bin:/bin",
      "TERM=dumb",
      "",
    ]);
  });
});

describe("Where a command runs", () => {
  test.for(["/etc", "..", "sub/../..", "out"])(
    "is not %s, which is outside of the allowed folders",
    async (workdir) => {
      const { exec, work } = await testTools();
      await mkdir(join(work, "sub"));
      await symlink("/etc", join(work, "out"));
      await expect(exec({ cmd: "pwd", workdir })).rejects.toThrow(
        /^exec_command failed: .* is outside of the allowed folders/u,
      );
    },
  );

  test("is a folder by its very name, whatever that looks like", async () => {
    const { run, work } = await testTools();
    for (const workdir of ["--help", "$(touch x)", "a b; touch x", "'"]) {
      await mkdir(join(work, workdir));
      expect(await run("pwd", { workdir })).toMatchObject({ output: `${join(work, workdir)}\n` });
    }
    await writeFile(join(work, "file"), "");
    await expect(run("pwd", { workdir: "file" })).rejects.toThrow("Not a directory (os error 20)");
    await expect(run("pwd", { workdir: "none" })).rejects.toThrow("No such file or directory (os error 2)");
    await expect(run("pwd", { workdir: "nul\0" })).rejects.toThrow("exec_command failed");
    expect(await run("ls -d x")).toMatchObject({ exit_code: 2 });
  });
});

describe("The shell", () => {
  test("that is asked for is one program, never a command line", async () => {
    const { run, work } = await testTools();
    for (const shell of ["/bin/sh -c 'touch pwned'", "-c", "--", "$(touch pwned)", "/bin/sh;touch pwned", ""]) {
      expect(await run("echo $0", { shell })).toMatchObject({ output: "/bin/sh\n" });
    }
    expect(await run("ls")).toMatchObject({ output: "" });
    await writeFile(join(work, "my-shell"), '#!/bin/sh\necho mine "$@"\n');
    expect(await run("x", { shell: "./my-shell" })).toMatchObject({ exit_code: 127 });
    await chmod(join(work, "my-shell"), 0o755);
    expect(await run("x y", { shell: "./my-shell" })).toMatchObject({ output: "mine -lc x y\n" });
  });

  test("gets the command as one text, of any characters and up to what the system takes", async () => {
    const { run } = await testTools();
    expect(await run("--version 2>/dev/null; echo 'ü\n-x'")).toMatchObject({ output: "ü\n-x\n" });
    await expect(run("echo \0")).rejects.toThrow("nul byte found in provided data");
    await expect(run(`: ${"x".repeat(3_000_000)}`)).rejects.toThrow("Argument list too long (os error 7)");
    expect(await run("echo still")).toMatchObject({ output: "still\n" });
  });
});
