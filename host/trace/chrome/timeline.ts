import type { HostEvent } from "../../events/events.ts";
import { visible } from "../../events/visible.ts";
import type { TraceLine } from "../format.ts";
import type { ChromeArgs, ChromeSink } from "./chrome-event.ts";
import { cut, describeHostLine, toolName } from "./host-line.ts";
import type { HostLine } from "./host-line.ts";
import { Numbers, SessionProcess } from "./session-process.ts";
import type { CellTrack, OpenCall } from "./session-process.ts";
import type { Lane } from "./track.ts";

/** Calls and cells under way at once, and sessions: what is kept in memory. Far more than a host can have. */
const MAX_OPEN = 100_000;
const MAX_SESSIONS = 20_000;

type EventOf<T extends TraceLine["type"]> = Extract<TraceLine, { readonly type: T }>;
type OfCall = Extract<HostEvent, { readonly callId: string; readonly source: unknown }>;

/**
 * Turns a host's events into a picture: a process a session, in it a row of threads for direct calls and one for each
 * cell. Calls and cells become complete events when they end; what never does is closed with the last time seen.
 */
export class Timeline {
  readonly #sink: ChromeSink;
  readonly #numbers: Numbers;
  readonly #sessions: Map<string, SessionProcess> = new Map();
  #host: SessionProcess | null = null;
  #open = 0;
  #now = 0;
  #left = 0;

  constructor(sink: ChromeSink) {
    this.#sink = sink;
    this.#numbers = new Numbers(sink);
  }

  get sessions(): number {
    return this.#sessions.size;
  }

  /** Events that found no place: more sessions, or more calls under way, than are kept. */
  get leftOut(): number {
    return this.#left;
  }

  add(event: TraceLine): void {
    if (event.type === "trace/header") return;
    if ("at" in event) this.#now = Math.max(this.#now, microseconds(event.at));
    if (!("sessionId" in event)) {
      this.#hostEvent(event);
      return;
    }
    const session = this.#session(event.sessionId);
    if (session === null) {
      this.#left += 1;
      return;
    }
    switch (event.type) {
      case "step/planned":
        this.#step(session, event);
        break;
      case "cell/begin":
        this.#cellBegin(session, event);
        break;
      case "cell/end":
        this.#cellEnd(session, event);
        break;
      case "call/begin":
        this.#callBegin(session, event);
        break;
      case "call/end":
        this.#callEnd(session, event);
        break;
      default:
        this.#onCall(session, event, session.calls.get(event.callId));
    }
  }

  /** Closes what is still under way. */
  end(): void {
    for (const session of this.#sessions.values()) {
      for (const callId of [...session.calls.keys()]) this.#unfinishedCall(session, callId);
      for (const cell of [...session.cells.values()]) this.#unfinishedCell(session, cell);
    }
  }

  #session(id: string): SessionProcess | null {
    let session = this.#sessions.get(id);
    if (session === undefined) {
      if (this.#sessions.size >= MAX_SESSIONS) return null;
      session = new SessionProcess(`session ${visible(id, 60)}`, this.#numbers);
      this.#sessions.set(id, session);
    }
    return session;
  }

  #hostEvent(event: HostLine): void {
    this.#host ??= new SessionProcess("host", this.#numbers);
    const { name, args } = describeHostLine(event);
    // One that says no time of its own came after what stands before it.
    const at = "at" in event ? microseconds(event.at) : this.#now;
    this.#instant(this.#host, this.#host.others.tid, name, at, args);
  }

  #step(session: SessionProcess, { at, ms, stepId, tools, listed }: EventOf<"step/planned">): void {
    const from = microseconds(Math.max(0, at - ms));
    const lane = session.steps.free(from);
    this.#complete(session, lane, "step", "step", from, microseconds(at), { step: cut(stepId), tools, listed, ms });
  }

  #cellBegin(session: SessionProcess, { at, cellId, sourceBytes }: EventOf<"cell/begin">): void {
    const earlier = session.cells.get(cellId);
    if (earlier !== undefined && earlier.run !== null) {
      // An id that is used again gets a row of its own; calls of the first one keep theirs.
      this.#unfinishedCell(session, earlier);
      session.cells.delete(cellId);
    }
    if (!this.#hasRoom()) return;
    const cell = session.cell(cellId);
    const beganAt = microseconds(at);
    // What begins together with the cell could count as what encloses it: its calls begin later or go elsewhere.
    cell.run = { lane: cell.track.add(beganAt + 1), beganAt, endedAt: null, sourceBytes };
  }

  #cellEnd(session: SessionProcess, event: EventOf<"cell/end">): void {
    const { at, cellId, status, code, calls, cpuMs } = event;
    const cell = session.cells.get(cellId);
    const args = { status, ...(code === undefined ? {} : { code: cut(code) }), calls, cpuMs };
    if (cell === undefined || !isRunning(cell)) {
      const name = `cell ${visible(cellId, 60)} ended without a beginning`;
      this.#instant(session, (cell?.track ?? session.others).tid, name, microseconds(at), args);
      return;
    }
    this.#closeCell(session, cell, microseconds(at), args);
  }

  #closeCell(session: SessionProcess, cell: CellTrack, at: number, args: ChromeArgs): void {
    if (cell.run === null) return;
    const { lane, beganAt, sourceBytes } = cell.run;
    // Events out of order must not leave a call that sticks out of its cell.
    const endedAt = Math.max(at, beganAt, lane.busyUntil > beganAt + 1 ? lane.busyUntil : 0);
    cell.run.endedAt = endedAt;
    this.#open -= 1;
    this.#complete(session, lane, `cell ${visible(cell.id, 60)}`, "cell", beganAt, endedAt, { sourceBytes, ...args });
    session.release(cell);
  }

  #callBegin(session: SessionProcess, event: EventOf<"call/begin">): void {
    const { at, callId, stepId, source, exposure, inputBytes } = event;
    if (session.calls.has(callId)) this.#unfinishedCall(session, callId);
    if (!this.#hasRoom()) return;
    const cell = source.kind === "cell" ? session.cell(source.cellId) : null;
    if (cell !== null) cell.openCalls += 1;
    const track = cell?.track ?? session.direct;
    const beganAt = microseconds(at);
    const lane = track.free(beganAt);
    lane.open = true;
    const args = { callId: cut(callId), step: cut(stepId), exposure, inputBytes };
    session.calls.set(callId, { name: toolName(event.namespace, event.name), beganAt, lane, track, cell, args });
  }

  #callEnd(session: SessionProcess, event: EventOf<"call/end">): void {
    const { at, callId, outcome, message, attempts, gateMs, handlerMs, outputBytes } = event;
    const said = message === undefined ? {} : { message: cut(message) };
    const args = { outcome, ...said, attempts, gateMs, handlerMs, outputBytes };
    const call = session.calls.get(callId);
    if (call === undefined) {
      const name = `${toolName(event.namespace, event.name)} ended without a beginning`;
      this.#instant(session, session.others.tid, name, microseconds(at), { callId: cut(callId), ...args });
      return;
    }
    this.#closeCall(session, callId, call, microseconds(at), args);
  }

  #closeCall(session: SessionProcess, callId: string, call: OpenCall, at: number, args: ChromeArgs): void {
    const { beganAt, track, cell } = call;
    const endedAt = Math.max(at, beganAt);
    let { lane } = call;
    track.close(lane);
    // A call that outlived its cell would stick out of it.
    const run = cell?.run ?? null;
    if (run !== null && run.lane === lane && run.endedAt !== null && endedAt > run.endedAt)
      lane = track.free(beganAt, lane);
    session.calls.delete(callId);
    this.#open -= 1;
    this.#complete(session, lane, call.name, "call", beganAt, endedAt, { ...call.args, ...args });
    if (cell === null) return;
    cell.openCalls -= 1;
    session.release(cell);
  }

  #unfinishedCall(session: SessionProcess, callId: string): void {
    const call = session.calls.get(callId);
    if (call !== undefined) this.#closeCall(session, callId, call, this.#now, { unfinished: true });
  }

  #unfinishedCell(session: SessionProcess, cell: CellTrack): void {
    if (isRunning(cell)) this.#closeCell(session, cell, this.#now, { unfinished: true });
  }

  #onCall(
    session: SessionProcess,
    event: Exclude<OfCall, EventOf<"call/begin" | "call/end">>,
    call: OpenCall | undefined,
  ): void {
    const tid = call?.lane.tid ?? session.others.tid;
    const at = microseconds(event.at);
    const callId = cut(event.callId);
    switch (event.type) {
      case "hook/run": {
        const { decision, ms, detail } = event;
        const args = { callId, decision, ms, ...(detail === undefined ? {} : { detail: cut(detail) }) };
        this.#instant(session, tid, `hook ${event.event}: ${visible(event.hook, 100)}`, at, args);
        break;
      }
      case "approval/decided": {
        const { answer, by, ms } = event;
        this.#instant(session, tid, `approval: ${answer}`, at, { callId, by, ms });
        break;
      }
      case "call/bad-result":
        this.#instant(session, tid, "bad result", at, { callId, problem: cut(event.problem) });
        break;
      case "call/progress":
        // A mark for each would bury the rest.
        break;
    }
  }

  #hasRoom(): boolean {
    if (this.#open >= MAX_OPEN) {
      this.#left += 1;
      return false;
    }
    this.#open += 1;
    return true;
  }

  #complete(
    { pid }: SessionProcess,
    lane: Lane,
    name: string,
    cat: string,
    from: number,
    to: number,
    args: ChromeArgs,
  ): void {
    lane.busyUntil = Math.max(lane.busyUntil, to);
    this.#sink({ ph: "X", name, cat, pid, tid: lane.tid, ts: from, dur: to - from, args });
  }

  #instant({ pid }: SessionProcess, tid: number, name: string, ts: number, args: ChromeArgs): void {
    this.#sink({ ph: "i", s: "t", name, cat: "event", pid, tid, ts, args });
  }
}

function isRunning({ run }: CellTrack): boolean {
  return run !== null && run.endedAt === null;
}

/** Rounded down for beginnings and ends alike, so that what did not overlap still does not. */
function microseconds(ms: number): number {
  return Math.floor(ms * 1_000);
}
