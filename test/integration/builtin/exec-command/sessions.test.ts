import { describe, expect, test } from "vitest";
import { NO_TERMINAL, shown, testTools } from "./command-tools.ts";
import type { Value } from "./command-tools.ts";

describe("A session", () => {
  test("is read by one at a time, and forgotten once its end was told", async () => {
    const { exec, write } = await testTools();
    const { session_id } = (await exec({ cmd: "read x; sleep 0.3; echo end", yield_time_ms: 250 })).value as Value;
    const both = await Promise.allSettled([write({ session_id }), write({ session_id })]);
    expect(both.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    const [first, second] = both;
    expect(first?.status === "fulfilled" ? first.value.value : null).toMatchObject({ exit_code: 0, output: "end\n" });
    expect(second?.status === "rejected" ? String(second.reason) : "").toBe(
      `Error: write_stdin failed: Unknown process id ${session_id}`,
    );
  });

  test("keeps what nobody read when the call that waited for it was cancelled", async () => {
    const { exec, write } = await testTools();
    const started = await exec({ cmd: "sleep 0.5; echo one; sleep 0.3; echo two", yield_time_ms: 250 });
    const { session_id } = started.value as Value;
    const cancel = new AbortController();
    const reading = write({ session_id }, { signal: cancel.signal });
    cancel.abort(new Error("not any more"));
    await expect(reading).rejects.toThrow("not any more");
    expect((await write({ session_id })).value).toMatchObject({ exit_code: 0, output: "one\ntwo\n" });
  });

  test("of a terminal survives the interruption of the call that started it; one of pipes is ended", async ({
    skip,
  }) => {
    skip(NO_TERMINAL !== null, NO_TERMINAL ?? "");
    const { exec, work, run } = await testTools();
    for (const [tty, lives] of [
      [true, "yes\n"],
      [false, "no\n"],
    ] as const) {
      const cancel = new AbortController();
      const cmd = `echo $$ > pid; exec sleep 60`;
      const call = exec({ cmd, tty, workdir: work }, { signal: cancel.signal });
      await run("until [ -s pid ]; do sleep 0.01; done");
      cancel.abort(new Error("interrupted"));
      await expect(call).rejects.toThrow("interrupted");
      expect((await run("kill -0 $(cat pid) 2>/dev/null && echo yes || echo no; rm pid")).output).toBe(lives);
    }
  });

  test("of a terminal echoes, and is interrupted by its key", async ({ skip }) => {
    skip(NO_TERMINAL !== null, NO_TERMINAL ?? "");
    const { exec, write } = await testTools();
    const { session_id } = (await exec({ cmd: "cat", tty: true, yield_time_ms: 250 })).value as Value;
    expect((await write({ session_id, chars: "ü\n" })).value).toMatchObject({ session_id, output: "ü\r\nü\r\n" });
    expect((await write({ session_id, chars: "\u0003", yield_time_ms: 5000 })).value).toMatchObject({ exit_code: 130 });
  });
});

test("Without a package for terminals a command with tty is refused, and told how to get one", async () => {
  const { exec, run } = await testTools({ terminalPackages: ["no-such-package-of-terminals"] });
  await expect(exec({ cmd: "true", tty: true })).rejects.toThrow(
    "exec_command failed: tty=true needs a pseudo-terminal, and the package that makes one is not installed. Run the command " +
      "without tty, or have the user install it: npm install @lydell/node-pty (or node-pty).",
  );
  expect(await run("echo fine")).toMatchObject({ output: "fine\n" });
});

test("A patch that comes as a command goes to whoever applies patches, in its folder", async () => {
  const patches: unknown[] = [];
  const tools = await testTools({
    applyPatch: async (patch, { workdir }) => {
      patches.push({ patch, workdir });
      return "Success.\n";
    },
  });
  await tools.run("mkdir sub");
  const patch = "*** Begin Patch\n*** Add File: a\n+a\n*** End Patch";
  const result = await tools.exec({ cmd: `cd sub && apply_patch <<'EOF'\n${patch}\nEOF\n` });
  expect(shown(result)).toBe("Wall time: <t> seconds\nOutput:\nSuccess.\n");
  expect(patches).toEqual([{ patch, workdir: `${tools.work}/sub` }]);
  await expect(tools.exec({ cmd: patch })).rejects.toThrow("patch detected without explicit call to apply_patch");
  await expect(tools.exec({ cmd: `cd /etc && apply_patch <<'EOF'\n${patch}\nEOF\n` })).rejects.toThrow("is outside of");
});

test("A justification without the wish to leave the confinement is refused", async () => {
  const { exec } = await testTools();
  await expect(exec({ cmd: "true", justification: "x" })).rejects.toThrow(
    '`justification` requires an explicit `sandbox_permissions`; use `sandbox_permissions: "require_escalated"` for ' +
      "unsandboxed execution, or omit `justification`.",
  );
});
