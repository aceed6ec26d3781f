import { join } from "node:path";
import { expect, test } from "vitest";
import { readPatchCommand, runPatch } from "../../../tools/builtin/index.ts";
import { filesIn, patchOf, workspace } from "./support/workspace.ts";

const PATCH = patchOf("*** Add File: n", "+$HOME `x` 'y'");

test.for([
  [`apply_patch <<'EOF'\n${PATCH}\nEOF`, null],
  [`apply_patch <<EOF\n${PATCH}\nEOF\n`, null],
  [`  apply_patch <<"PATCH"\n${PATCH}\nPATCH`, null],
  [`applypatch <<'EOF'\n${PATCH}\nEOF`, null],
  [`cd sub && apply_patch <<'EOF'\n${PATCH}\nEOF`, "sub"],
  [`cd 'a b' && apply_patch <<'EOF'\n${PATCH}\nEOF`, "a b"],
  [`cd "a b/c" && apply_patch <<'EOF'\n${PATCH}\nEOF`, "a b/c"],
  [`apply_patch <<'EOF'\r\n${PATCH.replaceAll("\n", "\r\n")}\r\nEOF\r\n`, null],
] as const)("A lone call with a heredoc is a patch: %j", ([command, folder]) => {
  expect(readPatchCommand(command)).toEqual({ kind: "patch", text: PATCH, folder });
});

test.for([
  "apply_patch",
  `apply_patch '${PATCH}'`,
  `apply_patch <<'EOF'\n${PATCH}\nEOF\necho done`,
  `apply_patch <<'EOF'\n${PATCH}`,
  `apply_patch <<'EOF' && echo done\n${PATCH}\nEOF`,
  `echo hi; apply_patch <<'EOF'\n${PATCH}\nEOF`,
  `cd $HOME && apply_patch <<'EOF'\n${PATCH}\nEOF`,
  `cd a b && apply_patch <<'EOF'\n${PATCH}\nEOF`,
  `cd a; apply_patch <<'EOF'\n${PATCH}\nEOF`,
  `cd - && apply_patch <<'EOF'\n${PATCH}\nEOF`,
  `cd ~ && apply_patch <<'EOF'\n${PATCH}\nEOF`,
  `cat <<'EOF'\n${PATCH}\nEOF`,
  `apply_patch <<'EOF"\n${PATCH}\nEOF`,
  `apply_patch <<-EOF\n${PATCH}\nEOF`,
  `apply_patch <<'EOF'; ls\n${PATCH}\nEOF`,
  `cd $(touch x) && apply_patch <<'EOF'\n${PATCH}\nEOF`,
  `sudo apply_patch <<'EOF'\n${PATCH}\nEOF`,
])("Anything else is for the shell: %j", (command) => {
  expect(readPatchCommand(command)).toBeNull();
});

test("A patch without a call of anything is told apart.", () => {
  expect(readPatchCommand(`\n  ${PATCH}\n`)).toEqual({ kind: "bare" });
});

test("A patch is applied in a folder, and told without any heading.", async () => {
  const cwd = await workspace({ "sub/a": "1\n" });
  expect(await runPatch(PATCH, join(cwd, "sub"), { roots: [cwd] })).toEqual({
    text: "Success. Updated the following files:\nA n\n",
    success: true,
  });
  expect(await filesIn(cwd)).toEqual({ "sub/a": "1\n", "sub/n": "$HOME `x` 'y'\n" });
  expect(await runPatch(PATCH, join(cwd, ".."), { roots: [cwd] })).toEqual({
    text: "patch rejected: writing outside of the project; rejected by user approval settings",
    success: false,
  });
});

test("A patch that fails is told as it is, and a program's mistake is thrown.", async () => {
  const cwd = await workspace();
  expect(await runPatch("x", cwd)).toEqual({
    text: "apply_patch verification failed: invalid patch: The first line of the patch must be '*** Begin Patch'",
    success: false,
  });
  await expect(runPatch(PATCH, "")).rejects.toMatchObject({ code: "invalid_options" });
  expect(await filesIn(join(cwd))).toEqual({});
});
