import { readFileSync } from "node:fs";

/** Size of a page of memory; 4 KiB wherever /proc is read from, but for a few ARM kernels, where this only errs low. */
const PAGE_BYTES = 4096;

/**
 * Resident memory of a process in bytes, or null where the system does not tell. Read from outside, since neither V8's
 * limits nor the process itself can be relied on when a script runs away with memory.
 */
export function residentBytes(pid: number | undefined): number | null {
  if (pid === undefined || process.platform !== "linux") return null;
  try {
    const [, pages] = readFileSync(`/proc/${pid}/statm`, "latin1").split(" ");
    return Number(pages) * PAGE_BYTES;
  } catch {
    return null;
  }
}
