import { describe, expect, test } from "vitest";
import { defineTool } from "../../../host/index.ts";
import { echo, gist, holdTool, testHost, textsOf } from "../../support/test-host.ts";

const catching = (call: string): string => `try { text(await ${call}) } catch (error) { text(error.message) }`;

/** Tools of others reject with whatever they like. */
function rejectWith(thrown: unknown): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  reject(thrown);
  return promise;
}

const circle: unknown[] = [];
circle.push(circle);

describe("a tool", () => {
  test("that throws at once rejects its promise with the text", async () => {
    const tool = defineTool({
      name: "bad",
      description: "",
      handler: () => {
        throw new Error("no such page");
      },
    });
    const session = (await testHost({ tools: [tool] })).openSession();
    expect(gist(await session.run(catching("tools.bad()")))).toEqual({
      status: "completed",
      code: null,
      texts: ["no such page"],
      calls: ["bad failed"],
    });
  });

  test.each([
    ["undefined", undefined],
    ["null", null],
    ["an object without a prototype", Object.create(null)],
    [
      "an error whose message throws",
      Object.defineProperty(new Error("x"), "message", {
        get() {
          throw new Error("trap");
        },
      }),
    ],
  ])("that throws %s fails its call and nothing else", async (_what, thrown) => {
    const tool = defineTool({ name: "bad", description: "", handler: () => rejectWith(thrown) });
    const session = (await testHost({ tools: [tool] })).openSession();
    const outcome = await session.run("try { await tools.bad() } catch (error) { text(typeof error.message) }");
    expect(gist(outcome)).toEqual({ status: "completed", code: null, texts: ["string"], calls: ["bad failed"] });
  });

  test.each([
    ["a function", () => 1],
    ["a BigInt", 1n],
    ["a circle", circle],
  ])("that answers with %s settles its promise", async (_what, value) => {
    const tool = defineTool({ name: "odd", description: "", handler: () => value });
    const session = (await testHost({ tools: [tool] })).openSession();
    const outcome = await session.run(`${catching("tools.odd()")}; text("end")`);
    expect([outcome.status, textsOf(outcome).at(-1)]).toEqual(["completed", "end"]);
  });

  test("that hangs is stopped at its deadline, and its call fails with a text that names it", async () => {
    const hold = holdTool("slow", { deaf: true });
    const session = (await testHost({ tools: [{ ...hold.tool, timeoutMs: 30 }] })).openSession();
    const outcome = await session.run(catching("tools.slow()"));
    expect(textsOf(outcome)).toEqual(["The tool slow did not answer within 30 ms."]);
    expect(hold.calls[0]?.signal.aborted).toBe(true);
  });

  test("that resolves twice is heard once", async () => {
    const hold = holdTool();
    const session = (await testHost({ tools: [hold.tool] })).openSession();
    const running = session.run("text(await tools.hold())");
    const call = await hold.call(0);
    call.resolve("first");
    call.resolve("second");
    call.reject(new Error("third"));
    expect(gist(await running)).toEqual({
      status: "completed",
      code: null,
      texts: ["first"],
      calls: ["hold succeeded"],
    });
  });

  test("that answers after its cell ended changes nothing, and the next cell runs", async () => {
    const hold = holdTool("hold", { deaf: true });
    const session = (await testHost({ tools: [hold.tool, echo] })).openSession();
    const ended = await session.run('tools.hold(); text("done")');
    expect([gist(ended), ended.warnings]).toEqual([
      { status: "completed", code: null, texts: ["done"], calls: ["hold cancelled"] },
      ["The script ended without waiting for 1 call: hold."],
    ]);
    hold.calls[0]?.resolve("late");
    expect(textsOf(await session.run("text(await tools.echo(7))"))).toEqual(["7"]);
    expect(hold.calls.length).toBe(1);
  });

  test("that rejects after its session or host was closed harms nobody", async () => {
    const hold = holdTool("hold", { deaf: true });
    const host = await testHost({ tools: [hold.tool] });
    const [one, two] = [host.openSession(), host.openSession()];
    const first = one.run("await tools.hold()", { yieldTimeMs: null });
    await hold.call(0);
    await one.close();
    const second = two.run("await tools.hold()", { yieldTimeMs: null });
    await hold.call(1);
    await host.close();
    for (const call of hold.calls) call.reject(new Error("too late"));
    expect([(await first).status, (await second).status]).toEqual(["terminated", "terminated"]);
  });

  test("that must run alone and never answers does not block its session for ever", async () => {
    const hold = holdTool("hold", { deaf: true, parallel: false });
    const session = (await testHost({ tools: [hold.tool, echo] })).openSession();
    const running = session.run("await tools.hold()", { yieldTimeMs: null });
    await hold.call(0);
    await session.terminate("1");
    await running;
    expect(textsOf(await session.run("text(await tools.echo(7))", { yieldTimeMs: 2000 }))).toEqual(["7"]);
  });
});
