import { setImmediate as turn } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { echo, gist, holdTool, testHost, textsOf } from "../../support/test-host.ts";

describe("terminate", () => {
  test("of a cell whose tool call is pending cancels the call before it answers", async () => {
    const hold = holdTool();
    const session = (await testHost({ tools: [hold.tool] })).openSession();
    const running = session.run('text("before"); await tools.hold(); text("after")', { yieldTimeMs: null });
    const call = await hold.call(0);
    const terminated = await session.terminate("1");
    expect(call.signal.aborted).toBe(true);
    expect(gist(terminated)).toEqual({
      status: "terminated",
      code: null,
      texts: ["before"],
      calls: ["hold cancelled"],
    });
    // Whoever observed the cell is told the same.
    expect(await running).toEqual(terminated);
  });

  test("of a cell that has yielded gives what is new since then", async () => {
    const hold = holdTool();
    const session = (await testHost({ tools: [hold.tool] })).openSession();
    const source = 'text("one"); yield_control(); await tools.hold(); text("two"); await tools.hold()';
    const first = await session.run(source, { yieldTimeMs: null });
    expect([first.status, textsOf(first)]).toEqual(["yielded", ["one"]]);
    (await hold.call(0)).resolve(null);
    await hold.call(1);
    expect(gist(await session.terminate(first.cellId))).toEqual({
      status: "terminated",
      code: null,
      texts: ["two"],
      calls: ["hold succeeded", "hold cancelled"],
    });
  });

  test("of a cell that ended unread gives its own outcome, and none the second time", async () => {
    const hold = holdTool();
    const session = (await testHost({ tools: [hold.tool] })).openSession();
    const first = await session.run('yield_control(); await tools.hold(); text("end")', { yieldTimeMs: null });
    (await hold.call(0)).resolve(null);
    const probe = await session.run("await tools.hold()", { yieldTimeMs: 0 });
    await hold.call(1);
    // The first cell had its answer before the second made its call, or will have it in the next moment.
    let ended = await session.wait(first.cellId, { yieldTimeMs: null });
    expect(gist(ended)).toEqual({ status: "completed", code: null, texts: ["end"], calls: ["hold succeeded"] });
    ended = await session.terminate(first.cellId);
    expect([ended.status, ended.error?.code]).toEqual(["failed", "cell_not_found"]);
    expect((await session.terminate(probe.cellId)).status).toBe("terminated");
  });

  test("of an unknown cell is an outcome that says so", async () => {
    const session = (await testHost()).openSession();
    const { status, error } = await session.terminate("77");
    expect({ status, error }).toEqual({
      status: "failed",
      error: { code: "cell_not_found", message: "exec cell 77 not found" },
    });
  });

  test("twice at once stops the cell once", async () => {
    const hold = holdTool();
    const session = (await testHost({ tools: [hold.tool] })).openSession();
    const running = session.run("await tools.hold()", { yieldTimeMs: null });
    await hold.call(0);
    const [first, second] = await Promise.all([session.terminate("1"), session.terminate("1")]);
    expect([first.status, second.error?.code]).toEqual(["terminated", "cell_not_found"]);
    expect((await running).status).toBe("terminated");
  });

  test("against completion gives one of the two, whole, and settles the observer with the same", async () => {
    const session = (await testHost({ tools: [echo] })).openSession();
    await session.run("1", { yieldTimeMs: null });
    let lastCell = 1;
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 40 }), async (turns) => {
        const running = session.run('text("a"); await tools.echo(1); text("b")', { yieldTimeMs: null });
        const id = String(++lastCell);
        for (let i = 0; i < turns; i++) await turn();
        const terminated = await session.terminate(id);
        const observed = await running;
        if (terminated.error?.code === "cell_not_found") expect(observed.status).toBe("completed");
        else expect([observed.status, terminated.status]).toEqual(["terminated", "terminated"]);
        if (observed.status === "completed") expect(textsOf(observed)).toEqual(["a", "b"]);
      }),
      { numRuns: 60 },
    );
  });
  test("against results of tools, in every order: each call ends once, and nothing follows the end", async () => {
    const hold = holdTool();
    const host = await testHost({ tools: [hold.tool] });
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const before = hold.calls.length;
        const session = host.openSession();
        const source = "await Promise.all([0, 1, 2].map(async (n) => text(String(await tools.hold(n)))))";
        const running = session.run(source, { yieldTimeMs: null });
        const calls = await Promise.all([0, 1, 2].map((n) => hold.call(before + n)));
        const acts = calls.map((call, index) =>
          scheduler.schedule(Promise.resolve(), `result ${index}`).then(() => call.resolve(index)),
        );
        const stop = scheduler.schedule(Promise.resolve(), "terminate").then(() => session.terminate("1"));
        await scheduler.waitIdle();
        await Promise.all(acts);
        const [outcome, terminated] = await Promise.all([running, stop]);
        expect(["completed", "terminated"]).toContain(outcome.status);
        if (terminated.status === "terminated") expect(outcome).toEqual(terminated);
        expect(outcome.calls.every((call) => call.outcome !== "pending")).toBe(true);
        expect(hold.calls.length - before).toBe(3);
        expect(session.progress()).toEqual({ calls: 0, pending: 0 });
        await session.close();
      }),
      { numRuns: 50 },
    );
  });
});
