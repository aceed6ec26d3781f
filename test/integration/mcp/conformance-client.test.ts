import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runCommand } from "../../support/command.ts";
import { ROOT } from "../../support/project.ts";
import { folder } from "../cli/isocell.ts";

const SUITE = join(ROOT, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
const CLIENT = fileURLToPath(new URL("../../fixtures/mcp-conformance/client.ts", import.meta.url));

/** What the fixture plays: it logs in where that is asked for, lists, calls everything once, and ends. */
const PLAYED = [
  "initialize",
  "tools_call",
  "elicitation-sep1034-client-defaults",
  "sse-retry",
  "auth/metadata-default",
  "auth/metadata-var1",
  "auth/metadata-var2",
  "auth/metadata-var3",
  "auth/scope-from-www-authenticate",
  "auth/scope-from-scopes-supported",
  "auth/scope-omitted-when-undefined",
  "auth/scope-step-up",
  "auth/token-endpoint-auth-basic",
  "auth/token-endpoint-auth-post",
  "auth/token-endpoint-auth-none",
  "auth/2025-03-26-oauth-metadata-backcompat",
  "auth/2025-03-26-oauth-endpoint-fallback",
  "auth/offline-access-scope",
  "auth/offline-access-not-supported",
  "auth/pre-registration",
] as const;

/** Scenarios in which the right end of the client is a failure: of a login, or of a call. */
const REFUSED = ["auth/scope-retry-limit", "auth/resource-mismatch"] as const;

const NO_USER = "a login is a user's; programs that log in by themselves put their token into a variable";

/** Scenarios that do not apply, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  "auth/basic-cimd": "the client registers itself instead: an address of its own would have to be one on the web",
  "auth/client-credentials-jwt": NO_USER,
  "auth/client-credentials-basic": NO_USER,
  "auth/cross-app-access-complete-flow": NO_USER,
};

interface Check {
  readonly id: string;
  readonly status: string;
}

/** How the suite ended, and what it counted. */
async function play(scenario: string): Promise<{
  readonly status: number | null;
  readonly stderr: string;
  readonly checks: readonly Check[];
}> {
  const output = await folder();
  // The suite splits the command at blanks; neither path has one.
  const command = `${process.execPath} ${CLIENT}`;
  const args = ["client", "--command", command, "--scenario", scenario, "--output-dir", output];
  const { status, stderr } = await runCommand(process.execPath, [SUITE, ...args], { cwd: output });
  // A scenario's name may have a slash: its folder is one further down.
  const file = (await readdir(output, { recursive: true })).find((path) => path.endsWith("checks.json"));
  const checks = JSON.parse(await readFile(join(output, file ?? ""), "utf8")) as readonly Check[];
  return { status, stderr, checks: checks.filter((check) => check.status !== "INFO") };
}

describe("The official conformance suite for clients", () => {
  test.each(PLAYED)(
    "passes: %s",
    async (scenario) => {
      const { status, stderr, checks } = await play(scenario);
      expect([stderr, checks.filter((check) => check.status !== "SUCCESS")]).toEqual([expect.any(String), []]);
      expect([status, checks.length > 0]).toEqual([0, true]);
    },
    60_000,
  );

  test.each(REFUSED)(
    "passes: %s",
    async (scenario) => {
      const { stderr, checks } = await play(scenario);
      expect([stderr, checks.filter((check) => check.status !== "SUCCESS")]).toEqual([expect.any(String), []]);
      expect(checks.length).toBeGreaterThan(0);
    },
    60_000,
  );

  test("has no other scenarios but those that are left out", async () => {
    const { stdout } = await runCommand(process.execPath, [SUITE, "list"], { cwd: await folder() });
    const listed = stdout.slice(stdout.indexOf("Client scenarios")).matchAll(/^ {2}- (\S+)/gmu);
    const known = [...PLAYED, ...REFUSED, ...Object.keys(LEFT_OUT)];
    expect([...listed].map(([, name = ""]) => name).toSorted()).toEqual(known.toSorted());
  });
});
