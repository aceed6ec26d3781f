// What is expected of the packed package once npm has installed it in somebody's empty project.
import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runNode, runNpm } from "./npm.ts";
import type { Toolchain } from "./npm.ts";

/** A program may take this long before it counts as one that does not end. */
const PROGRAM_TIMEOUT_MS = 60_000;

const SMOKE_CELL = "text(6 * 7);\n";

const LIBRARY_PROGRAM = `
import { createHost, defineTool } from "isocell";
import { PROTOCOL_VERSION } from "isocell/protocol";
import * as tools from "isocell/tools";

const multiply = defineTool({
  name: "multiply",
  description: "Multiplies two numbers.",
  inputSchema: {
    type: "object",
    properties: { a: { type: "number" }, b: { type: "number" } },
    required: ["a", "b"],
  },
  handler: async ({ a, b }) => a * b,
});
const host = await createHost({ tools: [multiply], builtins: ["read_file", "exec_command"] });
const session = host.openSession({});
const source = "text(await tools.multiply({ a: 6, b: 7 })); " +
  "text((await tools.read_file({ path: 'smoke.js' })).text); text((await tools.exec_command({ cmd: 'echo out' })).output);";
const { status, content, calls } = await session.run(source, { yieldTimeMs: null });
const entries = [];
for (const name of ["builtins", "serve", "openai", "anthropic", "ai-sdk", "cloudflare"]) {
  if (Object.keys(await import("isocell/" + name)).length > 0) entries.push(name);
}
await session.close();
await host.close();
console.log(JSON.stringify({
  status,
  content,
  calls: calls.length,
  entries,
  protocol: typeof PROTOCOL_VERSION,
  tools: Object.keys(tools).length > 0,
}));
`;

/** Installs the tarball into a new project without any settings, as a consumer would. */
export async function installPackage(
  toolchain: Toolchain,
  tarball: string,
  folder: string,
  flags: readonly string[] = [],
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  writeFileSync(join(folder, "smoke.js"), SMOKE_CELL);
  writeFileSync(join(folder, "library.js"), LIBRARY_PROGRAM);
  await runNpm(toolchain, ["install", tarball, ...flags], folder);
}

/** npm picked the isolated-vm that has a prebuilt binary for this Node, and compiled nothing. */
export async function checkEngine(toolchain: Toolchain, folder: string): Promise<void> {
  const engine = join(folder, "node_modules/isolated-vm");
  const { version } = JSON.parse(readFileSync(join(engine, "package.json"), "utf8")) as { version: string };
  const node = await runNode(toolchain, ["-p", "process.versions.node"], folder);
  match(version, node.stdout.startsWith("22.") ? /^6\./ : /^7\./);
  ok(readdirSync(join(engine, "prebuilds")).length > 0, "isolated-vm has no prebuilt binaries");
  ok(!existsSync(join(engine, "build")), "isolated-vm was compiled");
}

/** `npx isocell run` prints what the cell emits on stdout, and ends with 0. */
export async function checkCommand(toolchain: Toolchain, folder: string): Promise<void> {
  const args = [toolchain.npmCli, "exec", "--no", "--", "isocell", "run", "smoke.js"];
  const { status, stdout, stderr } = await runNode(toolchain, args, folder, PROGRAM_TIMEOUT_MS);
  deepStrictEqual(
    { status, text: stdout.trim() },
    { status: 0, text: "42" },
    `isocell run failed:\n${stdout}${stderr}`,
  );
}

/** A program that embeds the library gets its result, and ends by itself once it has closed the host. */
export async function checkLibrary(toolchain: Toolchain, folder: string): Promise<void> {
  const { status, stdout, stderr } = await runNode(toolchain, ["library.js"], folder, PROGRAM_TIMEOUT_MS);
  strictEqual(status, 0, `the program did not end by itself with 0:\n${stdout}${stderr}`);
  deepStrictEqual(JSON.parse(stdout), {
    status: "completed",
    content: ["42", SMOKE_CELL, "out\n"].map((text) => ({ type: "text", text })),
    calls: 3,
    entries: ["builtins", "serve", "openai", "anthropic", "ai-sdk", "cloudflare"],
    protocol: "number",
    tools: true,
  });
}
