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

let watchdog: ChildProcess | null = null;
/** The end of the last one that was needed no more. */
let ending: Promise<void> = Promise.resolve();

/**
 * A small process that ends the groups it was told of when this process is killed, which no code of its own can do. It
 * runs while there is any group, and not on Windows.
 */
export function watchGroup(pid: number): void {
  if (process.platform === "win32") return;
  watchdog ??= start();
  tell(watchdog, `add ${pid}`);
}

/** With `last`, the watchdog has nothing left to watch and ends. */
export function unwatchGroup(pid: number, last: boolean): void {
  const child = watchdog;
  if (child === null) return;
  tell(child, `forget ${pid}`);
  if (!last) return;
  watchdog = null;
  ending = end(child);
}

/** Settles when no watchdog is left that has nothing to watch. */
export function watchdogEnded(): Promise<void> {
  return ending;
}

async function end(child: ChildProcess): Promise<void> {
  child.stdin?.end();
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
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
