import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { applyPatch } from "../../../tools/builtin/index.ts";
import { filesIn, patchOf, workspace } from "./support/workspace.ts";

const REFUSED = "patch rejected: writing outside of the project; rejected by user approval settings";
const WAYS: readonly (readonly string[])[] = [
  ["*** Add File: ../outside/new", "+x"],
  ["*** Add File: /etc/isocell-test", "+x"],
  ["*** Update File: /etc/passwd", "@@", "+x"],
  ["*** Delete File: /etc/hostname"],
  ["*** Update File: ../outside/secret", "@@", "+x"],
  ["*** Delete File: ../outside/secret"],
  ["*** Delete File: ../outside/not-there"],
  ["*** Update File: mine", "*** Move to: ../outside/new", "@@", "+x"],
  ["*** Update File: ../outside/secret", "*** Move to: stolen", "@@", "+x"],
  ["*** Add File: folder/new", "+x"],
  ["*** Add File: folder/deep/er/new", "+x"],
  ["*** Update File: folder/secret", "@@", "+x"],
  ["*** Delete File: folder/secret"],
  ["*** Update File: link", "@@", "+x"],
  ["*** Delete File: link"],
  ["*** Add File: link", "+x"],
  ["*** Add File: dangling", "+x"],
  ["*** Add File: dangling/x", "+x"],
  ["*** Add File: sub/../../outside/new", "+x"],
  ["*** Add File: twice/secret", "+x"],
  ["*** Add File: ..", "+x"],
];

test.for(WAYS)("There is no way out: %s", async (lines) => {
  const base = await workspace({ "outside/secret": "s\n", "in/mine": "m\n" });
  const cwd = join(base, "in");
  await mkdir(join(cwd, "sub"));
  await symlink(join(base, "outside"), join(cwd, "folder"));
  await symlink("../outside/secret", join(cwd, "link"));
  await symlink(join(base, "outside/not-there"), join(cwd, "dangling"));
  await symlink("folder", join(cwd, "twice"));
  const before = await filesIn(join(base, "outside"));
  const failed = applyPatch(patchOf("*** Add File: first", "+1", ...lines), { cwd });
  await expect(failed).rejects.toMatchObject({ kind: "rejected", message: REFUSED });
  expect(await filesIn(join(base, "outside"))).toEqual(before);
  await expect(applyPatch(patchOf("*** Delete File: first"), { cwd })).rejects.toThrow("os error 2");
});

test("What another root holds is not outside, and without roots nothing is", async () => {
  const base = await workspace({ "one/a": "1\n", "two/b": "2\n", "three/c": "3\n" });
  const cwd = join(base, "one");
  const patch = (path: string): string => patchOf(`*** Delete File: ${path}`);
  await applyPatch(patch("../two/b"), { cwd, roots: [".", "../two"] });
  await expect(applyPatch(patch("../three/c"), { cwd, roots: [".", "../two"] })).rejects.toThrow(REFUSED);
  await applyPatch(patch(join(base, "three/c")), { cwd, roots: null });
  expect(await filesIn(base)).toEqual({ "one/a": "1\n" });
});
