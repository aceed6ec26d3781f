import { expect, test } from "vitest";
import { specCases } from "../tools/spec-cases.ts";
import { loadFile, refusalOf } from "./config-folder.ts";

interface Input {
  /** Settings of `[mcp_servers.m]`, beside a way to reach it. */
  readonly config?: string;
  /** All of `[mcp_servers.m]`. */
  readonly toml?: string;
}

const CASES = specCases<Input, { readonly message?: string }>("mcp-result-cases.json");
const ERRORS = CASES.filter(({ input }) => input.toml !== undefined);
const SETTINGS = CASES.filter(({ input }) => input.config !== undefined);

test("The cases are the ones this file knows.", () => {
  expect(ERRORS.map(({ id }) => id)).toEqual([
    "mcp_result/config_error:command_and_url",
    "mcp_result/config_error:inline_bearer_token",
  ]);
  // What these settings do when servers run is tested where servers run; here, that they are read.
  expect(SETTINGS.map(({ id }) => id.replace("mcp_result/config:", ""))).toEqual([
    "tool_timeout",
    "startup_timeout",
    "server_dies",
    "enabled_minus_disabled",
    "disabled_server",
    "required_server_fails",
  ]);
});

test.each(ERRORS)("$id", async ({ input, expected }) => {
  const [, message = ""] = expected.message?.split("Error loading config.toml: ") ?? [];
  expect(message).not.toBe("");
  expect(await refusalOf("config.toml", `[mcp_servers.m]\n${input.toml}`)).toContain(`mcp_servers.m: ${message}; `);
});

test("Their settings are read.", async () => {
  const read = await Promise.all(
    SETTINGS.map(async ({ input }) => {
      // One of them stands on a single line.
      const settings = (input.config ?? "").replace(", required", "\nrequired");
      const { options, warnings } = await loadFile("config.toml", `[mcp_servers.m]\ncommand = "x"\n${settings}`);
      return { ...options.mcpServers?.["m"], warnings: warnings.length };
    }),
  );
  expect(read).toEqual(
    [
      { toolTimeoutSec: 0.5 },
      { startupTimeoutSec: 0.5 },
      {},
      { enabledTools: ["a", "slow"], disabledTools: ["slow"] },
      { enabled: false },
      { startupTimeoutSec: 0.5, required: true },
    ].map((settings) => ({ command: "x", ...settings, warnings: 0 })),
  );
});
