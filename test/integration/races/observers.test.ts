import { describe, expect, test } from "vitest";
import { gist, holdTool, testHost, textsOf } from "../../support/test-host.ts";

describe("observers of one cell", () => {
  test("are one at a time: a second is refused, the first gets the result", async () => {
    const hold = holdTool();
    const session = (await testHost({ tools: [hold.tool] })).openSession();
    const running = session.run('text("a"); await tools.hold(); text("b")', { yieldTimeMs: null });
    const call = await hold.call(0);
    const second = await session.wait("1");
    expect({ status: second.status, error: second.error }).toEqual({
      status: "failed",
      error: { code: "cell_observed", message: "exec cell 1 already has an active observer" },
    });
    call.resolve(null);
    expect(gist(await running)).toEqual({
      status: "completed",
      code: null,
      texts: ["a", "b"],
      calls: ["hold succeeded"],
    });
  });

  test("one after the other see every item once", async () => {
    const hold = holdTool();
    const session = (await testHost({ tools: [hold.tool] })).openSession();
    const first = await session.run(
      'text("1"); yield_control(); await tools.hold(); text("2"); yield_control(); await tools.hold(); text("3")',
      { yieldTimeMs: null },
    );
    (await hold.call(0)).resolve(null);
    const second = await session.wait(first.cellId, { yieldTimeMs: null });
    (await hold.call(1)).resolve(null);
    const third = await session.wait(first.cellId, { yieldTimeMs: null });
    expect([first, second, third].map(({ status }) => status)).toEqual(["yielded", "yielded", "completed"]);
    expect([first, second, third].map(textsOf)).toEqual([["1"], ["2"], ["3"]]);
  });

  test("both learn that the cell was terminated", async () => {
    const hold = holdTool();
    const session = (await testHost({ tools: [hold.tool] })).openSession();
    const first = await session.run("yield_control(); await tools.hold()", { yieldTimeMs: null });
    const waiting = session.wait(first.cellId, { yieldTimeMs: null });
    await hold.call(0);
    expect(await session.terminate(first.cellId)).toEqual(await waiting);
    expect((await waiting).status).toBe("terminated");
  });

  test("read a result once: the next one is told that there is no such cell", async () => {
    const session = (await testHost()).openSession();
    const { cellId } = await session.run("text(1)", { yieldTimeMs: null });
    expect((await session.wait(cellId)).error?.code).toBe("cell_not_found");
  });

  test("of different cells of one session do not disturb each other", async () => {
    const hold = holdTool();
    const session = (await testHost({ tools: [hold.tool] })).openSession();
    const runs = ["a", "b", "c"].map((name) => session.run(`text(await tools.hold("${name}"))`, { yieldTimeMs: null }));
    await hold.call(2);
    for (const call of hold.calls.toReversed()) call.resolve(call.input);
    expect((await Promise.all(runs)).map(textsOf)).toEqual([["a"], ["b"], ["c"]]);
  });
});
