import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { runCommand } from "../../support/command.ts";
import { folder, isocell } from "./isocell.ts";

const SERVER = fileURLToPath(new URL("../../fixtures/mcp-server/server.ts", import.meta.url));
const TSC = fileURLToPath(new URL("../../../node_modules/typescript/bin/tsc", import.meta.url));
const CONFIG = JSON.stringify({ mcpServers: { fix: { command: process.execPath, args: [SERVER] } } });

test("isocell tools lists names as a script has them and first lines of descriptions.", async () => {
  const { code, stdout, stderr } = await isocell(["tools"], { cwd: await folder({ "isocell.json": CONFIG }) });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/^mcp__fix__echo +Gives back its text\.$/m);
  expect(stdout).toMatch(/^read_mcp_resource +Reads one resource/m);
  expect(stdout.split("\n").length).toBe(17);
});

test("isocell tools --json prints names, descriptions and schemas.", async () => {
  const { code, stdout } = await isocell(["tools", "--json"], { cwd: await folder({ "isocell.json": CONFIG }) });
  expect(code).toBe(0);
  const echo = (JSON.parse(stdout) as { identifier: string }[]).find(
    ({ identifier }) => identifier === "mcp__fix__echo",
  );
  expect(echo).toMatchObject({
    kind: "function",
    namespace: "mcp__fix",
    name: "echo",
    description: "Gives back its text.",
    inputSchema: { required: ["text"] },
  });
});

test("isocell tools --tokens prints what each mode costs, as a table and as JSON.", async () => {
  const cwd = await folder({ "isocell.json": CONFIG });
  const { code, stdout, stderr } = await isocell(["tools", "--tokens"], { cwd });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(
    /^tokens +tools +direct +deferred +code +code-only\n\(no namespace\) +3( +\d+){4}\nmcp__fix +13( +\d+){4}\n/,
  );
  const json = JSON.parse((await isocell(["tools", "--tokens", "--json"], { cwd })).stdout) as {
    total: Record<string, number>;
    namespaces: { namespace: string }[];
  };
  expect(json.namespaces.map(({ namespace }) => namespace)).toEqual(["", "mcp__fix"]);
  expect(stdout).toMatch(new RegExp(`^total +16 +${Object.values(json.total).join(" +")}$`, "m"));
});

test("isocell types prints declarations that scripts can be checked against.", async () => {
  const cwd = await folder({ "isocell.json": CONFIG });
  const { code, stdout } = await isocell(["types"], { cwd });
  expect(code).toBe(0);
  expect(stdout).toContain("  /** Gives back its text. */\n  mcp__fix__echo(args: {");
  await writeFile(join(cwd, "tools.d.ts"), stdout);
  await writeFile(
    join(cwd, "good.ts"),
    'export const n: number | undefined = (await tools.mcp__fix__structured({})).structuredContent?.count;\nawait tools.mcp__fix__echo({ text: "x" });\n',
  );
  const check = (file: string): ReturnType<typeof runCommand> =>
    runCommand(
      process.execPath,
      [TSC, "--noEmit", "--strict", "--target", "es2024", "--module", "esnext", "--types", "", "tools.d.ts", file],
      { cwd },
    );
  expect(await check("good.ts")).toEqual({ status: 0, stdout: "", stderr: "" });
  await writeFile(join(cwd, "bad.ts"), "export {};\nawait tools.mcp__fix__echo({ txt: 1 });\n");
  expect((await check("bad.ts")).stdout).toContain("bad.ts(2,");
});

test("Without a configuration both say so and end with 0.", async () => {
  const tools = await isocell(["tools"]);
  expect(tools).toMatchObject({ code: 0, stdout: "" });
  expect(tools.stderr).toContain("There are no tools: there is no isocell.json in this folder");
  expect((await isocell(["types"])).stdout).toContain("declare const tools: {};");
});

test("A server that does not start is a warning with what it printed; the others are there.", async () => {
  const command = process.execPath;
  const config = JSON.stringify({
    mcpServers: { bad: { command, args: [SERVER, "exit", "set API_KEY"] }, fix: { command, args: [SERVER] } },
  });
  const cwd = await folder({ "isocell.json": config, "script.js": "text(typeof tools.mcp__fix__echo)" });
  const warning = /^warning: MCP server "bad" could not be started: [^]*\| set API_KEY\n/m;
  const tools = await isocell(["tools"], { cwd });
  expect({ code: tools.code, warned: warning.test(tools.stderr) }).toEqual({ code: 0, warned: true });
  expect(tools.stdout).toMatch(/^mcp__fix__echo /m);
  const run = await isocell(["run", "script.js"], { cwd });
  expect({ code: run.code, stdout: run.stdout }).toEqual({ code: 0, stdout: "function\n" });
  expect(run.stderr).toMatch(warning);
});
