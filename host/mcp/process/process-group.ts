const POLL_MS = 20;

/** Groups whose processes may still run, and how each is ended when this process exits without closing it. */
const live = new Map<number, NodeJS.Signals>();

/** Sends a signal to a process and everything it started. False when nothing of it is left. */
export function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    // A server that was started detached leads a group of its own; Windows has no groups.
    process.kill(process.platform === "win32" ? pid : -pid, signal);
    return true;
  } catch (error) {
    // EPERM: it exists, but belongs to somebody else by now.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Waits until nothing of a group is left. False when some of it still runs after `ms`. */
export async function groupEnded(pid: number, ms: number): Promise<boolean> {
  const until = performance.now() + ms;
  while (signalGroup(pid, 0)) {
    const left = until - performance.now();
    if (left <= 0) return false;
    await new Promise((resolve) => setTimeout(resolve, Math.min(POLL_MS, left)));
  }
  return true;
}

/** Remembers a group, so that it is ended when this process exits without closing it. */
export function trackGroup(pid: number): void {
  if (live.size === 0) process.on("exit", endAll);
  // A server that is still starting has nothing to lose.
  live.set(pid, "SIGKILL");
}

/** Says how a group is ended when this process exits: asked while it works, killed once it was asked. */
export function setExitSignal(pid: number, signal: "SIGTERM" | "SIGKILL"): void {
  if (live.has(pid)) live.set(pid, signal);
}

/** Forgets a group that has ended. */
export function forgetGroup(pid: number): void {
  if (live.delete(pid) && live.size === 0) process.off("exit", endAll);
}

function endAll(): void {
  for (const [pid, signal] of live) signalGroup(pid, signal);
}
