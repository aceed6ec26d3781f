import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { folder, isocell } from "./isocell.ts";

test("--help lists the commands, and help of a command its flags.", async () => {
  const general = await isocell(["--help"]);
  expect(general).toMatchObject({ code: 0, stderr: "" });
  expect(general.stdout).toMatch(/^ {2}run +run one script$/m);
  const run = await isocell(["help", "run"]);
  expect(run).toMatchObject({ code: 0, stderr: "" });
  expect(run.stdout).toMatch(/^ {6}--timeout DURATION /m);
  expect((await isocell(["run", "--help"])).stdout).toBe(run.stdout);
});

test("--version prints the version of the package.", async () => {
  const { version } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8")) as {
    version: string;
  };
  expect(await isocell(["--version"])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
});

test.each([
  [["rum", "x.js"], "isocell: unknown command rum; did you mean run?\nSee: isocell --help\n"],
  [["help", "tool"], "isocell: unknown command tool; did you mean tools?\nSee: isocell --help\n"],
  [["script.js"], "isocell: unknown command script.js; to run a script: isocell run script.js\nSee: isocell --help\n"],
  [["run"], "isocell run: which script? Give a file, or - for standard input\nSee: isocell help run\n"],
  [
    ["run", "-", "--timout", "3s"],
    "isocell run: unknown flag --timout; did you mean --timeout?\nSee: isocell help run\n",
  ],
  [["run", "-", "--timeout"], "isocell run: --timeout needs a value: --timeout DURATION\nSee: isocell help run\n"],
  [
    ["run", "-", "--timeout", "3"],
    'isocell run: --timeout expects a duration such as 500ms, 30s, 2m or 1h, not "3"\nSee: isocell help run\n',
  ],
  [["run", "-", "--json=yes"], "isocell run: --json takes no value\nSee: isocell help run\n"],
  [["run", "a.js", "b.js"], 'isocell run: "b.js" is one argument too many\nSee: isocell help run\n'],
  [
    ["run", "missing.js"],
    "isocell run: the script missing.js can't be read: there is no such file\nSee: isocell help run\n",
  ],
])("isocell %j ends with 2 and says what is wrong.", async (args, stderr) => {
  expect(await isocell(args)).toEqual({ code: 2, stdout: "", stderr });
});

test("Without a command, help goes to standard error and the exit code is 2.", async () => {
  const { code, stdout, stderr } = await isocell([]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain("Usage: isocell COMMAND");
});

test("A configuration that is named but missing ends with 2; a missing default one does not matter.", async () => {
  const cwd = await folder({ "a.js": "text(1)" });
  const { code, stderr } = await isocell(["run", "a.js", "--config", "none.json"], { cwd });
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: `isocell run: ${cwd}/none.json: there is no such file; --config names the configuration to use. [invalid_config]\n`,
  });
  expect(await isocell(["run", "a.js", "-q"], { cwd })).toEqual({ code: 0, stdout: "1\n", stderr: "" });
});

test("A default configuration that is wrong ends with 2 and the place.", async () => {
  const cwd = await folder({ "a.js": "text(1)", "isocell.json": '{ "limits": { "cpuMs": "1" } }' });
  const { code, stderr } = await isocell(["run", "a.js"], { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain("isocell.json: limits.cpuMs: expected a whole number of at least 1 (ms)");
});
