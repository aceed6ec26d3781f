import type { Attempt } from "./attempt.ts";
import type { Lane } from "./lane.ts";
import type { PoolProcess } from "./pool-process.ts";

/** How long a cell waits for a thread of its own while none becomes free, before it shares one, in ms. */
const SHARE_AFTER_MS = 4;
/** A lane whose cells take less than this is given the next one before the last has ended, in ms. */
const SHORT_CELL_MS = 4;
/** A shared lane is given no more cells than this before it has begun with them; they would only wait there, in vain. */
const MOST_TO_START = 16;
/** What it counts for, in cells, that a lane has cells of other sessions. */
const STRANGERS_SCORE = 1000;
/** A lane that answered within this time can take a further cell, in ms. */
const RESPONSIVE_MS = 15;

type Place = (attempt: Attempt, process: PoolProcess, lane: Lane) => void;

/**
 * Hands out waiting cells and returns how many. A cell gets a lane of its own if one is free, or the place behind a
 * short cell, so that the lane need not wait for us between the two; the watch takes it back if the cell before it
 * turns out long. While cells end every few milliseconds it waits for such a place. Only when nothing moves any more
 * does it share a lane.
 */
export function placeAttempts(
  queue: Attempt[],
  processes: ReadonlySet<PoolProcess>,
  lastProgressAt: number,
  place: Place,
): number {
  let placed = 0;
  while (queue.length > 0) {
    const attempt = queue[0];
    if (attempt === undefined) break;
    const target =
      freeLane(processes, attempt) ??
      (attempt.losses > 0
        ? null
        : (laneBehindShort(processes, attempt) ?? sharedLane(processes, attempt, lastProgressAt)));
    if (target === null) break;
    queue.shift();
    place(attempt, target.process, target.lane);
    placed++;
  }
  return placed;
}

interface Target {
  readonly process: PoolProcess;
  readonly lane: Lane;
}

/** An empty lane: one that knows the session if sessions keep isolates, else the one that rested longest. */
function freeLane(processes: ReadonlySet<PoolProcess>, attempt: Attempt): Target | null {
  const { number, isolation } = attempt.client.session;
  let best: Target | null = null;
  let bestScore = Number.POSITIVE_INFINITY;
  for (const process of processes) {
    if (process.kind !== "exclusive" || !process.usable) continue;
    for (const lane of process.lanes) {
      if (lane.residents.size > 0) continue;
      // A lane that owes an answer may still be busy with a cell that was terminated.
      const owing = lane.ping !== null && lane.stopping !== null ? 1e12 : 0;
      const stranger = isolation === "session" && !lane.knowsSession(number) ? 1e9 : 0;
      const score = lane.lastUsedAt + owing + stranger;
      if (score < bestScore) {
        best = { process, lane };
        bestScore = score;
      }
    }
  }
  return best !== null && bestScore < 1e12 ? best : null;
}

/** A lane whose only cell will soon have ended, if its cells go on as they have been. */
function laneBehindShort(processes: ReadonlySet<PoolProcess>, attempt: Attempt): Target | null {
  const { number, isolation } = attempt.client.session;
  const now = performance.now();
  let stranger: Target | null = null;
  for (const process of processes) {
    if (process.kind !== "exclusive" || !process.usable) continue;
    for (const lane of process.lanes) {
      if (!lane.inline || lane.residents.size !== 1 || lane.typicalCellMs > SHORT_CELL_MS) continue;
      const [before] = lane.residents.values();
      if (before === undefined || before.losses > 0 || now - before.sentAt > SHORT_CELL_MS) continue;
      if (isolation !== "session" || lane.knowsSession(number)) return { process, lane };
      stranger ??= { process, lane };
    }
  }
  return stranger;
}

/**
 * The least crowded lane that listens; cells of one session rather share with each other than with strangers. Null, too,
 * while that lane has enough to begin with.
 */
function sharedLane(processes: ReadonlySet<PoolProcess>, attempt: Attempt, lastProgressAt: number): Target | null {
  const now = performance.now();
  if (now - Math.max(attempt.queuedAt, lastProgressAt) < SHARE_AFTER_MS) return null;
  let best: Target | null = null;
  let bestScore = Number.POSITIVE_INFINITY;
  for (const process of processes) {
    if (!process.usable) continue;
    for (const lane of process.lanes) {
      if (lane.blockedMs(now) > RESPONSIVE_MS) continue;
      // Alone on an inline lane, a cell may keep the thread; whether it does is known only if the lane has just answered.
      if (lane.inline && lane.residents.size === 1 && (lane.disturbed || lane.ping !== null)) continue;
      const strangers = hasStrangers(lane, attempt) ? STRANGERS_SCORE : 0;
      const score = lane.residents.size + strangers;
      if (score < bestScore) {
        best = { process, lane };
        bestScore = score;
      }
    }
  }
  return best === null || best.lane.toStart >= MOST_TO_START ? null : best;
}

function hasStrangers(lane: Lane, attempt: Attempt): boolean {
  for (const other of lane.residents.values()) {
    if (other.client.session.number !== attempt.client.session.number) return true;
  }
  return false;
}
