import { describe, expect, test } from "vitest";
import type { Check, Found } from "../../../host/doctor/check.ts";
import { nodeCheck, satisfies } from "../../../host/doctor/checks/node.ts";
import { packageChecks } from "../../../host/doctor/checks/packages.ts";
import { bubblewrapCheck } from "../../../host/doctor/checks/programs.ts";
import { permissionCheck, runtimeCheck } from "../../../host/doctor/checks/runtime.ts";
import { serverChecks } from "../../../host/doctor/checks/servers.ts";
import type { Outcome } from "../../../host/index.ts";
import { describeConfinement } from "../../../tools/builtin/index.ts";

const NEVER = new AbortController().signal;

async function findings(...checks: readonly Check[]): Promise<readonly Found[]> {
  return (await Promise.all(checks.map((check) => check.run(NEVER)))).flat();
}

describe("Node.js", () => {
  const RANGE = "^22.12 || ^24 || >=26";
  test.each([
    ["22.11.0", false],
    ["22.12.0", true],
    ["v22.20.1", true],
    ["23.9.0", false],
    ["24.0.0", true],
    ["25.1.0", false],
    ["26.0.0", true],
    ["31.4.0", true],
  ])("%s is one of ^22.12 || ^24 || >=26: %j", (version, fits) => {
    expect(satisfies(version, RANGE)).toBe(fits);
  });

  test("of a wrong version is failed, with what to do", async () => {
    expect(await findings(nodeCheck("20.1.0", RANGE))).toMatchObject([
      {
        status: "failed",
        detail: `20.1.0 is not one of ${RANGE}`,
        advice: expect.stringContaining("Install") as string,
      },
    ]);
  });
});

describe("The runtime", () => {
  const outcome: Outcome = {
    status: "completed",
    cellId: "1",
    content: [{ type: "text", text: "works" }],
    calls: [],
    timing: { queuedMs: 0, cpuMs: 1, wallMs: 1.25 },
    memoryPeakBytes: 1_500_000,
    warnings: [],
  };

  test("that runs a cell is two findings", async () => {
    expect(await findings(runtimeCheck(async () => outcome))).toEqual([
      { part: "isolated-vm", status: "ok", detail: "loads in a runtime process" },
      { part: "cell", status: "ok", detail: "ran in 1.3 ms, 1.5 MB" },
    ]);
  });

  test.each<[string, () => Promise<Outcome>, object]>([
    ["does not start", () => Promise.reject(new Error("no build")), { part: "isolated-vm", detail: "no build" }],
    [
      "crashes",
      async () => ({ ...outcome, content: [], error: { code: "crashed", message: "SIGSEGV" } }),
      { part: "isolated-vm", detail: "SIGSEGV" },
    ],
  ])("that %s is failed, with what to do", async (_, run, found) => {
    expect(await findings(runtimeCheck(run))).toMatchObject([
      { status: "failed", advice: expect.stringContaining("npm rebuild isolated-vm") as string, ...found },
    ]);
  });

  test("that answers something else is failed", async () => {
    const wrong = await findings(runtimeCheck(async () => ({ ...outcome, content: [] })));
    expect(wrong).toMatchObject([
      { status: "ok" },
      { part: "cell", status: "failed", detail: 'a script that says "works" said ""' },
    ]);
  });

  test("is kept from files and processes by its own flags, and without them is not", async () => {
    const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
    const more = [
      ...(major >= 26 ? ["network"] : []),
      ...(major >= 26 || (major === 24 && minor >= 21) ? ["libraries"] : []),
    ];
    const [found] = await findings(permissionCheck());
    const [kept = "", notKept = ""] = (found?.detail ?? "").split(", not from ");
    expect(found?.status).toBe("ok");
    for (const what of ["files", "processes", ...more]) expect(kept).toContain(what);
    expect(notKept.match(/network|libraries/gu) ?? []).toEqual(
      ["network", "libraries"].filter((what) => !more.includes(what)),
    );
    expect(await findings(permissionCheck(() => []))).toMatchObject([
      { status: "failed", detail: "a runtime process can reach files and processes" },
    ]);
    expect(await findings(permissionCheck(() => ["--no-such-flag"]))).toMatchObject([
      { status: "failed", detail: expect.stringContaining("--no-such-flag") as string },
    ]);
  });
});

describe("What only some tools need", () => {
  test("is a warning where it is missing, with how to get it", async () => {
    const packages = packageChecks([{ part: "p", names: ["no-such-1", "no-such-2"], probe: "", without: "w" }]);
    const missing = { by: null, reason: "it is not installed", advice: "Install it." };
    const elsewhere = { by: null, reason: "this is darwin", advice: null };
    const bubblewraps = [missing, elsewhere].map((report) => bubblewrapCheck(async () => report));
    expect(await findings(...packages, ...bubblewraps)).toEqual([
      { part: "p", status: "warning", detail: "not installed; w", advice: "Run npm install no-such-2 beside isocell." },
      {
        part: "bubblewrap",
        status: "warning",
        detail: "commands run unconfined: it is not installed",
        advice: "Install it.",
      },
      { part: "bubblewrap", status: "warning", detail: "commands run unconfined: this is darwin" },
    ]);
  });

  test("is a warning where it is there and does not work, with why", async () => {
    const probe = 'throw new Error("no build for this machine");';
    const crash = "process.abort();";
    const packages = [probe, crash].map((code) => ({
      part: "p",
      names: ["no-such", "zod"],
      probe: code,
      without: "w",
    }));
    const [thrown, crashed] = await findings(...packageChecks(packages));
    expect(thrown).toMatchObject({
      status: "warning",
      detail: "zod does not work; w: Error: no build for this machine",
      advice: "Run npm rebuild zod with this Node.js, or install it anew.",
    });
    expect(crashed).toMatchObject({ status: "warning", part: "p" });
  });

  test("of commands' confinement is told as the tools for commands find it", async () => {
    const { by } = describeConfinement();
    expect(await findings(bubblewrapCheck())).toMatchObject([
      by === null
        ? { status: "warning", detail: expect.stringMatching(/^commands run unconfined: /u) as string }
        : { status: "ok", detail: `bubblewrap ${by.version} confines commands` },
    ]);
  });
});

test("Each server is told by itself: started, without some tools, failed, or left out", async () => {
  const servers = {
    a: { command: "a" },
    b: { command: "b" },
    c: { command: "c" },
    d: { command: "d", enabled: false },
    e: { url: "http://h/e" },
    f: { url: "http://h/f", required: true },
  };
  const checks = serverChecks(servers, async (name) => {
    if (name === "c") throw new Error("its command was not found");
    if (name === "f") throw new Error("HTTP 401\nIts URL: http://h/f\nThe server asks for a login: isocell login f");
    return { tools: 1, dropped: name === "b" ? 2 : 0 };
  });
  expect(await findings(...checks)).toEqual([
    { part: "mcp a", status: "ok", detail: "started, 1 tool" },
    {
      part: "mcp b",
      status: "warning",
      detail: "started, 1 tool; 2 left out",
      advice: "isocell tools says which, and why.",
    },
    {
      part: "mcp c",
      status: "failed",
      detail: "its command was not found",
      advice: "Run its command by hand, or take it out of mcpServers.",
    },
    { part: "mcp d", status: "ok", detail: "left out: enabled is false" },
    { part: "mcp e", status: "ok", detail: "connected, 1 tool" },
    {
      part: "mcp f",
      status: "failed",
      detail: "HTTP 401\nIts URL: http://h/f",
      advice: "The server asks for a login: isocell login f",
    },
  ]);
});
