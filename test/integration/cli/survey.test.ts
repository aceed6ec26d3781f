import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { isocell } from "./isocell.ts";

test("The survey of this repository reads its files through the file system server, and reports.", async () => {
  const survey = fileURLToPath(new URL("../../examples/survey/", import.meta.url));
  const { code, stdout, stderr } = await isocell(["run", `${survey}survey.js`, "--config", `${survey}isocell.json`]);
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^host +\d+ +\d+ +\d+\.\d KB +\d+$/m) as unknown,
  });
  const [, calls] = /(\d+) tool calls: \d+ folders listed, \d+ files read\.\n$/.exec(stdout) ?? [];
  expect(Number(calls)).toBeGreaterThan(100);
  expect(stderr).toContain(`, ${calls} calls, `);
});
