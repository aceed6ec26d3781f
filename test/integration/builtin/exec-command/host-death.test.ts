import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { readProcessTable } from "../../../../tools/builtin/exec-command/process/process-table.ts";
import { until } from "../../../support/processes.ts";
import { NO_CONFINEMENT } from "./command-tools.ts";

const FIXTURE = join(import.meta.dirname, "../../../fixtures/command-host.ts");

/** How many sleepers with this name there are. */
function sleepers(tag: string): number {
  return [...readProcessTable().keys()].filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "latin1").startsWith(`${tag}\0`);
    } catch {
      return false;
    }
  }).length;
}

/** Starts a process that starts sleepers, and lets it end in some way. Settles when it has, with what it left of its temporary files. */
async function hostThat(how: "end" | "throw" | "wait", profile: string, tag: string): Promise<readonly string[]> {
  const cmd = `setsid bash -c 'exec -a ${tag} sleep 60' & exec -a ${tag} sleep 60`;
  const folder = mkdtempSync(join(tmpdir(), "isocell-death-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ["work", "tmp"]) mkdirSync(join(folder, name));
  const child = spawn(process.execPath, [FIXTURE, how, profile, cmd, join(folder, "work")], {
    env: { ...process.env, TMPDIR: join(folder, "tmp") },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  if (how === "wait") {
    await new Promise((resolve) => child.stdout.once("data", resolve));
    await until("both sleepers run", () => sleepers(tag) === 2, 20_000);
    child.kill("SIGKILL");
  }
  await ended;
  return readdirSync(join(folder, "tmp"));
}

const newTag = (): string => `tag-${Math.random().toString(36).slice(2)}`;

describe.skipIf(process.platform !== "linux")("When the process that started a command is gone (needs Linux)", () => {
  test.for(["end", "throw"] as const)("without closing the tools (%s), so is the command", async (how) => {
    const tag = newTag();
    expect(await hostThat(how, "full-access", tag)).toEqual([]);
    expect(sleepers(tag)).toBe(0);
  });

  test("since it was killed, a confined command ends as well", async ({ skip }) => {
    skip(NO_CONFINEMENT !== null, NO_CONFINEMENT ?? "");
    const tag = newTag();
    await hostThat("wait", "workspace-write", tag);
    await until("the sleepers are gone", () => sleepers(tag) === 0);
  });
});
