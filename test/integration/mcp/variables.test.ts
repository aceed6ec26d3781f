import { expect, test } from "vitest";
import { call, connect, fixture } from "./fixture.ts";

test("A server gets the variables that are passed on, and no other secrets of this process.", async () => {
  process.env["ISOCELL_TEST_PASSED"] = "passed";
  process.env["ISOCELL_TEST_KEPT"] = "kept";
  const config = { ...fixture(), envVars: ["ISOCELL_TEST_PASSED"], env: { OWN: "own" } };
  const { executors, close } = await connect({ fix: config });
  const { output } = await call(
    executors,
    executors.find(({ search }) => search?.keywords?.includes("get-env"))?.name ?? "",
  );
  await close();
  const { env } = JSON.parse((output.content.at(-1) as { text: string }).text) as { env: Record<string, string> };
  expect(env).toMatchObject({ ISOCELL_TEST_PASSED: "passed", OWN: "own" });
  expect(env).not.toHaveProperty("ISOCELL_TEST_KEPT");
});

test("A variable that is not set is named, and no process is started.", async () => {
  const config = { ...fixture(), envVars: ["ISOCELL_NOT_SET"] };
  await expect(connect({ fix: config })).rejects.toMatchObject({
    code: "mcp_failed",
    message:
      'MCP server "fix" could not be started: the environment variable ISOCELL_NOT_SET is not set.\n' +
      'Set it, or take it out of envVars of mcpServers["fix"].',
  });
});
