import { afterAll, describe, expect, test } from "vitest";
import { createHost } from "../../../host/index.ts";
import type { CallSource, Host, HostOptions } from "../../../host/index.ts";
import { echo } from "../../support/test-host.ts";

const hosts: Host[] = [];
afterAll(() => Promise.all(hosts.map((host) => host.close())));

async function hostWith(options: HostOptions): Promise<Host> {
  const host = await createHost({ tools: [echo], pool: { processes: 1 }, ...options });
  hosts.push(host);
  return host;
}

/** The places of all calls of a script, as its hooks were told: `line:column`, or `unknown`. */
async function sitesOf(source: string): Promise<readonly string[]> {
  const seen: CallSource[] = [];
  const hook = {
    name: "looks",
    before: ({ source: from }: { readonly source: CallSource }) => {
      seen.push(from);
      return {};
    },
  };
  const outcome = await (await hostWith({ hooks: [hook] })).openSession().run(source);
  expect(outcome.error).toBeUndefined();
  const recorded = outcome.calls.map(({ site }) => (site === undefined ? "unknown" : `${site.line}:${site.column}`));
  const told = seen.map((from) =>
    from.kind === "cell" && from.site !== undefined ? `${from.site.line}:${from.site.column}` : "unknown",
  );
  expect(told).toEqual(recorded);
  return told;
}

describe("Hooks are told where in the script a call was made", () => {
  test("of plain calls, calls within functions and after an await, and calls that a built-in makes", async () => {
    const source = [
      "await tools.echo({ n: 1 });",
      "const f = () =>",
      "  tools.echo({ n: 2 });",
      "await f(); await tools.echo({ n: 3 });",
      "await Promise.all([4, 5].map((n) => tools.echo({ n })));",
      "await Promise.all([{ n: 6 }].map(tools.echo));",
    ].join("\n");
    expect(await sitesOf(source)).toEqual(["1:13", "3:9", "4:24", "5:43", "5:43", "6:30"]);
  });

  test("of calls that wait until fewer are pending", async () => {
    const host = await hostWith({ hooks: [{ name: "looks", before: () => ({}) }], limits: { pendingCalls: 1 } });
    const { calls } = await host.openSession().run("await Promise.all([\ntools.echo({}),\ntools.echo({}),\n]);");
    expect(calls.map(({ site }) => site)).toEqual([
      { line: 2, column: 7 },
      { line: 3, column: 7 },
    ]);
  });

  test.for([
    ["turns stack traces off", "Error.stackTraceLimit = 0;"],
    ["makes its own stack traces", "Error.prepareStackTrace = () => 7;"],
    ["makes stack traces that throw", "Error.prepareStackTrace = () => { throw 1; };"],
    ["takes Error away", "delete globalThis.Error;"],
  ])("of a script that %s only as far as it is known, and its calls go on", async ([, poison]) => {
    const [site] = await sitesOf(`${poison}\nawait tools.echo({ n: 1 });`);
    expect(["unknown", "2:13"]).toContain(site);
  });

  test("never of a text that is not the script's", async () => {
    expect(await sitesOf('await (0, eval)("tools.echo({ n: 1 })");')).toEqual(["1:16"]);
    expect(await sitesOf('await new Function("return tools.echo({ n: 1 })")();')).toEqual(["1:50"]);
  });

  test("and nobody else pays for it", async () => {
    const { calls } = await (await hostWith({})).openSession().run("await tools.echo({});");
    expect(calls.map(({ site }) => site)).toEqual([undefined]);
  });
});
