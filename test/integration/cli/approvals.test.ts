import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { ROOT } from "../../support/project.ts";
import { childrenOf, isAlive, until } from "../../support/processes.ts";
import { folder, isocell } from "./isocell.ts";
import { loadPty, PseudoTerminal } from "./pseudo-terminal.ts";

const TOOL = `
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { defineTool } from ${JSON.stringify(pathToFileURL(join(ROOT, "host/index.ts")).href)};
export default defineTool({
  name: "act",
  handler: ({ what }) => (writeFileSync(join(import.meta.dirname, "acted"), what), "acted: " + what),
});`;
const CONFIG = JSON.stringify({
  tools: ["tool.mjs"],
  approvals: { policy: "on-request", access: "confined", modes: { "functions/act": "prompt" } },
  builtins: ["test_sync"],
});
const SCRIPT = `
await tools.test_sync({});
try { text(await tools.act({ what: "it" })) } catch (error) { text("refused: " + error.message) }`;
const PROMPT = "y = yes, n = no (n and a reason tells why): ";
/** What may not take longer than this after Ctrl-C, in ms. */
const ALL_GONE_MS = 2000;

function project(script = SCRIPT): Promise<string> {
  return folder({ "tool.mjs": TOOL, "isocell.json": CONFIG, "script.js": script });
}

const pty = await loadPty();

describe.skipIf(pty === null)("isocell run at a terminal (needs node-pty or @lydell/node-pty)", () => {
  async function running(script?: string): Promise<{ terminal: PseudoTerminal; hasActed: () => boolean }> {
    if (pty === null) throw new Error("skipped without node-pty");
    const cwd = await project(script);
    return {
      terminal: new PseudoTerminal(pty, ["run", "script.js"], cwd),
      hasActed: () => existsSync(join(cwd, "acted")),
    };
  }

  test("asks about a call that needs an approval, and only about that, and runs it for a y", async () => {
    const { terminal, hasActed } = await running();
    await terminal.shows(PROMPT);
    expect(terminal.shown).toContain("act, called by a script, cell 1 line 3\n  | what: it\n");
    expect(terminal.shown).not.toContain("test_sync");
    expect(hasActed()).toBe(false);
    terminal.type("y\r");
    expect(await terminal.ended()).toMatchObject({ code: 0 });
    expect(terminal.shown).toContain("acted: it\n");
    expect(hasActed()).toBe(true);
  });

  test("asks again after an answer that is none, and denies for an n, with the reason that was typed", async () => {
    const { terminal, hasActed } = await running();
    await terminal.shows(PROMPT);
    terminal.type("maybe\r");
    await terminal.shows(`Please answer y or n.\n${PROMPT}`);
    terminal.type("n not today\r");
    expect(await terminal.ended()).toMatchObject({ code: 0 });
    expect(terminal.shown).toMatch(/refused: .*not today/u);
    expect(hasActed()).toBe(false);
  });

  test.each([
    ["while it asks", SCRIPT, PROMPT],
    ["while a script waits", 'text("up"); await new Promise((resolve) => setTimeout(resolve, 60_000))', "up\n"],
    ["while a script is busy", 'text("up"); for (;;);', "up\n"],
  ])("ends with all its processes within two seconds of a Ctrl-C %s", async (_, script, sign) => {
    const { terminal, hasActed } = await running(script);
    await terminal.shows(sign);
    const processes = [terminal.pid, ...childrenOf(terminal.pid)];
    terminal.type("\u0003");
    const { code, ms } = await terminal.ended();
    expect(code).toBe(130);
    expect(ms).toBeLessThan(ALL_GONE_MS);
    await until("all processes are gone", () => !processes.some(isAlive), ALL_GONE_MS);
    expect([processes.length > 1, hasActed()]).toEqual([true, false]);
  });
});

test("Without a terminal nobody can be asked, which the script is told", async () => {
  const { code, stdout } = await isocell(["run", "script.js", "-q"], { cwd: await project() });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^refused: tool call requires approval, but there is nobody to ask;/u);
});
