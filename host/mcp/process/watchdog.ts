import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { Socket } from "node:net";

/**
 * Knows process groups by lines on its standard input. When that ends with groups left, whoever wrote it was killed: the
 * servers have read the end of their own input by then, and get the same time as always to end before they are made to.
 */
const SCRIPT = `
groups=
while read -r what group; do
  case $what in
    add) groups="$groups $group" ;;
    forget) kept=; for one in $groups; do [ "$one" = "$group" ] || kept="$kept $one"; done; groups=$kept ;;
  esac
done
[ -z "$groups" ] && exit
sleep 2
for one in $groups; do kill -s TERM -- "-$one" 2>/dev/null; done
sleep 2
for one in $groups; do kill -s KILL -- "-$one" 2>/dev/null; done
`;

const watched: Set<number> = new Set();
let watchdog: ChildProcess | null = null;
/** The end of the last one that was needed no more. */
let ending: Promise<void> = Promise.resolve();

/**
 * Has a group ended when this process is killed, which no code of its own can do. A small process of its own watches all
 * of them; it runs while there is any group. Not on Windows, which has no groups.
 */
export function watchGroup(pid: number): void {
  if (process.platform === "win32") return;
  watched.add(pid);
  watchdog ??= start();
  tell(watchdog, `add ${pid}`);
}

/** A group has ended. Settles when no watchdog is left that has nothing to watch. */
export async function unwatchGroup(pid: number): Promise<void> {
  if (watched.delete(pid) && watchdog !== null) {
    tell(watchdog, `forget ${pid}`);
    if (watched.size === 0) {
      ending = end(watchdog);
      watchdog = null;
    }
  }
  await ending;
}

async function end(child: ChildProcess): Promise<void> {
  child.stdin?.end();
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  // Somebody waits for it now, perhaps with nothing else that keeps this process alive; it ends at once.
  child.ref();
  await once(child, "exit");
}

function start(): ChildProcess {
  // Detached: what ends this process, such as a key in a terminal, must not end it, too.
  const child = spawn("/bin/sh", ["-c", SCRIPT], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
    cwd: "/",
    env: { PATH: "/usr/bin:/bin" },
  });
  // Without it, servers still end with their input; only those that ignore that are left.
  child.on("error", () => undefined);
  child.stdin.on("error", () => undefined);
  child.unref();
  if (child.stdin instanceof Socket) child.stdin.unref();
  return child;
}

function tell({ stdin }: ChildProcess, line: string): void {
  if (stdin?.writable === true) stdin.write(`${line}\n`);
}
