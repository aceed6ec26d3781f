import { expect, test } from "vitest";
import { runChecks } from "../../../host/doctor/run-checks.ts";
import type { Check, Found } from "../../../host/doctor/check.ts";

const NEVER = new AbortController().signal;
const ok = (part: string): Found => ({ part, status: "ok", detail: "d" });

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("ended"))));
}

test("Checks run side by side; their findings come in their order, each with its time", async () => {
  const second = Promise.withResolvers<void>();
  const checks: readonly Check[] = [
    { part: "a", run: () => second.promise.then(() => [ok("a"), ok("a2")]) },
    { part: "b", run: async () => (second.resolve(), [ok("b")]) },
  ];
  const findings = await runChecks(checks, NEVER);
  expect(findings.map(({ ms, ...found }) => [found, Number.isInteger(ms)])).toEqual([
    [ok("a"), true],
    [ok("a2"), true],
    [ok("b"), true],
  ]);
});

test("A check that throws is a failed finding, and hides no other", async () => {
  const broken: Check = { part: "a", run: () => Promise.reject(new Error("no such thing")) };
  const findings = await runChecks([broken, { part: "b", run: async () => [ok("b")] }], NEVER);
  expect(findings).toMatchObject([{ part: "a", status: "failed", detail: "no such thing" }, ok("b")]);
});

test("A check that takes too long is told to end, and waited for", async () => {
  let ended = false;
  const slow: Check = {
    part: "slow",
    timeoutMs: 5,
    run: (signal) =>
      untilAborted(signal).finally(() => {
        ended = true;
      }),
  };
  const findings = await runChecks([slow], NEVER);
  expect(findings).toMatchObject([{ part: "slow", status: "failed", detail: "it took longer than 0.005 s" }]);
  expect(ended).toBe(true);
});

test("All checks end when they are stopped", async () => {
  const stop = new AbortController();
  const checks = ["a", "b"].map((part): Check => ({ part, run: untilAborted }));
  const findings = runChecks(checks, stop.signal);
  stop.abort();
  expect(await findings).toMatchObject([
    { part: "a", status: "failed", detail: "it was stopped" },
    { part: "b", status: "failed", detail: "it was stopped" },
  ]);
});
