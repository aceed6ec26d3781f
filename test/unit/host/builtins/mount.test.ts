import { resolve } from "node:path";
import { expect, test } from "vitest";
import { mountBuiltins } from "../../../../host/builtins/mount.ts";
import { defineTool } from "../../../../host/index.ts";
import type { BuiltinGroup, BuiltinName, BuiltinSettings } from "../../../../tools/index.ts";

const tool = (name: string) => defineTool({ name, handler: () => null });

/** A group of two tools, which writes down what happens to it. */
function group(names: readonly BuiltinName[], log: unknown[], more: Partial<BuiltinGroup> = {}): BuiltinGroup {
  return {
    names,
    make: async (settings) => {
      log.push(settings);
      return { executors: names.map(tool), close: async () => void log.push(`${names.join()} closed`) };
    },
    ...more,
  };
}

test("Only the groups of tools that are named are made, and of these only the tools that are", async () => {
  const [one, other]: [unknown[], unknown[]] = [[], []];
  const groups = [group(["get_goal", "create_goal"], one), group(["update_plan"], other)];
  const mounted = await mountBuiltins(["create_goal"], groups);
  expect(mounted.builtIn.map(({ name }) => name)).toEqual(["create_goal"]);
  expect([one.length, other.length]).toEqual([1, 0]);
});

test("Tools that are of no use apart come together", async () => {
  const groups = [group(["get_goal", "create_goal"], [], { together: true })];
  const { builtIn } = await mountBuiltins(["create_goal"], groups);
  expect(builtIn.map(({ name }) => name)).toEqual(["get_goal", "create_goal"]);
});

test("All are all, but for those whose callback is missing and those for tests", async () => {
  const groups = [
    group(["get_goal"], []),
    group(["create_goal"], [], { callback: "createGoal", extension: "goals" }),
    group(["update_goal"], [], { callback: "updateGoal" }),
    group(["test_sync"], [], { onlyByName: true }),
  ];
  const mounted = await mountBuiltins({ tools: "all", callbacks: { createGoal: () => null as never } }, groups);
  expect(mounted.builtIn.map(({ name }) => name)).toEqual(["get_goal"]);
  expect(mounted.extensions.map(({ name, executors }) => [name, executors.map((made) => made.name)])).toEqual([
    ["goals", ["create_goal"]],
  ]);
});

test.each<[string, object, string, boolean, string, string | null]>([
  ["nothing", {}, ".", false, "x", "/x"],
  ["a folder", { cwd: "sub" }, "sub", false, "x", "../x"],
  ["roots", { cwd: "/a", roots: ["b", "/c"] }, "/a", false, "b/x", "x"],
  ["no limits", { roots: null }, ".", true, "/x", null],
])("Makers are told where tools may go, given %s", async (_, given, cwd, unlimited, inside, outside) => {
  const log: BuiltinSettings[] = [];
  await mountBuiltins({ tools: ["get_goal"], ...given }, [group(["get_goal"], log)]);
  const [settings] = log;
  const roots = settings?.roots;
  expect([settings?.cwd, roots?.cwd, roots?.unlimited]).toEqual([resolve(cwd), resolve(cwd), unlimited]);
  expect(settings?.folders === null).toBe(unlimited);
  expect(await roots?.resolve(inside)).toBe(resolve(cwd, inside));
  if (outside !== null) await expect(roots?.resolve(outside)).rejects.toThrow("outside of the allowed folders");
});

test("Closing closes every group once, whatever one of them does", async () => {
  const log: unknown[] = [];
  const failing = group(["get_goal"], [], {
    make: async () => ({
      executors: [],
      close: () => {
        throw new Error("stuck");
      },
    }),
  });
  const mounted = await mountBuiltins("all", [failing, group(["update_plan"], log)]);
  await Promise.all([mounted.close(), mounted.close()]);
  expect(log.slice(1)).toEqual(["update_plan closed"]);
});

test("A maker that fails is what mounting fails with, and what others made is closed", async () => {
  const log: unknown[] = [];
  const failing = group(["get_goal"], [], { make: () => Promise.reject(new Error("no such engine")) });
  await expect(mountBuiltins("all", [group(["update_plan"], log), failing])).rejects.toThrow("no such engine");
  expect(log.slice(1)).toEqual(["update_plan closed"]);
});
