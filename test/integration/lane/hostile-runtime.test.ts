// What the host does with a runtime that breaks the protocol, as one does that a script has taken over.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { gist, holdTool, testHost, textsOf } from "../../support/test-host.ts";

const NODE = process.execPath;
const HOSTILE = fileURLToPath(new URL("../../fixtures/hostile-runtime.ts", import.meta.url));
const NEVER = { yieldTimeMs: null };
const folder = mkdtempSync(join(tmpdir(), "isocell-hostile-"));

afterEach(() => {
  process.execPath = NODE;
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Makes hosts start the hostile program from now on. */
function startHostile(breach: string): void {
  const program = join(folder, breach);
  writeFileSync(program, `#!/bin/sh\nexec "${NODE}" "${HOSTILE}" ${breach}\n`);
  chmodSync(program, 0o755);
  process.execPath = program;
}

/** A breach, and what the cell's error says of it. */
const BREACHES: Readonly<Record<string, RegExp>> = {
  garbage: /not one complete msgpack value/u,
  oversized: /a frame of 268435457 bytes is outside/u,
  "greets-twice": /the runtime greeted twice/u,
  "unknown-tool": /call of tool 999, which is not in the catalog/u,
  "hangs-up": /the runtime process ended with 0|the runtime closed its connection/u,
};

describe("A runtime that breaks the protocol", () => {
  test.each(Object.entries(BREACHES))(
    "by %s loses its process and its cell, and nothing else",
    async (breach, words) => {
      startHostile(breach);
      const hold = holdTool();
      const host = await testHost({ tools: [hold.tool], pool: { processes: 1 } });
      const session = host.openSession();
      const outcome = await session.run("text(1)", NEVER);
      expect(gist(outcome)).toMatchObject({ status: "failed", code: "lost", texts: [] });
      expect(outcome.error?.message).toMatch(words);
      expect(hold.calls).toEqual([]);
      // The processes that come next are what they should be, and the host is as good as new.
      process.execPath = NODE;
      for (const pid of host.runtimePids()) process.kill(pid, "SIGKILL");
      expect(textsOf(await session.run("text(2)", NEVER))).toEqual(["2"]);
    },
  );

  test("by speaking of cells that it was not given, or that have ended, is not listened to", async () => {
    startHostile("strangers");
    const hold = holdTool();
    const host = await testHost({ tools: [hold.tool], pool: { processes: 1 } });
    const session = host.openSession();
    for (let i = 0; i < 3; i++) {
      const { status, error } = await session.run("text(1)", NEVER);
      expect([status, error?.message]).toEqual(["failed", "of its own"]);
    }
    expect(hold.calls).toEqual([]);
  });
});
