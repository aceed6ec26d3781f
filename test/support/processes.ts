import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const POLL_MS = 5;
const PAGE_BYTES = 4096;

/** State letter and parent of a process as the kernel tells them; null when it is gone. */
function statOf(pid: number): { readonly state: string; readonly parent: number } | null {
  try {
    const [state = "", parent] = readFileSync(`/proc/${pid}/stat`, "latin1")
      .replace(/^.*\) /su, "")
      .split(" ");
    return { state, parent: Number(parent) };
  } catch {
    return null;
  }
}

/** Whether a process runs. One that ended and was not yet waited for does not. */
export function isAlive(pid: number): boolean {
  const stat = statOf(pid);
  return stat !== null && stat.state !== "Z" && stat.state !== "X";
}

/** Living children of a process. */
export function childrenOf(pid: number): readonly number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/u.test(name))
    .map(Number)
    .filter((child) => statOf(child)?.parent === pid && isAlive(child));
}

/** Resident memory of a process in bytes; 0 when it is gone. */
export function residentBytes(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, "latin1").split(" ")[1]) * PAGE_BYTES;
  } catch {
    return 0;
  }
}

/** Looks again and again until a condition holds; fails after a while, saying which. */
export async function until(what: string, holds: () => boolean, withinMs = 5000): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!holds()) {
    if (performance.now() > deadline) throw new Error(`not within ${withinMs} ms: ${what}`);
    await sleep(POLL_MS);
  }
}
