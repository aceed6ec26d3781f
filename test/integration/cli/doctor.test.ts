import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import type { Finding } from "../../../host/doctor/check.ts";
import { protectedServer } from "../../fixtures/mcp-http/authorization-server.ts";
import { streamableServer } from "../../fixtures/mcp-http/mcp-server.ts";
import { childrenOf, isAlive, until } from "../../support/processes.ts";
import { collect, folder, isocell, start } from "./isocell.ts";

const SERVER = fileURLToPath(new URL("../../fixtures/mcp-server/server.ts", import.meta.url));
const FIX = { command: process.execPath, args: [SERVER] };

interface Report {
  readonly ok: boolean;
  readonly findings: readonly Finding[];
}

function byPart({ findings }: Report): Readonly<Record<string, Finding | undefined>> {
  return Object.fromEntries(findings.map((finding) => [finding.part, finding]));
}

test("isocell doctor says of each part whether it works, and ends with 0 where nothing failed", async () => {
  const cwd = await folder({ "isocell.json": JSON.stringify({ mcpServers: { fix: FIX }, builtins: ["test_sync"] }) });
  const { code, stdout, stderr } = await isocell(["doctor"], { cwd });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/^ok +node +\d+\.\d+\.\d+$/mu);
  expect(stdout).toMatch(/^ok +isolated-vm +loads in a runtime process$/mu);
  expect(stdout).toMatch(/^ok +cell +ran in [\d.]+ ms, [\d.]+ MB$/mu);
  expect(stdout).toMatch(/^ok +permissions +runtime processes are kept from files(?:,| and) processes\b/mu);
  expect(stdout).toMatch(/^ok +configuration +.*\/isocell\.json$/mu);
  expect(stdout).toMatch(/^ok +mcp fix +started, 13 tools$/mu);
  expect(stdout).toMatch(/\n\n\d+ ok, \d+ warnings, 0 failed\n$/u);
});

test("isocell doctor tells what failed, as JSON, too, and ends with 1", async () => {
  const config = { mcpServers: { fix: FIX, gone: { command: "no-such-command" } } };
  const cwd = await folder({ "isocell.json": JSON.stringify(config) });
  const { code, stdout } = await isocell(["doctor", "--json"], { cwd });
  const report = JSON.parse(stdout) as Report;
  expect([code, report.ok]).toEqual([1, false]);
  const parts = byPart(report);
  expect(parts["mcp fix"]).toMatchObject({ status: "ok", detail: "started, 13 tools" });
  expect(parts["mcp gone"]).toMatchObject({
    status: "failed",
    detail: expect.stringContaining('its command "no-such-command" was not found') as string,
    advice: "Run its command by hand, or take it out of mcpServers.",
  });
});

test("isocell doctor looks at servers by URL, says which login is missing, and leaves out what is disabled", async () => {
  const open = await streamableServer();
  const server = await protectedServer();
  onTestFinished(async () => void (await Promise.all([open.close(), server.close()])));
  const mcpServers = {
    open: { url: open.url },
    locked: { url: server.url },
    off: { url: server.url, enabled: false },
  };
  const cwd = await folder({ "isocell.json": JSON.stringify({ mcpServers }) });
  const { stdout } = await isocell(["doctor", "--json"], { cwd });
  const parts = byPart(JSON.parse(stdout) as Report);
  expect(parts["mcp open"]).toMatchObject({ status: "ok", detail: "connected, 13 tools" });
  expect(parts["mcp locked"]).toMatchObject({
    status: "failed",
    detail: expect.stringContaining("HTTP 401 Unauthorized") as string,
    advice: "The server asks for a login: isocell login locked",
  });
  expect(parts["mcp off"]).toMatchObject({ status: "ok", detail: "left out: enabled is false" });
});

test.each([
  ['{"mode":"fast"}', /mode: expected "direct", "code" or "code-only", got "fast"/u],
  ['{"builtins":["exec_comand"]}', /builtins\[0\]: expected the name of a built-in tool/u],
  ['{"steps":{"toolOrder":["...","..."]}}', /toolOrder/u],
])(
  "isocell doctor finds what is wrong with the configuration %s, and looks at the rest all the same",
  async (json, detail) => {
    const cwd = await folder({ "isocell.json": json });
    const { code, stdout } = await isocell(["doctor", "--json"], { cwd });
    const parts = byPart(JSON.parse(stdout) as Report);
    expect(code).toBe(1);
    expect(parts["configuration"]).toMatchObject({ status: "failed", detail: expect.stringMatching(detail) as string });
    expect(parts["cell"]?.status).toBe("ok");
  },
);

test("isocell doctor that is interrupted ends with nothing left behind", async () => {
  const cwd = await folder({
    "isocell.json": JSON.stringify({ mcpServers: { mute: { command: process.execPath, args: ["mute.mjs"] } } }),
    "mute.mjs":
      'import { writeFileSync } from "node:fs"; writeFileSync("pid", String(process.pid)); setInterval(() => {}, 1000);',
  });
  const child = start(["doctor"], cwd);
  const ended = collect(child);
  const pidOf = (): number => {
    try {
      return Number(readFileSync(`${cwd}/pid`, "utf8"));
    } catch {
      return 0;
    }
  };
  await until("the server runs", () => pidOf() > 0, 10_000);
  const pids = [pidOf(), ...childrenOf(child.pid ?? 0)];
  child.kill("SIGINT");
  await once(child, "exit");
  expect((await ended).code).toBe(130);
  await until("all processes are gone", () => !pids.some(isAlive));
});
