import { existsSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterEach, expect, test } from "vitest";
import { createHost } from "../../../host/index.ts";
import type { Host, HostOptions } from "../../../host/index.ts";
import { echo, textsOf } from "../../support/test-host.ts";
import { hostile } from "../mcp/fixture.ts";

let host: Host;
afterEach(() => host.close());

const open = async (options: HostOptions): Promise<Host> =>
  (host = await createHost({ tools: [echo], pool: { processes: 1 }, ...options }));

/** A hook that asks a server's tool about every call of `echo`. */
const asking = (tool: string) => ({
  hooks: {
    PreToolUse: [
      { matcher: "echo", hooks: [{ type: "mcp_tool", server: "m", tool, input: { said: "${tool_input.said}" } }] },
    ],
  },
});

test("A hook may be a tool of an MCP server, which is called by its own name and decides", async () => {
  const denial = {
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: "not today",
    },
  };
  const judge = { name: "judge-it", inputSchema: { type: "object" } };
  const acts = { "judge-it": { result: { content: [{ type: "text", text: JSON.stringify(denial) }] } } };
  await open({ hooks: [asking("judge-it")], mcpServers: { m: hostile({ tools: [judge], acts }) } });
  const outcome = await host.openSession().run("try { await tools.echo({ said: 1 }) } catch (error) { text(error) }");
  expect(textsOf(outcome)).toEqual(["Tool call blocked by PreToolUse hook: not today. Tool: echo"]);
});

test("A tool that is not there lets the call go on, and is told", async () => {
  const told: string[] = [];
  await open({
    hooks: [asking("nobody")],
    mcpServers: { m: hostile({ tools: [] }) },
    onEvent: (event) => {
      if (event.type === "hook/run") told.push(event.detail ?? "");
    },
  });
  const outcome = await host.openSession().run("text((await tools.echo({ said: 1 })).said)");
  expect([textsOf(outcome), told]).toEqual([
    ["1"],
    [expect.stringContaining("there is no tool nobody of an MCP server m")],
  ]);
});

test("Without any server such a hook is refused at once", async () => {
  await open({});
  await expect(createHost({ hooks: [asking("x")] })).rejects.toMatchObject({
    code: "invalid_config",
    message: expect.stringContaining("needs an MCP server, and none is configured") as string,
  });
});

test("What hooks wrote beside the model's context is gone with the host", async () => {
  const folders = (): readonly string[] => readdirSync(tmpdir()).filter((name) => name.startsWith("isocell-hooks-"));
  const before = new Set(folders());
  const long = `head -c 40000 /dev/zero | tr '\\0' a; exit 2`;
  await open({
    hooks: [
      {
        hooks: {
          PostToolUse: [
            {
              hooks: [
                {
                  type: "command",
                  command: `printf '{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"'; ${long.replace("; exit 2", "")}; printf '"}}'`,
                },
              ],
            },
          ],
        },
      },
    ],
  });
  const contexts: string[] = [];
  await host.openSession({ onContext: ({ text }) => contexts.push(text) }).run("await tools.echo({})");
  const [path = ""] = /saved to: (\S+)/u.exec(contexts[0] ?? "")?.slice(1) ?? [];
  expect([existsSync(path), folders().length]).toEqual([true, before.size + 1]);
  await host.close();
  expect(existsSync(path)).toBe(false);
});
