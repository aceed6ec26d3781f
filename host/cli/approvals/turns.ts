import { Gate } from "../../pipeline/gate/gate.ts";
import type { Terminal } from "./typed-line.ts";

/** One line of waiting questions for each terminal, by what is typed there. */
const lines: WeakMap<Terminal["input"], Gate> = new WeakMap();

/** Asks when nobody else is asked at this terminal, with other output taken away meanwhile. */
export async function inTurn<T>(
  { input }: Terminal,
  hold: (() => () => void) | undefined,
  signal: AbortSignal,
  ask: () => Promise<T>,
): Promise<T> {
  const turns = lines.get(input) ?? new Gate();
  lines.set(input, turns);
  const turn = turns.enter(false, signal);
  if (turn !== null) await turn;
  try {
    signal.throwIfAborted();
    const release = hold?.();
    try {
      return await ask();
    } finally {
      release?.();
    }
  } finally {
    turns.leave(false);
  }
}
