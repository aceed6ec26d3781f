import { describe, expect, test } from "vitest";
import { holdTool, testHost, textsOf } from "../../support/test-host.ts";

describe.each(["cell", "session"] as const)("with isolation %s", (isolation) => {
  test("globals and changed prototypes do not reach the session's next cell, stored values do", async () => {
    const session = (await testHost({ isolation, pool: { processes: 1 } })).openSession();
    const run = async (source: string): Promise<readonly string[]> =>
      textsOf(await session.run(source, { yieldTimeMs: null }));
    await run('globalThis.leak = 1; Array.prototype.leak = 2; tools.leak = 3; store("kept", { n: 4 })');
    expect(await run("text(JSON.stringify([typeof leak, [].leak, tools.leak, load('kept')]))")).toEqual([
      '["undefined",null,null,{"n":4}]',
    ]);
  });

  test("what a cell changes in a loaded value is not stored", async () => {
    const session = (await testHost({ isolation, pool: { processes: 1 } })).openSession();
    await session.run('store("list", [1])', { yieldTimeMs: null });
    await session.run('load("list").push(2)', { yieldTimeMs: null });
    expect(textsOf(await session.run('text(load("list"))', { yieldTimeMs: null }))).toEqual(["[1]"]);
  });

  test("two sessions share nothing", async () => {
    const host = await testHost({ isolation, pool: { processes: 1 } });
    const [one, two] = [host.openSession(), host.openSession()];
    await one.run('globalThis.leak = 1; Object.prototype.leak = 2; store("key", "secret")', { yieldTimeMs: null });
    const seen = await two.run('text(JSON.stringify([typeof leak, ({}).leak, load("key")]))', { yieldTimeMs: null });
    expect(textsOf(seen)).toEqual(['["undefined",null,null]']);
    expect((await two.wait("2")).error?.code).toBe("cell_not_found");
  });

  test("cells of one session that run at once have globals of their own", async () => {
    const hold = holdTool();
    const session = (await testHost({ isolation, tools: [hold.tool], pool: { processes: 1 } })).openSession();
    const runs = ["a", "b"].map((name) =>
      session.run(`globalThis.mine = "${name}"; await tools.hold(); text(mine)`, { yieldTimeMs: null }),
    );
    await hold.call(1);
    for (const call of hold.calls) call.resolve(null);
    expect((await Promise.all(runs)).map(textsOf)).toEqual([["a"], ["b"]]);
  });
});
