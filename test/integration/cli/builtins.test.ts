import { expect, test } from "vitest";
import { folder, isocell } from "./isocell.ts";

const NAMES = "text(ALL_TOOLS.map(({ name }) => name))";

test("isocell run offers no built-in tool that is not named", async () => {
  const { code, stdout } = await isocell(["run", "-", "-q"], { input: NAMES });
  expect([code, stdout]).toEqual([0, "[]\n"]);
});

test("isocell run offers those of its configuration, or those of --builtins in their place", async () => {
  const cwd = await folder({ "isocell.json": JSON.stringify({ builtins: { tools: ["test_sync"], cwd: "." } }) });
  const run = async (...flags: readonly string[]): Promise<string> =>
    (await isocell(["run", "-", "-q", ...flags], { cwd, input: NAMES })).stdout;
  expect(await run()).toBe('["test_sync"]\n');
  expect(await run("--builtins", "test_sync")).toBe('["test_sync"]\n');
  // For tests alone, so not among all.
  expect(await run("--builtins", "all")).not.toContain("test_sync");
});

test("isocell tools and isocell types show them", async () => {
  const tools = await isocell(["tools", "--builtins", "test_sync"]);
  expect(tools).toMatchObject({ code: 0, stdout: expect.stringMatching(/^test_sync {2}For tests: /u) as string });
  const types = await isocell(["types", "--builtins", "test_sync"]);
  expect(types.stdout).toContain("test_sync(args: {");
});

test.each([
  ["test_sink", 'the name of a built-in tool (did you mean test_sync?), not "test_sink"'],
  ["test_sync,test_sync", 'each name once, not "test_sync"'],
  ["get_goal", 'a tool that needs no callback; programs can offer this one, with callbacks.getGoal, not "get_goal"'],
])("--builtins %s is a mistake of usage", async (value, expected) => {
  const { code, stderr } = await isocell(["run", "-", "--builtins", value]);
  expect(code).toBe(2);
  expect(stderr).toContain(`isocell run: --builtins: expected ${expected}\n`);
});
