import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Gate } from "../../../host/pipeline/gate/gate.ts";

/** How a gate is used: who comes, wanting what, and which of those inside leaves next. */
type Move = { readonly comes: "shared" | "alone" } | { readonly leaves: number };

const move: fc.Arbitrary<Move> = fc.oneof(
  fc.record({ comes: fc.constantFrom("shared" as const, "alone" as const) }),
  fc.record({ leaves: fc.nat({ max: 20 }) }),
);

interface Guest {
  readonly number: number;
  readonly shared: boolean;
}

/** A gate with a book of who is inside and in which order they came in. */
class Watched {
  readonly #gate: Gate = new Gate();
  readonly inside: Guest[] = [];
  readonly entered: number[] = [];
  came = 0;

  enter(shared: boolean): void {
    const guest: Guest = { number: this.came++, shared };
    const waiting = this.#gate.enter(shared);
    if (waiting === null) this.#admit(guest);
    else void waiting.then(() => this.#admit(guest));
  }

  /** Lets one of those inside go; says whether there was one. */
  async leave(index: number): Promise<boolean> {
    const [guest] = this.inside.splice(index % Math.max(1, this.inside.length), 1);
    if (guest === undefined) return false;
    this.#gate.leave(guest.shared);
    await Promise.resolve();
    return true;
  }

  #admit(guest: Guest): void {
    this.inside.push(guest);
    this.entered.push(guest.number);
    const alone = this.inside.filter(({ shared }) => !shared).length;
    if (alone > 0 && this.inside.length > 1) throw new Error("somebody who wanted to be alone is not");
  }
}

async function play(moves: readonly Move[]): Promise<Watched> {
  const watched = new Watched();
  for (const one of moves) {
    if ("comes" in one) watched.enter(one.comes === "shared");
    else await watched.leave(one.leaves);
  }
  return watched;
}

describe("the gate", () => {
  test("never holds an exclusive call together with another one", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(move, { maxLength: 200 }), async (moves) => {
        const { inside } = await play(moves);
        const alone = inside.filter(({ shared }) => !shared).length;
        expect(alone === 0 || inside.length === 1).toBe(true);
      }),
    );
  });

  test("lets calls in in the order in which they came", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(move, { maxLength: 200 }), async (moves) => {
        const { entered } = await play(moves);
        expect(entered).toEqual(entered.map((_, index) => index));
      }),
    );
  });

  test("lets everybody in once those before have left, whichever way they leave", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(move, { maxLength: 200 }), fc.nat({ max: 20 }), async (moves, who) => {
        const watched = await play(moves);
        while (await watched.leave(who));
        expect(watched.entered.length).toBe(watched.came);
      }),
    );
  });

  test("lets nobody wait who could enter and has nobody before them", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(move, { maxLength: 200 }), async (moves) => {
        const watched = await play(moves);
        // Whoever is left waiting waits for somebody inside.
        expect(watched.entered.length === watched.came || watched.inside.length > 0).toBe(true);
      }),
    );
  });

  test("makes a shared call wait behind an exclusive one that waits already", async () => {
    const watched = new Watched();
    watched.enter(true);
    watched.enter(false);
    watched.enter(true);
    expect(watched.entered).toEqual([0]);
    await watched.leave(0);
    expect(watched.entered).toEqual([0, 1]);
    await watched.leave(0);
    expect(watched.entered).toEqual([0, 1, 2]);
  });

  test("lets shared calls that wait in a row in together", async () => {
    const watched = new Watched();
    watched.enter(false);
    watched.enter(true);
    watched.enter(true);
    watched.enter(false);
    await watched.leave(0);
    expect(watched.entered).toEqual([0, 1, 2]);
  });

  test("keeps its order through more waiting calls than it keeps room for", async () => {
    const gate = new Gate();
    expect(gate.enter(false)).toBe(null);
    const order: number[] = [];
    const all = Array.from({ length: 5000 }, async (_, number) => {
      await gate.enter(false);
      order.push(number);
      gate.leave(false);
    });
    gate.leave(false);
    await Promise.all(all);
    expect(order).toEqual(all.map((_, number) => number));
  });
});
