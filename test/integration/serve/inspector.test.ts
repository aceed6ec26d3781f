import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { runCommand } from "../../support/command.ts";
import { until } from "../../support/processes.ts";
import { ROOT } from "../../support/project.ts";
import { folder, start } from "../cli/isocell.ts";

const INSPECTOR = join(ROOT, "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js");
const FILES = join(ROOT, "node_modules/@modelcontextprotocol/server-filesystem/dist/index.js");
const MAIN = fileURLToPath(new URL("../../../host/cli/main.ts", import.meta.url));

/** A folder with two files, and a configuration whose one server may read them. */
async function filesFolder(): Promise<string> {
  const cwd = await folder({ "a.txt": "first", "b.txt": "second" });
  const files = { command: process.execPath, args: [FILES, cwd] };
  await writeFile(join(cwd, "isocell.json"), JSON.stringify({ mcpServers: { files } }));
  return cwd;
}

/** How the inspector is told of a server, for each transport. */
async function target(transport: "stdio" | "http", cwd: string): Promise<readonly string[]> {
  if (transport === "stdio") {
    const isocell = { command: process.execPath, args: [MAIN, "serve", "--config", join(cwd, "isocell.json")] };
    await writeFile(join(cwd, "inspector.json"), JSON.stringify({ mcpServers: { isocell } }));
    return ["--config", join(cwd, "inspector.json"), "--server", "isocell"];
  }
  const child = start(["serve", "--http", "0"], cwd);
  onTestFinished(() => void child.kill("SIGKILL"));
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  child.stderr.resume();
  await until("the URL is written", () => output.endsWith("\n"), 20_000);
  return [output.trim(), "--transport", "http"];
}

async function inspect(args: readonly string[], cwd: string): Promise<unknown> {
  const env = { ...process.env, HOME: cwd, MCP_INSPECTOR_SECRET_STORE: "memory" };
  const { status, stdout, stderr } = await runCommand(process.execPath, [INSPECTOR, "--cli", ...args], { cwd, env });
  if (status !== 0) throw new Error(`the inspector ended with ${status}: ${stdout}${stderr}`);
  return JSON.parse(stdout);
}

describe.each(["stdio", "http"] as const)("MCP Inspector over %s", (transport) => {
  test("lists the tools, and calls exec, whose script reads files through a real server", async () => {
    const cwd = await filesFolder();
    const server = await target(transport, cwd);
    const listed = (await inspect([...server, "--method", "tools/list"], cwd)) as {
      readonly tools: readonly { readonly name: string; readonly description: string }[];
    };
    expect(listed.tools.map(({ name }) => name)).toEqual(["exec", "wait"]);
    expect(listed.tools[0]?.description).toContain("mcp__files__read_text_file(args: {");
    const source =
      `const paths = ["a.txt", "b.txt"].map((name) => ${JSON.stringify(`${cwd}/`)} + name);` +
      "const results = await Promise.all(paths.map((path) => tools.mcp__files__read_text_file({ path })));" +
      'text(results.map(({ content }) => content[0].text).join("+"))';
    const call = ["--method", "tools/call", "--tool-name", "exec", "--tool-arg", `source=${source}`];
    expect(await inspect([...server, ...call], cwd)).toEqual({
      content: [
        { type: "text", text: expect.stringContaining("Script completed\nWall time ") as string },
        { type: "text", text: "first+second" },
      ],
    });
  }, 120_000);
});
