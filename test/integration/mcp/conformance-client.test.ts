import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runCommand } from "../../support/command.ts";
import { ROOT } from "../../support/project.ts";
import { folder } from "../cli/isocell.ts";

const SUITE = join(ROOT, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
const CLIENT = fileURLToPath(new URL("../../fixtures/mcp-conformance/client.ts", import.meta.url));

/** The scenarios that the fixture plays: it connects, lists, calls everything once, and ends. */
const PLAYED = ["initialize", "tools_call", "sse-retry"] as const;

interface Check {
  readonly id: string;
  readonly status: string;
}

describe("The official conformance suite for clients", () => {
  test.each(PLAYED)(
    "passes: %s",
    async (scenario) => {
      const output = await folder();
      // The suite splits the command at blanks; neither path has one.
      const command = `${process.execPath} ${CLIENT}`;
      const args = ["client", "--command", command, "--scenario", scenario, "--output-dir", output];
      const { status, stderr } = await runCommand(process.execPath, [SUITE, ...args], { cwd: output });
      const [results = ""] = await readdir(output);
      const checks = JSON.parse(await readFile(join(output, results, "checks.json"), "utf8")) as readonly Check[];
      const counted = checks.filter((check) => check.status !== "INFO");
      expect([stderr, counted.filter((check) => check.status !== "SUCCESS")]).toEqual([expect.any(String), []]);
      expect([status, counted.length > 0]).toEqual([0, true]);
    },
    60_000,
  );
});
