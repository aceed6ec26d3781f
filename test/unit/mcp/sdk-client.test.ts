import { expect, test } from "vitest";
import { loadSdk, NO_TIMEOUT_MS } from "../../../host/mcp/sdk.ts";
import { NumberMap } from "../../../host/under-way/number-map.ts";

const handlers = {
  roots: null,
  onElicit: () => Promise.resolve({ action: "decline" as const }),
  onLog: () => undefined,
  onToolsChanged: () => undefined,
};

/** The SDK's client, its inner parts to be looked at. */
async function newClient(): Promise<Record<string, unknown>> {
  const sdk = await loadSdk();
  return sdk.newClient("test", "1", handlers) as unknown as Record<string, unknown>;
}

// Nothing breaks without them, but calls get slower: a release of the SDK that names them otherwise should be noticed.
test("The parts of the SDK's client that are exchanged are still there", async () => {
  const client = await newClient();
  const exchanged = Object.keys(client).filter((name) => client[name] instanceof NumberMap);
  expect(exchanged.toSorted()).toEqual(["_progressHandlers", "_responseHandlers", "_timeoutInfo"]);
});

test("A request that is measured elsewhere gets no timer of the SDK's, any other one does", async () => {
  const client = await newClient();
  const timers = client["_timeoutInfo"] as NumberMap<object>;
  const setUp = client["_setupTimeout"] as (request: number, timeoutMs: number, ...rest: unknown[]) => void;
  const cleanUp = client["_cleanupTimeout"] as (request: number) => void;
  setUp(1, NO_TIMEOUT_MS, undefined, () => undefined, false);
  expect(timers.size).toBe(0);
  setUp(2, 60_000, undefined, () => undefined, false);
  expect(timers.has(2)).toBe(true);
  cleanUp.call(client, 2);
  expect(timers.size).toBe(0);
});
