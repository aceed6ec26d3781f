import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createHost, defineTool } from "../../../../host/index.ts";
import { builtinProblems } from "../../../../host/builtins/check.ts";
import { ROOT } from "../../../support/project.ts";
import { testHost } from "../../../support/test-host.ts";

const NAMES = /^builtins\[0\]: expected the name of a built-in tool: exec_command, /u;

describe("What is wrong with builtins is said with its place", () => {
  test.each<[unknown, string | RegExp]>([
    [5, 'builtins: expected an array of names of built-in tools, "all", or an object with `tools`.'],
    ["none", 'builtins: expected an array of names of built-in tools, "all", or an object with `tools`.'],
    [["update_plann"], "builtins[0]: expected the name of a built-in tool (did you mean update_plan?)."],
    [["zzzzzzzzz"], NAMES],
    [[{}], NAMES],
    [["toString"], NAMES],
    [["test_sync", "test_sync"], "builtins[1]: expected each name once."],
    [["get_goal"], "builtins[0]: expected a tool whose callback is given; it needs callbacks.getGoal."],
    [{}, 'builtins.tools: expected an array of names, or "all".'],
    [{ tools: "some" }, 'builtins.tools: expected an array of names, or "all".'],
    [{ tools: [], root: "." }, "builtins.root: expected one of the keys tools, cwd, roots, commands, callbacks."],
    [{ tools: [], cwd: "" }, "builtins.cwd: expected the path of a folder."],
    [{ tools: [], roots: "." }, "builtins.roots: expected paths of folders, or null."],
    [{ tools: [], callbacks: [] }, "builtins.callbacks: expected an object of functions."],
    [{ tools: [], callbacks: { getGoal: 1 } }, "builtins.callbacks.getGoal: expected a function."],
    [
      { tools: [], callbacks: { onGoal: () => {} } },
      /^builtins\.callbacks\.onGoal: expected one of the callbacks updatePlan, .*, collaborationMode\.$/u,
    ],
  ])("%j", async (builtins, message) => {
    const refused = createHost({ builtins: builtins as never });
    await expect(refused).rejects.toMatchObject({ code: "invalid_options" });
    await expect(refused).rejects.toThrow(message);
  });

  test("a tool of the embedder's with the name of one that is wanted", async () => {
    const own = defineTool({ name: "test_sync", handler: () => null });
    await expect(createHost({ builtins: ["test_sync"], tools: [own] })).rejects.toMatchObject({
      code: "duplicate_tool",
      message:
        "builtins and tools both bring test_sync. Rename your tool, or name the built-in tools without this one.",
    });
    // Among all it is not.
    const host = await testHost({ builtins: "all", tools: [own] });
    expect((await host.listTools()).at(-1)).toEqual(own);
  });

  test("and what a file cannot give is not asked of it", () => {
    expect(builtinProblems(["get_goal", "test_sync"], false)).toEqual([
      { path: [0], expected: "a tool that needs no callback; programs can offer this one, with callbacks.getGoal" },
    ]);
    expect(builtinProblems({ tools: "all", callbacks: {} }, false)).toEqual([
      { path: ["callbacks"], expected: "one of the keys tools, cwd, roots, commands" },
    ]);
  });
});

test("Built-in tools come before the embedder's, goals behind them, whatever the order of their names", async () => {
  const host = await testHost({
    builtins: {
      tools: ["get_goal", "test_sync", "update_plan"],
      callbacks: { updatePlan: () => {}, getGoal: () => null },
    },
    tools: [defineTool({ name: "own", handler: () => null })],
    outputs: {},
  });
  expect((await host.listTools()).map(({ name }) => name)).toEqual([
    "update_plan",
    "test_sync",
    "read_output",
    "own",
    "get_goal",
  ]);
});

test("A host loads no built-in tool that is not named", () => {
  const loaded = (builtins: string): readonly string[] => {
    const program = `
      import { registerHooks } from "node:module";
      const seen = [];
      registerHooks({ load: (url, context, next) => { seen.push(url); return next(url, context); } });
      const { createHost } = await import(${JSON.stringify(join(ROOT, "host/index.ts"))});
      const host = await createHost({ mode: "direct", pool: { processes: 1 }${builtins} });
      await host.listTools();
      await host.close();
      console.log(JSON.stringify(seen.map((url) => url.split("/tools/builtin/")[1]).filter(Boolean)));`;
    const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" });
    return (JSON.parse(stdout) as string[]).toSorted();
  };
  expect(loaded("")).toEqual(["table.ts"]);
  expect(loaded(', builtins: ["test_sync"]')).toEqual([
    "callbacks/ask-host.ts",
    "callbacks/host-tool.ts",
    "paths/allowed-roots.ts",
    "table.ts",
    "test-sync/barriers.ts",
    "test-sync/test-sync.ts",
  ]);
});
