import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readProcessTable } from "../../../../tools/builtin/exec-command/process/process-table.ts";
import { NO_CONFINEMENT, testTools } from "./command-tools.ts";
import type { TestTools } from "./command-tools.ts";
import { until } from "../../../support/processes.ts";

/** Runs a command until its sleepers run, cancels the call, and counts what is left of it. */
async function cancelled(tools: TestTools, cmd: string): Promise<number> {
  const tag = newTag();
  const cancel = new AbortController();
  const call = tools.exec({ cmd: cmd.replaceAll("TAG", tag), yield_time_ms: 30_000 }, { signal: cancel.signal });
  call.catch(() => undefined);
  await sleeping(tag, Number(/#(\d+)$/u.exec(cmd)?.[1]));
  cancel.abort(new Error("cancelled"));
  await expect(call).rejects.toThrow("cancelled");
  return tagged(tag).length;
}

function newTag(): string {
  return `tag-${Math.random().toString(36).slice(2)}`;
}

/** Waits until so many sleepers run: whatever a command does before it starts them is then done. */
function sleeping(tag: string, count: number): Promise<void> {
  const asleep = (): number => tagged(tag).filter((line) => line.startsWith(`${tag}\0`)).length;
  return until(`${count} sleepers run`, () => asleep() === count, 20_000);
}

/** Command lines of processes that have a tag among their arguments, and so also of those that drop their environment. */
function tagged(tag: string): readonly string[] {
  return [...readProcessTable().keys()].map(commandLine).filter((line) => line.includes(tag));
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "latin1");
  } catch {
    return "";
  }
}

const SLEEP = "bash -c 'exec -a TAG sleep 60'";

/** The number at the end is how many sleepers there are when everything runs. */
const COMMANDS: readonly (readonly [string, string])[] = [
  ["an ordinary one", `${SLEEP}; echo #1`],
  ["one that ignores SIGTERM", `trap '' TERM; ${SLEEP}; ${SLEEP} #1`],
  ["one with 200 children", `for i in $(seq 200); do ${SLEEP} & done; wait #200`],
  ["one whose children have sessions of their own", `setsid ${SLEEP} & setsid setsid ${SLEEP} & wait #2`],
  ["one whose children have no parent", `(setsid ${SLEEP} &) ; (${SLEEP} &) ; ${SLEEP}; : #3`],
  ["one whose children drop their environment", `env -i setsid /bin/${SLEEP} & wait #1`],
];

describe.skipIf(process.platform !== "linux")("A cancelled command leaves nothing behind (needs Linux)", () => {
  test.for(COMMANDS)("%s", async ([, cmd]) => {
    expect(await cancelled(await testTools(), cmd)).toBe(0);
  });

  test.for(COMMANDS)("%s, confined", async ([, cmd], { skip }) => {
    skip(NO_CONFINEMENT !== null, NO_CONFINEMENT ?? "");
    expect(await cancelled(await testTools({ confinement: {} }), cmd)).toBe(0);
  });

  // Its child is deaf to the signal: a shell may forget its trap where a child ends in the same moment.
  const ORDERLY = "trap 'echo bye > ended; kill -9 $!; exit' TERM; (trap '' TERM; exec -a TAG sleep 60) & wait #1";

  test("one that is asked to end may put things in order first", async () => {
    const tools = await testTools({ graceMs: 20_000 });
    expect(await cancelled(tools, ORDERLY)).toBe(0);
    expect(await tools.run("cat ended")).toMatchObject({ output: "bye\n" });
  });

  test("one that is asked to end may do so confined, too", async ({ skip }) => {
    skip(NO_CONFINEMENT !== null, NO_CONFINEMENT ?? "");
    const tools = await testTools({ graceMs: 20_000, confinement: {} });
    expect(await cancelled(tools, ORDERLY)).toBe(0);
    expect(await tools.run("cat ended")).toMatchObject({ output: "bye\n" });
  });

  test("and a closed set of tools neither: sessions, and what ended commands left running", async () => {
    const tag = newTag();
    const tools = await testTools();
    await tools.exec({ cmd: SLEEP.replace("TAG", tag), yield_time_ms: 250 });
    await tools.run(`setsid ${SLEEP.replace("TAG", tag)} > /dev/null & echo done`);
    await sleeping(tag, 2);
    await tools.close();
    expect(tagged(tag)).toEqual([]);
    await expect(tools.exec({ cmd: "true" })).rejects.toThrow("the tools were closed");
    await tools.close();
  });
});
