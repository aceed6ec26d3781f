import { describe, expect, test } from "vitest";
import { PollChoice } from "../../../runtime/lane/poll-choice.ts";

/** How long answers take, in ms, whichever way they are waited for. */
interface Machine {
  readonly polling: number;
  readonly sleeping: number;
}

const FREE: Machine = { polling: 0.1, sleeping: 0.33 };
const BUSY: Machine = { polling: 0.45, sleeping: 0.13 };

/** Waits so often; says how many of the waits were of each way. */
function waitFor(choice: PollChoice, machine: Machine, times: number): { polled: number; slept: number } {
  const counts = { polled: 0, slept: 0 };
  for (let i = 0; i < times; i++) {
    const { polls } = choice;
    counts[polls ? "polled" : "slept"]++;
    choice.waited(polls ? machine.polling : machine.sleeping);
  }
  return counts;
}

describe("Whether a lane polls for answers or sleeps", () => {
  test("It polls from the start, and tries nothing else as long as answers take what they took", () => {
    expect(waitFor(new PollChoice(), FREE, 10_000)).toEqual({ polled: 10_000, slept: 0 });
  });

  test("When others take the processors it sleeps but for a few trials, and polls again when they are gone", () => {
    const choice = new PollChoice();
    waitFor(choice, FREE, 1000);
    expect(waitFor(choice, BUSY, 1000).polled).toBeLessThan(200);
    expect(waitFor(choice, BUSY, 100_000).polled).toBeLessThan(2000);
    expect(waitFor(choice, FREE, 3000).slept).toBeLessThan(2200);
    expect(waitFor(choice, FREE, 1000).slept).toBe(0);
  });

  test("A tool that has become slow costs two trials at most: then its time is what later ones are compared with", () => {
    const choice = new PollChoice();
    waitFor(choice, FREE, 1000);
    const { slept } = waitFor(choice, { polling: 0.9, sleeping: 1 }, 10_000);
    expect(slept).toBeLessThanOrEqual(64);
    expect(choice.polls).toBe(true);
  });

  test("Times that go up and down by themselves cost less than a tenth of the waits in trials", () => {
    const choice = new PollChoice();
    let slept = 0;
    for (let i = 0; i < 500; i++) {
      const factor = i % 2 === 0 ? 1 : 2.5;
      slept += waitFor(choice, { polling: FREE.polling * factor, sleeping: FREE.sleeping * factor }, 64).slept;
    }
    expect(slept).toBeLessThan(3200);
    expect(choice.polls).toBe(true);
  });

  test("A wait of minutes counts as one for any slow tool, so that quick ones are judged soon after it", () => {
    const choice = new PollChoice();
    waitFor(choice, FREE, 1000);
    waitFor(choice, { polling: 100_000, sleeping: 100_000 }, 200);
    waitFor(choice, FREE, 1000);
    expect(waitFor(choice, FREE, 1000)).toEqual({ polled: 1000, slept: 0 });
  });
});
