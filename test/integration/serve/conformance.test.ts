import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { HostileOptions } from "../../fixtures/mcp-server/hostile.ts";
import tools from "../../fixtures/serve/conformance-tools.ts";
import { runCommand } from "../../support/command.ts";
import { ROOT } from "../../support/project.ts";
import { testHost } from "../../support/test-host.ts";
import { folder } from "../cli/isocell.ts";
import { hostile } from "../mcp/fixture.ts";
import { listen } from "./clients.ts";

const SUITE = join(ROOT, "node_modules/@modelcontextprotocol/conformance/dist/index.js");

const NO_SUBSCRIPTIONS = "resources of servers behind a host are passed on as they are when they are asked for";
const NO_PROMPTS =
  "prompts of servers behind a host are passed on with their server's name in front, which the suite does not know";
const NO_ELICITATION =
  "a tool of a host has no way to ask for a form of its own making; servers behind it do, but not by the suite's names";

/** Scenarios that do not apply, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  "completion-complete": "there are no prompts and resource templates whose arguments could be completed",
  "tools-call-with-logging": "a tool of a host cannot log; scripts can, with notify",
  "tools-call-sampling": "a tool of a host has no way to ask the client's model",
  "tools-call-elicitation": NO_ELICITATION,
  "elicitation-sep1034-defaults": NO_ELICITATION,
  "elicitation-sep1330-enums": NO_ELICITATION,
  "server-sse-polling": "streams cannot be resumed: a request whose stream breaks is given up, and its script ended",
  "resources-subscribe": NO_SUBSCRIPTIONS,
  "resources-unsubscribe": NO_SUBSCRIPTIONS,
  "prompts-get-simple": NO_PROMPTS,
  "prompts-get-with-args": NO_PROMPTS,
  "prompts-get-embedded-resource": NO_PROMPTS,
  "prompts-get-with-image": NO_PROMPTS,
};

const [TEXT, BINARY, OF_TEMPLATE] = ["test://static-text", "test://static-binary", "test://template/123/data"] as const;

/** A server behind the host that has the suite's resources. */
const BEHIND: HostileOptions = {
  capabilities: { tools: {}, resources: {} },
  resources: [
    { uri: TEXT, name: "text", description: "A text", mimeType: "text/plain" },
    { uri: BINARY, name: "binary", description: "An image", mimeType: "image/png" },
  ],
  templates: [{ uriTemplate: "test://template/{id}/data", name: "of an id", mimeType: "application/json" }],
  contents: {
    [TEXT]: [{ uri: TEXT, mimeType: "text/plain", text: "a text" }],
    [BINARY]: [{ uri: BINARY, mimeType: "image/png", blob: "iVBORw0KGgo=" }],
    [OF_TEMPLATE]: [{ uri: OF_TEMPLATE, mimeType: "application/json", text: '{"id":"123"}' }],
  },
};

interface Check {
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
}

/** What the suite found, by scenario. */
async function runSuite(url: string, args: readonly string[]): Promise<Map<string, readonly Check[]>> {
  const output = await folder();
  await runCommand(process.execPath, [SUITE, "server", "--url", url, "--output-dir", output, ...args], { cwd: output });
  const found = new Map<string, readonly Check[]>();
  for (const name of await readdir(output)) {
    const scenario = name.replace(/^server-/u, "").replace(/-\d{4}-\d{2}-\d{2}T.*$/u, "");
    found.set(scenario, JSON.parse(await readFile(join(output, name, "checks.json"), "utf8")) as readonly Check[]);
  }
  return found;
}

function problemsOf(checks: readonly Check[]): readonly string[] {
  return checks
    .filter(({ status }) => status === "FAILURE" || status === "WARNING")
    .map(({ id, status, errorMessage }) => `${status} ${id}: ${errorMessage ?? ""}`);
}

describe("The official conformance suite for servers", () => {
  test("passes in all scenarios that apply", async () => {
    const mcpServers = { behind: { ...hostile(BEHIND), required: true } };
    const { url } = await listen(await testHost({ tools, mode: "direct", mcpServers }));
    const found = await runSuite(url, ["--suite", "all"]);
    const applied = [...found].filter(([scenario]) => !(scenario in LEFT_OUT));
    expect(applied.flatMap(([scenario, checks]) => problemsOf(checks).map((text) => `${scenario}: ${text}`))).toEqual(
      [],
    );
    expect(applied.map(([scenario]) => scenario).toSorted()).toEqual([
      "dns-rebinding-protection",
      "json-schema-2020-12",
      "logging-set-level",
      "ping",
      "prompts-list",
      "resources-list",
      "resources-read-binary",
      "resources-read-text",
      "resources-templates-read",
      "server-initialize",
      "server-sse-multiple-streams",
      "tools-call-audio",
      "tools-call-embedded-resource",
      "tools-call-error",
      "tools-call-image",
      "tools-call-mixed-content",
      "tools-call-simple-text",
      "tools-call-with-progress",
      "tools-list",
    ]);
    // A scenario that passes although it is left out has to be taken in.
    const passed = [...found].filter(([scenario, checks]) => scenario in LEFT_OUT && problemsOf(checks).length === 0);
    expect(passed.map(([scenario]) => scenario)).toEqual([]);
    expect(found.size).toBe(Object.keys(LEFT_OUT).length + applied.length);
  }, 120_000);

  test("passes with exec and wait alone where it calls no tool of its own", async () => {
    const { url } = await listen(await testHost({ tools, mode: "code-only" }));
    const found = await runSuite(url, ["--suite", "active"]);
    const scenarios = ["server-initialize", "ping", "tools-list", "logging-set-level", "dns-rebinding-protection"];
    for (const scenario of scenarios) {
      const checks = found.get(scenario) ?? [];
      expect([scenario, checks.length > 0, problemsOf(checks)]).toEqual([scenario, true, []]);
    }
  }, 120_000);
});
