import { describe, expect, test } from "vitest";
import { BARE_PATCH, patchCommand } from "../../../../tools/builtin/exec-command/patch-command.ts";
import { specCases } from "../../tools/spec-cases.ts";

const PATCH = "*** Begin Patch\n*** Add File: a.txt\n+$HOME `id`\n*** End Patch\n";

describe("A command that is a call of apply_patch", () => {
  test.for([
    [`apply_patch <<'EOF'\n${PATCH}EOF`, null],
    [`apply_patch <<"EOF"\n${PATCH}EOF\n`, null],
    [`  applypatch << PATCH\n${PATCH}PATCH\n\n`, null],
    [`cd sub/dir && apply_patch <<'EOF'\n${PATCH}EOF`, "sub/dir"],
    [`cd 'with space' && apply_patch <<EOF\n${PATCH}EOF`, "with space"],
    [`cd "with space" &&\napply_patch <<EOF\n${PATCH}EOF`, "with space"],
  ])("is recognised: %j", ([line, folder]) => {
    expect(patchCommand(line ?? "")).toEqual({ kind: "patch", patch: PATCH, folder });
  });

  test.for([
    `apply_patch <<'EOF'\n${PATCH}EOF\nrm -r x`,
    `apply_patch <<'EOF'\n${PATCH}`,
    `apply_patch <<'EOF' && ls\n${PATCH}EOF`,
    `apply_patch <<'EOF'; ls\n${PATCH}EOF`,
    `echo; apply_patch <<'EOF'\n${PATCH}EOF`,
    `cd $(touch x) && apply_patch <<'EOF'\n${PATCH}EOF`,
    `cd "$HOME" && apply_patch <<'EOF'\n${PATCH}EOF`,
    `cd a b && apply_patch <<'EOF'\n${PATCH}EOF`,
    `cd a; apply_patch <<'EOF'\n${PATCH}EOF`,
    `apply_patch <<-EOF\n${PATCH}EOF`,
    "apply_patch patch.txt",
    "ls",
  ])("is not, with anything else in it: %j", (line) => expect(patchCommand(line)).toBe(null));

  test("A bare patch is told apart, in the reference's words", () => {
    const found = specCases<{ readonly exec_command?: string }, { readonly body?: string }>(
      "apply-patch-cases.json",
    ).find(({ id }) => id === "apply_patch/via_shell_raw_patch");
    expect(patchCommand(found?.input.exec_command ?? "")).toEqual({ kind: "bare" });
    expect(BARE_PATCH).toBe(found?.expected.body);
  });
});
