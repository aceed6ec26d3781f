import { expect, test } from "vitest";
import { probeTools } from "../../../host/lint/probe/probe-tools.ts";
import { defineTool } from "../../../tools/index.ts";
import type { ToolExecutor } from "../../../tools/index.ts";

const READS = { readOnlyHint: true };
const NEVER = new AbortController().signal;

/** A tool that reads, and answers as it is told, whatever it is given. */
function reader(handler: () => unknown, required: readonly string[] = []): ToolExecutor {
  const properties = Object.fromEntries(required.map((name) => [name, { type: "string" }]));
  return defineTool({
    name: "get_it",
    annotations: READS,
    inputSchema: { type: "object", properties, required },
    handler,
  });
}

const rulesOf = async (tool: ToolExecutor): Promise<readonly string[]> =>
  (await probeTools([tool], NEVER)).map(({ rule }) => rule);

test("A tool that takes whatever comes is told of", async () => {
  expect(await rulesOf(reader(() => "fine"))).toEqual(["probe/misspelt-argument"]);
  expect(await rulesOf(reader(() => "fine", ["order"]))).toEqual(["probe/missing-argument", "probe/wrong-type"]);
});

test("A tool whose errors do not name the argument is told of, and one whose errors do is not", async () => {
  const failing = (text: string) => () => {
    throw new Error(text);
  };
  expect(await rulesOf(reader(failing("bad request"), ["order"]))).toEqual([
    "probe/missing-argument",
    "probe/wrong-type",
  ]);
  expect(await rulesOf(reader(failing("order must be a string"), ["order"]))).toEqual([]);
});

test("A tool that may change something is never called", async () => {
  let called = 0;
  const count = (): number => ++called;
  await probeTools(
    [defineTool({ name: "set_it", handler: count }), defineTool({ name: "do_it", annotations: {}, handler: count })],
    NEVER,
  );
  expect(called).toBe(0);
});

test("Probing ends with its signal", async () => {
  const stop = new AbortController();
  const hanging = reader(() => {
    stop.abort(new Error("stopped"));
    return new Promise(() => undefined);
  });
  await expect(probeTools([hanging], stop.signal)).rejects.toThrow("stopped");
});
