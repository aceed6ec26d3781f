import { expect, test } from "vitest";
import { RequestProgress } from "../../../host/serve/session/progress.ts";
import type { ToolProgress } from "../../../tools/index.ts";

type Sent = { readonly params?: unknown };

/** A progress whose notifications are on their way until the test lets them arrive. */
function held(token: string | undefined): {
  readonly progress: RequestProgress;
  readonly sent: Sent[];
  readonly arrive: () => Promise<void>;
} {
  const sent: Sent[] = [];
  let done: (() => void) | null = null;
  const progress = new RequestProgress({
    sendNotification: (notification) => {
      sent.push(notification);
      return new Promise((resolve) => (done = resolve));
    },
    ...(token === undefined ? {} : { _meta: { progressToken: token } }),
  });
  const arrive = async (): Promise<void> => {
    done?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { progress, sent, arrive };
}

test("While one notification is on its way only the last report is kept.", async () => {
  const { progress, sent, arrive } = held("t");
  for (const value of [1, 2, 3, 4]) progress.report({ progress: value });
  expect(sent).toHaveLength(1);
  await arrive();
  await arrive();
  expect(sent.map(({ params }) => params)).toEqual([
    { progressToken: "t", progress: 1 },
    { progressToken: "t", progress: 4 },
  ]);
});

test("Nothing is sent that nobody asked for, that does not rise, that is no number, or after the end.", async () => {
  const silent = held(undefined);
  silent.progress.report({ progress: 1 });
  expect([silent.sent, silent.progress.wanted]).toEqual([[], false]);
  const { progress, sent, arrive } = held("t");
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, "3", null])
    progress.report({ progress: value } as ToolProgress);
  progress.report({ progress: 2, total: Number.NaN, message: 7 } as unknown as ToolProgress);
  await arrive();
  progress.report({ progress: 2 });
  progress.tell("more");
  await arrive();
  progress.report({ progress: 10 });
  progress.report({ progress: 11 });
  progress.close();
  await arrive();
  progress.report({ progress: 12 });
  expect(sent.map(({ params }) => params)).toEqual([
    { progressToken: "t", progress: 2 },
    { progressToken: "t", progress: 3, message: "more" },
    { progressToken: "t", progress: 10 },
  ]);
});
