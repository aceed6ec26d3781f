import type { TrajectoryCall } from "./trajectory.ts";

type Begun = Omit<TrajectoryCall, "outcome" | "result" | "error" | "tokens" | "ms">;
type Ended = Pick<TrajectoryCall, "outcome" | "result" | "error" | "tokens" | "ms">;

/** More calls of one run than this are not kept. */
const MAX_CALLS = 20_000;

/** The calls of a trajectory as they are read: begun and ended in any order. */
export class CallList {
  readonly #calls: { begun: Begun; ended: Ended | null }[] = [];
  /** The last call with an id, which some programs use again. */
  readonly #open: Map<string, { begun: Begun; ended: Ended | null }> = new Map();

  get length(): number {
    return this.#calls.length;
  }

  /** Answers false when there is no room. */
  begin(begun: Begun): boolean {
    if (this.#calls.length >= MAX_CALLS) return false;
    const entry = { begun, ended: null };
    this.#calls.push(entry);
    this.#open.set(begun.id, entry);
    return true;
  }

  /** What is known of a call that has not ended. */
  openCall(id: string): Begun | undefined {
    const entry = this.#open.get(id);
    return entry?.ended === null ? entry.begun : undefined;
  }

  /** Answers false when no such call is open. */
  end(id: string, ended: Ended, replacement?: Begun): boolean {
    const entry = this.#open.get(id);
    if (entry === undefined || entry.ended !== null) return false;
    entry.ended = ended;
    if (replacement !== undefined) entry.begun = replacement;
    return true;
  }

  calls(): readonly TrajectoryCall[] {
    return this.#calls.map(({ begun, ended }) => ({ ...begun, ...(ended ?? { outcome: "unanswered" as const }) }));
  }
}

/** The end of a call from what is known of it; what is undefined is left out. */
export function callEnd(
  outcome: Ended["outcome"],
  rest: { readonly [K in keyof Ended]?: Ended[K] | undefined },
): Ended {
  const known = Object.entries(rest).filter(([key, value]) => value !== undefined && key !== "outcome");
  return { outcome, ...(Object.fromEntries(known) as Omit<Ended, "outcome">) };
}
