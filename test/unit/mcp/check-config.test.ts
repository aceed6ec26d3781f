import { expect, test } from "vitest";
import { checkMcpOptions, checkServers } from "../../../host/mcp/check-config.ts";
import type { McpOptions } from "../../../host/mcp/options.ts";

test.each([
  [{ "my server": { command: "x" } }, 'the server name "my server" has characters other than'],
  [{ a: null }, 'mcpServers["a"] must be an object'],
  [{ a: {} }, 'mcpServers["a"] has neither command nor url'],
  [{ a: { command: "x", url: "http://y" } }, 'mcpServers["a"]: url is not supported for stdio'],
  [{ a: { command: "" } }, 'mcpServers["a"].command must be a string that is not empty'],
  [{ a: { command: "x", args: "y" } }, 'mcpServers["a"].args must be an array of strings'],
  [{ a: { command: "x", required: 1 } }, 'mcpServers["a"].required must be true or false'],
  [{ a: { command: "x", toolTimeoutSec: 0 } }, 'mcpServers["a"].toolTimeoutSec must be a number of seconds above 0'],
  [{ a: { command: "x", outputTokenLimit: 0.5 } }, 'mcpServers["a"].outputTokenLimit must be a whole number from 1'],
  [{ a: { command: "x", defaultToolsApprovalMode: "ask" } }, "must be auto, writes, prompt, approve"],
  [{ a: { command: "x", tools: { t: { approvalMode: "ask" } } } }, 'mcpServers["a"].tools["t"].approvalMode must be'],
])("%j is refused: %s", (servers, message) => {
  expect(() => checkServers(servers)).toThrow(
    expect.objectContaining({ code: "invalid_options", message: expect.stringContaining(message) as unknown }) as Error,
  );
});

test.each([
  [{ grace: 1 }, "mcp has no grace"],
  [{ graceMs: -1 }, "mcp.graceMs must be milliseconds from 0"],
  [{ roots: ["relative"] }, "mcp.roots must be absolute paths"],
  [{ logLevel: "loud" }, "mcp.logLevel must be debug, info"],
])("The option %j is refused: %s", (options, message) => {
  expect(() => checkMcpOptions(options as McpOptions)).toThrow(message);
});

test("What is right is taken.", () => {
  checkServers({
    a: { command: "x", args: [], toolTimeoutSec: 0.5, tools: { t: { approvalMode: "prompt", outputTokenLimit: 5 } } },
    b: { url: "https://example.com/mcp", enabled: false },
  });
  checkMcpOptions({ graceMs: 0, roots: ["/tmp"], logLevel: "error" });
});
