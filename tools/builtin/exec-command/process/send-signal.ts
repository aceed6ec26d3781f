/** Sends a signal; a negative id means a group. False when there is nobody to get it. */
export function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    // EPERM: it exists, but belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
