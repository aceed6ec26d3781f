import { expect, test } from "vitest";
import { NumberMap } from "../../../host/under-way/number-map.ts";

interface Value {
  readonly of: number;
}

/** The same steps in both kinds of map; whatever they answer must be equal at each. */
function compare(steps: Iterable<readonly ["set" | "delete" | "get", number]>): {
  readonly ours: NumberMap<Value>;
  readonly built: Map<number, Value>;
} {
  const ours = new NumberMap<Value>();
  const built = new Map<number, Value>();
  for (const [step, number] of steps) {
    if (step === "set") {
      const value = { of: number };
      ours.set(number, value);
      built.set(number, value);
    } else {
      expect(ours[step](number)).toBe(built[step](number));
    }
    expect(ours.size).toBe(built.size);
    expect(ours.has(number)).toBe(built.has(number));
  }
  expect(new Set(ours.values())).toEqual(new Set(built.values()));
  return { ours, built };
}

test("Requests that come and go, a few of which stay for long, are all found", () => {
  const steps: (readonly ["set" | "delete" | "get", number])[] = [];
  for (let number = 0; number < 5000; number++) {
    steps.push(["set", number]);
    // 30 under way at a time, but every 500th is never answered.
    if (number >= 30 && (number - 30) % 500 !== 0) steps.push(["get", number - 30], ["delete", number - 30]);
    steps.push(["get", number - (number % 500)]);
  }
  const { ours } = compare(steps);
  expect(ours.size).toBe(10 + 30);
});

test("Thousands at once are found, and what is left after most have gone", () => {
  const numbers = Array.from({ length: 3000 }, (_, index) => index * 3);
  const { ours } = compare([
    ...numbers.map((number) => ["set", number] as const),
    ...numbers.filter((number) => number % 7 !== 0).map((number) => ["delete", number] as const),
    ...numbers.map((number) => ["get", number] as const),
  ]);
  expect(ours.get(21)).toEqual({ of: 21 });
});

test("Numbers in any order, again and again, do what they do in a Map", () => {
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const kinds = ["set", "delete", "get"] as const;
  compare(Array.from({ length: 20_000 }, () => [kinds[random(3)] ?? "get", random(400)] as const));
});

test.each([-1, Number.NaN, 0.5, 2 ** 40, Number.POSITIVE_INFINITY])(
  "A number that a server made up, as %d, names nothing",
  (number) => {
    const map = new NumberMap<Value>().set(0, { of: 0 });
    expect([map.get(number), map.has(number), map.delete(number), map.size]).toEqual([undefined, false, false, 1]);
  },
);

test("Once cleared it is empty and of use", () => {
  const map = new NumberMap<Value>();
  for (let number = 0; number < 200; number++) map.set(number, { of: number });
  map.clear();
  expect([map.size, [...map.values()], map.get(5)]).toEqual([0, [], undefined]);
  map.set(5, { of: 5 });
  expect(map.get(5)).toEqual({ of: 5 });
});
