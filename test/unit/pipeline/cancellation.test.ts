import { expect, test } from "vitest";
import { Cancellation } from "../../../host/pipeline/cancellation.ts";

const never = new Promise<never>(() => undefined);

test("Whoever waits is told the reason, at once where it is over already, and only the first reason counts.", async () => {
  const cancellation = new Cancellation();
  const waiting = [cancellation.unless(never), cancellation.unless(never)];
  cancellation.cancel(new Error("first"));
  cancellation.cancel(new Error("second"));
  const told = await Promise.allSettled([...waiting, cancellation.unless(never)]);
  expect(told).toEqual(Array.from({ length: 3 }, () => ({ status: "rejected", reason: new Error("first") })));
});

test("What has settled when it is cancelled is heard, through however many promises.", async () => {
  const cancellation = new Cancellation();
  const deep = async (depth: number): Promise<string> => (depth === 0 ? "done" : deep(depth - 1));
  const value = cancellation.unless(deep(20));
  const failure = cancellation.unless(deep(20).then(() => Promise.reject(new Error("its own"))));
  cancellation.cancel(new Error("too late"));
  expect(await value).toBe("done");
  await expect(failure).rejects.toThrow("its own");
});

test("A value that is no promise passes, and work that fails after it was given up disturbs nobody.", async () => {
  const cancellation = new Cancellation();
  expect(await cancellation.unless(3)).toBe(3);
  const { promise, reject } = Promise.withResolvers<never>();
  const waiting = cancellation.unless(promise);
  cancellation.cancel(new Error("over"));
  await expect(waiting).rejects.toThrow("over");
  reject(new Error("late"));
  await new Promise((resolve) => setImmediate(resolve));
});
