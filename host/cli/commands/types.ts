import { declareTool, MCP_TYPES_PREAMBLE, usesMcpTypes } from "../../../tools/index.ts";
import type { Arguments } from "../arguments.ts";
import { EXIT } from "../exit-codes.ts";
import { nestedTools, noTools } from "./tools/nested-tools.ts";
import type { NestedTool } from "./tools/nested-tools.ts";
import { serverProblems } from "../output/server-problems.ts";
import { withHost } from "../running/with-host.ts";

const FENCED = /```ts\n([^]*)\n```/;
const DECLARATION = /^declare const tools: \{ ([^]*) \};$/;

/**
 * `isocell types`: prints declarations of what a script could call.
 * @throws {IsocellError} when the configuration or a required server fails.
 */
export async function printTypes({ values }: Arguments): Promise<number> {
  return withHost(
    values["config"],
    async ({ host, configFile }) => {
      const tools = await nestedTools(host);
      process.stderr.write(serverProblems(host.servers()));
      if (tools.length === 0) process.stderr.write(noTools(configFile));
      process.stdout.write(typesText(tools));
      return EXIT.completed;
    },
    { builtins: values["builtins"], scripts: false },
  );
}

/** One `.d.ts` text that declares `tools`, with the types of MCP results if a tool needs them. */
export function typesText(tools: readonly NestedTool[]): string {
  const parts = ["// What scripts can call. Made by `isocell types`; make it again when the configuration changes."];
  if (tools.some(({ executor }) => usesMcpTypes(executor.spec))) parts.push(fenced(MCP_TYPES_PREAMBLE));
  const members = tools.map((tool) => `${comment(tool.executor.spec.description)}${indent(method(tool))}\n`);
  parts.push(members.length === 0 ? "declare const tools: {};" : `declare const tools: {\n${members.join("")}};`);
  return `${parts.join("\n\n")}\n`;
}

/** The method of a tool, out of the declaration that a model is shown. */
function method({ identifier, executor }: NestedTool): string {
  const declaration = fenced(declareTool({ ...executor.spec, namespace: "", name: identifier }));
  return DECLARATION.exec(declaration)?.[1] ?? declaration;
}

function fenced(text: string): string {
  return FENCED.exec(text)?.[1] ?? text;
}

function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, "  ");
}

function comment(description: string): string {
  const lines = description.trim().replaceAll("*/", "*\\/").split("\n");
  if (lines.length === 1) return lines[0] === "" ? "" : `  /** ${lines[0]} */\n`;
  return `  /**\n${lines.map((line) => `   * ${line}`.trimEnd()).join("\n")}\n   */\n`;
}
