// Runtimes that can never start: the host is made to start another program than Node in their place.
import { existsSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import type { IsocellError } from "../../../host/index.ts";
import { isAlive, until } from "../../support/processes.ts";
import { gist, holdTool, testHost, textsOf } from "../../support/test-host.ts";

const NODE = process.execPath;
const NEVER = { yieldTimeMs: null };

/** Programs in place of Node: one that ends at once, and one that is not there. */
const PROGRAMS = { "that ends at once": "/bin/false", "that does not exist": "/nowhere/node" };

afterEach(() => {
  process.execPath = NODE;
});

test("the program that ends at once is there", () => {
  expect(existsSync("/bin/false")).toBe(true);
});

describe.each(Object.entries(PROGRAMS))("with a runtime %s", (_what, program) => {
  test("run, and a wait that is pending, reject with runtime_unavailable, and the host closes", async () => {
    process.execPath = program;
    const host = await testHost();
    const session = host.openSession();
    const running = session.run("text(1)", NEVER);
    const looked = await session.run("text(2)", { yieldTimeMs: 0 });
    expect(looked.status).toBe("yielded");
    const ends = await Promise.allSettled([running, session.wait(looked.cellId, NEVER)]);
    expect(ends.map((end) => (end.status === "rejected" ? (end.reason as IsocellError).code : end.status))).toEqual([
      "runtime_unavailable",
      "runtime_unavailable",
    ]);
    // Asked again, it tries again, and says so again.
    await expect(session.run("text(3)", NEVER)).rejects.toMatchObject({ code: "runtime_unavailable" });
    await host.close();
    expect(host.runtimePids()).toEqual([]);
  });

  test("nothing is started any more once it was given up, until somebody asks", async () => {
    process.execPath = program;
    const host = await testHost();
    const session = host.openSession();
    await expect(session.run("1", NEVER)).rejects.toMatchObject({ code: "runtime_unavailable" });
    await until("those that were being started are gone", () => host.runtimePids().length === 0);
    // Were one more started, its end would start the next.
    let seen = 0;
    for (let i = 0; i < 50; i++) {
      await new Promise((resolve) => setImmediate(resolve));
      seen += host.runtimePids().length;
    }
    expect(seen).toBe(0);
    process.execPath = NODE;
    expect(textsOf(await session.run("text(4)", NEVER))).toEqual(["4"]);
  });
});

test("a cell whose process is lost when none can be started any more is told so, if it cannot run anywhere", async () => {
  const hold = holdTool();
  const host = await testHost({ tools: [hold.tool], pool: { processes: 1 } });
  const session = host.openSession();
  const called = session.run("await tools.hold()", NEVER);
  await hold.call(0);
  const emitted = Promise.withResolvers<void>();
  const other = host.openSession({ onContent: () => emitted.resolve() });
  const waiting = other.run('text("on"); await new Promise((done) => setTimeout(done, 1e6))', NEVER);
  await emitted.promise;
  process.execPath = "/bin/false";
  const pids = host.runtimePids();
  for (const pid of pids) process.kill(pid, "SIGKILL");
  expect(gist(await called)).toMatchObject({ status: "failed", code: "lost" });
  await expect(waiting).rejects.toMatchObject({ code: "runtime_unavailable" });
  expect(pids.filter(isAlive)).toEqual([]);
});
