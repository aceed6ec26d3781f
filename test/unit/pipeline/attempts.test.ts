import { describe, expect, test } from "vitest";
import { NothingDone } from "../../../tools/index.ts";
import { Stage, tool } from "./stage.ts";

describe("A call that was given up", () => {
  const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;

  test("leaves no timer behind, neither its deadline nor the pause before another attempt", async () => {
    const hanging = tool("hanging", () => new Promise(() => undefined), { timeoutMs: 60_000 });
    const flaky = tool(
      "flaky",
      () => {
        throw new NothingDone("busy");
      },
      { retry: { retries: 1, backoffMs: 60_000, maxBackoffMs: 60_000 } },
    );
    const stage = new Stage([hanging, flaky]);
    const before = timers();
    for (const name of ["hanging", "flaky"]) {
      const abort = new AbortController();
      const call = stage.call(name, {}, { signal: abort.signal });
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      expect(timers()).toBeGreaterThan(before);
      abort.abort(new Error("stop"));
      expect(await call).toMatchObject({ status: "cancelled", message: "stop" });
      expect(timers()).toBe(before);
    }
  });
});

describe("Retries", () => {
  const flaky = (failures: number, error: () => Error, rest: object): [ReturnType<typeof tool>, () => number] => {
    let calls = 0;
    const made = tool(
      "flaky",
      () => {
        if (++calls <= failures) throw error();
        return "ok";
      },
      { retry: { retries: 2, backoffMs: 1 }, ...rest },
    );
    return [made, () => calls];
  };

  test("happen for an idempotent tool and are counted", async () => {
    const [made] = flaky(2, () => new Error("busy"), { annotations: { idempotentHint: true } });
    expect(await new Stage([made]).call("flaky")).toMatchObject({ status: "succeeded", attempts: 3 });
  });

  test("end when the policy's number is used up", async () => {
    const [made, calls] = flaky(9, () => new Error("busy"), { annotations: { readOnlyHint: true } });
    expect(await new Stage([made]).call("flaky")).toMatchObject({ status: "failed", message: "busy", attempts: 3 });
    expect(calls()).toBe(3);
  });

  test("never repeat what may have taken effect", async () => {
    const [effect, calls] = flaky(1, () => new Error("busy"), {});
    expect(await new Stage([effect]).call("flaky")).toMatchObject({ status: "failed", attempts: 1 });
    expect(calls()).toBe(1);
    const [harmless] = flaky(1, () => new NothingDone("not started"), {});
    expect(await new Stage([harmless]).call("flaky")).toMatchObject({ status: "succeeded", attempts: 2 });
  });

  test("ask the policy about the failure", async () => {
    const when = (error: unknown): boolean => (error as Error).message === "busy";
    const [made] = flaky(1, () => new Error("gone"), {
      annotations: { idempotentHint: true },
      retry: { retries: 2, backoffMs: 1, when },
    });
    expect(await new Stage([made]).call("flaky")).toMatchObject({ status: "failed", attempts: 1 });
  });
});
