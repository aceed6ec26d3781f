import { afterEach, expect, test } from "vitest";
import { createHost } from "../../../host/index.ts";
import type { Host, HostOptions } from "../../../host/index.ts";
import { echo, textsOf } from "../../support/test-host.ts";

let host: Host;
afterEach(() => host.close());

const start = async (options: HostOptions): Promise<readonly number[]> => {
  host = await createHost({ tools: [echo], ...options });
  return host.runtimePids();
};

test("A host of which no model can ask for scripts starts no process, and its first script starts them", async () => {
  expect(await start({ mode: "direct" })).toEqual([]);
  const step = await host.openSession().step();
  await step.call({ name: "echo", arguments: "{}" });
  expect(host.runtimePids()).toEqual([]);
  expect(textsOf(await host.openSession().run("text(1)"))).toEqual(["1"]);
  expect(host.runtimePids().length).toBeGreaterThan(0);
});

test.for([
  [{}, 2],
  [{ mode: "direct", pool: { prestart: true, processes: 1 } }, 1],
  [{ pool: { prestart: false } }, 0],
] as const)("A host with %j starts %i processes at once", async ([options, processes]) => {
  expect(await start(options)).toHaveLength(processes);
});

test("What is no flag is refused", async () => {
  await start({ mode: "direct" });
  await expect(createHost({ pool: { prestart: 1 as never } })).rejects.toThrow(/pool\.prestart/u);
});
