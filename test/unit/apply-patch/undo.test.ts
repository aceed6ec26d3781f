import { chmod, mkdir, readdir, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { applyPatch, PatchError } from "../../../tools/builtin/index.ts";
import { Journal } from "../../../tools/builtin/apply-patch/apply/journal.ts";
import { verify } from "../../../tools/builtin/apply-patch/apply/verify.ts";
import { parsePatch } from "../../../tools/builtin/apply-patch/parse/parse-patch.ts";
import type { PlannedChange } from "../../../tools/builtin/apply-patch/apply/plan.ts";
import { AllowedRoots } from "../../../tools/builtin/paths/allowed-roots.ts";
import { filesIn, patchOf, workspace } from "./support/workspace.ts";

const FILES = { "x/a": "1\n", "x/b": "2\n", "x/c": "3\n", "x/d": "4\n" };
const PATCH = patchOf(
  ...["*** Update File: x/a", "@@", "-1", "+one", "*** Delete File: x/b", "*** Add File: new/deep/n", "+n"],
  ...["*** Update File: x/c", "*** Move to: new/c", "@@", "-3", "+three", "*** Update File: x/d", "@@", "-4", "+four"],
);

/** A signal that fires when it is looked at for the n-th time: between two changes. */
function firesAt(look: number): AbortSignal {
  const controller = new AbortController();
  let looks = 0;
  return new Proxy(controller.signal, {
    get: (signal, name) => {
      if (name === "throwIfAborted" && ++looks === look) controller.abort(new Error("enough"));
      const value: unknown = Reflect.get(signal, name, signal);
      return typeof value === "function" ? (value.bind(signal) as unknown) : value;
    },
  });
}

async function planned(
  cwd: string,
  patch = PATCH,
): Promise<{ readonly changes: readonly PlannedChange[]; readonly journal: Journal }> {
  const roots = new AllowedRoots(cwd);
  const changes = await verify(parsePatch(patch), roots, { maxFileBytes: 1000, signal: undefined });
  return { changes, journal: new Journal(roots, false) };
}

describe("What was done is taken back", () => {
  test.for([1, 2, 3, 4, 5])("when the signal fires before change %i", async (look) => {
    const cwd = await workspace(FILES);
    await chmod(join(cwd, "x/a"), 0o640);
    const { ino, mtimeMs } = await stat(join(cwd, "x/a"));
    const failed = await applyPatch(PATCH, { cwd, signal: firesAt(look) }).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(PatchError);
    const done = ["M x/a", "D x/b", "A new/deep/n", "M new/c"].slice(0, look - 1).join(", ");
    const state =
      look === 1 ? "Nothing was changed." : `Nothing was changed; what had been done was taken back: ${done}.`;
    expect(failed).toMatchObject({ kind: "cancelled", message: `apply_patch was cancelled. ${state}` });
    expect(await filesIn(cwd)).toEqual(FILES);
    expect(await readdir(cwd)).toEqual(["x"]);
    // The very file it was, not a copy of it.
    expect(await stat(join(cwd, "x/a"))).toMatchObject({ ino, mtimeMs });
  });

  test("when a file cannot be written, and the error says so", async () => {
    const cwd = await workspace(FILES);
    const signal = firesAt(Infinity);
    const swap = new Proxy(signal, {
      get: (target, name) => {
        // Between the changes, which look at the signal, somebody else makes a folder where a file is to come.
        if (name !== "throwIfAborted") return Reflect.get(target, name) as unknown;
        return () => swapped.push(mkdir(join(cwd, "new/deep/n"), { recursive: true }).catch(() => undefined));
      },
    });
    const swapped: Promise<unknown>[] = [];
    const patch = patchOf("*** Update File: x/a", "@@", "-1", "+one", "*** Add File: new/deep/n", "+n");
    const failed = await applyPatch(patch, { cwd, signal: swap }).catch((error: unknown) => error);
    await Promise.all(swapped);
    expect(failed).toMatchObject({ kind: "write" });
    const message = (failed as Error).message.replaceAll(cwd, "$WORK");
    expect(message).toMatch(
      /^apply_patch failed: Failed to write file \$WORK\/new\/deep\/n: it was changed by somebody else/,
    );
    expect(message.endsWith("\nNothing was changed; what had been done was taken back: M x/a.")).toBe(true);
    expect(await filesIn(cwd)).toEqual(FILES);
  });

  test("and what cannot be is said, with where the former content is", async () => {
    const cwd = await workspace(FILES);
    const { changes, journal } = await planned(cwd);
    for (const change of changes.slice(0, 2)) await journal.make(change);
    expect(journal.made).toEqual(["M x/a", "D x/b"]);
    await rename(join(cwd, "x"), join(cwd, "y"));
    const problems = (await journal.undo()).map((text) =>
      text.replaceAll(cwd, "$WORK").replaceAll(/[0-9a-f]{16}/g, "…"),
    );
    const kept = "No such file or directory (os error 2); its former content is in $WORK/x/.isocell-….tmp";
    expect(problems).toEqual([`D x/b (${kept})`, `M x/a (${kept})`]);
  });

  test("but new folders stay where somebody else has put something into them", async () => {
    const cwd = await workspace(FILES);
    const { changes, journal } = await planned(cwd);
    for (const change of changes) await journal.make(change);
    await writeFile(join(cwd, "new/deep/theirs"), "t\n");
    expect(await journal.undo()).toEqual([]);
    expect(await filesIn(cwd)).toEqual({ ...FILES, "new/deep/theirs": "t\n" });
  });
});

describe("Between verification and writing", () => {
  test("a file that somebody else changes is not overwritten, and one that comes is not replaced", async () => {
    const cwd = await workspace(FILES);
    const { changes, journal } = await planned(cwd);
    await writeFile(join(cwd, "x/a"), "other\n");
    await mkdir(join(cwd, "new/deep"), { recursive: true });
    await writeFile(join(cwd, "new/deep/n"), "other\n");
    await rm(join(cwd, "x/b"));
    for (const change of changes.slice(0, 3))
      await expect(journal.make(change)).rejects.toThrow("changed by somebody else");
    expect(await filesIn(cwd)).toEqual({ "new/deep/n": "other\n", "x/a": "other\n", "x/c": "3\n", "x/d": "4\n" });
  });

  test.for(["outside", "inside"])("a folder that becomes a link to %s is not followed", async (target) => {
    const base = await workspace({
      "outside/a": "1\n",
      "outside/b": "2\n",
      "in/inside/a": "1\n",
      "in/inside/b": "2\n",
    });
    const cwd = join(base, "in");
    await mkdir(join(cwd, "x"));
    for (const name of ["a", "b", "c", "d"]) await writeFile(join(cwd, "x", name), FILES[`x/${name}` as "x/a"]);
    const { changes, journal } = await planned(cwd);
    await rename(join(cwd, "x"), join(cwd, "moved"));
    await symlink(target === "outside" ? join(base, "outside") : "inside", join(cwd, "x"));
    const before = await filesIn(base);
    for (const change of [...changes.slice(0, 2), ...changes.slice(4)]) {
      await expect(journal.make(change)).rejects.toThrow(/outside of the allowed folders|leads elsewhere now/);
    }
    expect(await filesIn(base)).toEqual(before);
  });

  test("a file that becomes a link is not followed", async () => {
    const base = await workspace({ "outside/a": "1\n", "in/x/a": "1\n" });
    const { changes, journal } = await planned(join(base, "in"), patchOf("*** Update File: x/a", "@@", "-1", "+2"));
    await rm(join(base, "in/x/a"));
    await symlink(join(base, "outside/a"), join(base, "in/x/a"));
    for (const change of changes) await expect(journal.make(change)).rejects.toThrow("changed by somebody else");
    expect((await filesIn(base))["outside/a"]).toBe("1\n");
  });
});
