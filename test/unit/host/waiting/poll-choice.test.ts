import { describe, expect, test } from "vitest";
import { PollChoice } from "../../../../host/pool/waiting/poll-choice.ts";

/** How long a cell takes from one answer to the next, in ms, whichever way both ends wait. */
interface Machine {
  readonly polling: number;
  readonly sleeping: number;
}

const FREE: Machine = { polling: 0.05, sleeping: 0.15 };
const BUSY: Machine = { polling: 0.45, sleeping: 0.13 };

/** Goes on for so many answers; says how many of them were of each way, and how many ms they took. */
function goOn(choice: PollChoice, machine: Machine, times: number): { polled: number; slept: number; ms: number } {
  const sums = { polled: 0, slept: 0, ms: 0 };
  for (let i = 0; i < times; i++) {
    const { polls } = choice;
    const ms = polls ? machine.polling : machine.sleeping;
    sums[polls ? "polled" : "slept"]++;
    sums.ms += ms;
    choice.took(ms);
  }
  return sums;
}

describe("Whether both ends poll for each other or sleep", () => {
  test("They sleep at first, find that polling is better, and try nothing else as long as that takes what it took", () => {
    const choice = new PollChoice();
    expect(choice.polls).toBe(false);
    expect(goOn(choice, FREE, 1000).slept).toBeLessThan(700);
    expect(goOn(choice, FREE, 10_000)).toMatchObject({ polled: 10_000, slept: 0 });
  });

  test("Where others have the processors from the start they sleep but for a few trials", () => {
    const choice = new PollChoice();
    const { polled, ms } = goOn(choice, BUSY, 10_000);
    expect(polled).toBeGreaterThan(0);
    expect(polled).toBeLessThan(800);
    expect(ms).toBeLessThan(10_000 * BUSY.sleeping * 1.2);
  });

  test("When others take the processors they sleep but for a few trials, and poll again when they are gone", () => {
    const choice = new PollChoice();
    goOn(choice, FREE, 2000);
    expect(goOn(choice, BUSY, 1000).polled).toBeLessThan(200);
    expect(goOn(choice, BUSY, 100_000).polled).toBeLessThan(7000);
    expect(goOn(choice, FREE, 3000).slept).toBeLessThan(2300);
    expect(goOn(choice, FREE, 1000).slept).toBe(0);
  });

  test("A trial that goes very badly is over after a few answers", () => {
    const choice = new PollChoice();
    const { polled, ms } = goOn(choice, { polling: 4, sleeping: 0.1 }, 10_000);
    expect(polled).toBeLessThan(50);
    expect(ms).toBeLessThan(1200);
  });

  test("A trial that begins badly is not given up for that", () => {
    const choice = new PollChoice();
    let polled = 0;
    for (let i = 0; i < 1000; i++) {
      if (!choice.polls) choice.took(FREE.sleeping);
      else choice.took(polled++ < 20 ? 0.8 : FREE.polling);
    }
    expect(choice.polls).toBe(true);
  });

  test("A tool that has become slow costs a few trials: then its time is what later ones are compared with", () => {
    const choice = new PollChoice();
    goOn(choice, FREE, 2000);
    const { slept } = goOn(choice, { polling: 0.9, sleeping: 1 }, 10_000);
    expect(slept).toBeLessThanOrEqual(96);
    expect(choice.polls).toBe(true);
  });

  test("They sleep while answers of a slow tool take so long that nothing is gained by polling, and poll for quick ones", () => {
    const choice = new PollChoice();
    goOn(choice, FREE, 2000);
    const slow = { polling: 50, sleeping: 50 };
    // Two windows: the first began with quick ones.
    goOn(choice, slow, 64);
    expect(goOn(choice, slow, 10_000).polled).toBe(0);
    goOn(choice, FREE, 1000);
    expect(choice.polls).toBe(true);
  });

  test("Trials of sleeping in vain do not keep them from polling once answers of a slow tool are over", () => {
    const choice = new PollChoice();
    goOn(choice, FREE, 2000);
    // Each time 2.5 times as slow as before: sleeping is tried after pauses that get longer, and is never better.
    let factor = 1;
    const slept = [800, 1300, 2400, 4400].map((times) => goOn(choice, scaled(FREE, (factor *= 2.5)), times).slept);
    expect(Math.min(...slept)).toBeGreaterThan(0);
    goOn(choice, { polling: 50, sleeping: 50 }, 64);
    expect(choice.polls).toBe(false);
    expect(goOn(choice, FREE, 400).polled).toBeGreaterThan(200);
  });

  test("Times that go up and down by themselves cost less than a tenth of the answers in trials", () => {
    const choice = new PollChoice();
    goOn(choice, FREE, 2000);
    let slept = 0;
    for (let i = 0; i < 500; i++) {
      const factor = i % 2 === 0 ? 1 : 2.5;
      slept += goOn(choice, scaled(FREE, factor), 64).slept;
    }
    expect(slept).toBeLessThan(3200);
    expect(choice.polls).toBe(true);
  });

  test("A wait of minutes counts as one for any slow tool, so that quick ones are judged soon after it", () => {
    const choice = new PollChoice();
    goOn(choice, FREE, 2000);
    goOn(choice, { polling: 100_000, sleeping: 100_000 }, 200);
    goOn(choice, FREE, 1000);
    expect(goOn(choice, FREE, 1000)).toMatchObject({ polled: 1000, slept: 0 });
  });
});

function scaled({ polling, sleeping }: Machine, factor: number): Machine {
  return { polling: polling * factor, sleeping: sleeping * factor };
}
