import { expect, test } from "vitest";
import { checkMcpOptions } from "../../../host/mcp/check-options.ts";
import type { McpOptions } from "../../../host/mcp/options.ts";

test.each([
  [null, "mcp must be an object"],
  [{ grace: 1 }, "mcp has no grace"],
  [{ graceMs: -1 }, "mcp.graceMs must be milliseconds from 0"],
  [{ roots: ["relative"] }, "mcp.roots must be absolute paths"],
  [{ logLevel: "loud" }, "mcp.logLevel must be debug, info"],
])("The option %j is refused: %s", (options, message) => {
  expect(() => checkMcpOptions(options as McpOptions)).toThrow(
    expect.objectContaining({ code: "invalid_options", message: expect.stringContaining(message) as unknown }) as Error,
  );
});

test("What is right is taken.", () => {
  checkMcpOptions({ graceMs: 0, roots: ["/tmp"], logLevel: "error" });
});
