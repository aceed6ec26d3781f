import type { Gate } from "./gate.ts";

/** Gives the gate back while somebody is asked, and takes it again afterwards, whatever came of it. */
export async function whileAsking<T>(gate: Gate, shared: boolean, ask: () => Promise<T>): Promise<T> {
  gate.leave(shared);
  try {
    return await ask();
  } finally {
    await gate.enter(shared);
  }
}
