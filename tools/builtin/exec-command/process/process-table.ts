import { readdirSync, readFileSync } from "node:fs";
import { MARKER_NAME } from "../environment/fixed.ts";

/** One process, as the kernel tells of it. */
interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** When it began, in the kernel's ticks: together with the id it names a process for good. */
  readonly begun: string;
  /** Which command its environment names; null where it names none, or may not be read. */
  readonly marker: string | null;
}

/** Living processes by id. */
export type ProcessTable = ReadonlyMap<number, ProcessEntry>;

/** Whether processes can be looked up here at all. */
export const canListProcesses: boolean = process.platform === "linux";

/** All processes that live, read at once. */
export function readProcessTable(): ProcessTable {
  const table = new Map<number, ProcessEntry>();
  if (!canListProcesses) return table;
  for (const name of readdirSync("/proc")) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    const entry = readEntry(pid);
    if (entry !== null) table.set(pid, entry);
  }
  return table;
}

let waiting: Promise<ProcessTable> | null = null;

/** The same, once for all who ask at the same time: reading it takes a while where many processes live. */
export function nextProcessTable(): Promise<ProcessTable> {
  waiting ??= new Promise((resolve) => {
    setImmediate(() => {
      waiting = null;
      resolve(readProcessTable());
    });
  });
  return waiting;
}

function readEntry(pid: number): ProcessEntry | null {
  try {
    // The second field is the program's name in brackets, and may hold anything.
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const [state = "", parent, group, session, ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (state === "Z" || state === "X") return null;
    const begun = rest[15] ?? "";
    return {
      pid,
      parent: Number(parent),
      group: Number(group),
      session: Number(session),
      begun,
      marker: markerOf(pid),
    };
  } catch {
    return null;
  }
}

function markerOf(pid: number): string | null {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`, "latin1");
    const prefix = `${MARKER_NAME}=`;
    const found = environment.startsWith(prefix) ? 0 : environment.indexOf(`\0${prefix}`) + 1;
    if (found === 0 && !environment.startsWith(prefix)) return null;
    const end = environment.indexOf("\0", found);
    return environment.slice(found + prefix.length, end === -1 ? undefined : end);
  } catch {
    return null;
  }
}

/** The given processes and everything they started that is still below them. */
export function withDescendants(table: ProcessTable, roots: Iterable<number>): Set<number> {
  const children = new Map<number, number[]>();
  for (const { pid, parent } of table.values()) {
    const siblings = children.get(parent);
    if (siblings === undefined) children.set(parent, [pid]);
    else siblings.push(pid);
  }
  const found = new Set<number>();
  const open = [...roots];
  for (let pid = open.pop(); pid !== undefined; pid = open.pop()) {
    if (found.has(pid) || !table.has(pid)) continue;
    found.add(pid);
    open.push(...(children.get(pid) ?? []));
  }
  return found;
}
