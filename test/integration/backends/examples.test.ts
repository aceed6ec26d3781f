import { describe, expect, test } from "vitest";
import { runCommand } from "../../support/command.ts";
import { ROOT } from "../../support/project.ts";

const PRELOAD = "./test/examples/library/from-source.ts";

function run(example: string): ReturnType<typeof runCommand> {
  const env = { ...process.env };
  // Only what the example itself sets may count.
  for (const name of Object.keys(env)) if (/^(?:OPENAI|ANTHROPIC|AI_GATEWAY)_/u.test(name)) delete env[name];
  const file = `test/examples/backends/${example}.ts`;
  return runCommand(process.execPath, ["--import", PRELOAD, file], { cwd: ROOT, env, timeoutMs: 60_000 });
}

describe("The example for", () => {
  test.each([
    [
      "openai",
      "tools: exec (custom), wait (function), count_parts (function)\nnuts: 80\nWe have to order more: washers.\n",
    ],
    ["anthropic", "tools: exec, wait, count_parts\nnuts: 80\nWe have to order more: washers.\n"],
    ["ai-sdk", "tools: exec, wait, count_parts\nnuts: 80\nWe have to order more: washers.\n"],
    ["cloudflare", 'tools: codemode\nThe code gave {"result":["washers"],"logs":["counted 3 parts"]}.\n'],
  ])(
    "%s runs without a network, lets its model call tools, wait for a script and answer, and ends",
    async (name, stdout) => {
      expect(await run(name)).toEqual({ status: 0, stdout, stderr: "" });
    },
  );
});
