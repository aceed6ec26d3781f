import { debuglog } from "node:util";
import type { ConfinementDenied, ToolExecutor, ToolResult } from "../../tools/index.ts";
import type { Approvals } from "../approvals/contract.ts";
import type { EventSink } from "../events/events.ts";
import type { Hooks } from "../hooks/contract.ts";
import type { Registry } from "../step/registry.ts";
import { approve } from "./approve.ts";
import { GatePlace } from "./gate/ask-outside-gate.ts";
import { attempt, attemptAgain } from "./attempts.ts";
import type { Attempted } from "./attempts.ts";
import { CallEvents } from "./call-events.ts";
import { messageOf, unlessCancelled } from "./call.ts";
import type { Dispatched, ToolCall } from "./call.ts";
import { checkInput } from "./check-input.ts";
import { checkResult } from "./check-result.ts";
import type { Gate } from "./gate/gate.ts";
import { HookedCall } from "./hooked-call.ts";

const log = debuglog("isocell");

/** Where a call runs: the table that advertised it, the gate of its session, and whoever has a say. */
export interface DispatchContext {
  readonly sessionId: string;
  readonly stepId: string;
  readonly registry: Registry;
  readonly gate: Gate;
  /** Whether a call may share the gate. */
  readonly sharesGate: (executor: ToolExecutor | undefined, input: unknown) => boolean;
  /** Null: nobody is to be asked. */
  readonly approvals: Approvals | null;
  /** Somebody is being asked about a call of this source: a cell that waits for it may yield. */
  readonly onAsking: (source: ToolCall["source"]) => void;
  readonly hooks: Hooks | null;
  /** Null while nobody listens. */
  readonly events: () => EventSink | null;
  /** Why a caller may not use a tool, where the step did not offer it to them; null where that is not enforced. */
  readonly refuse: ((executor: ToolExecutor, source: ToolCall["source"]["kind"]) => string | null) | null;
  /** The text for a name that is not in the table. */
  readonly unknown: (call: ToolCall) => string;
}

/**
 * Runs a tool. Both ways of calling one - directly, and from a script - come through here, in this order:
 *
 * 1. the tool is looked up in the registry of the step that advertised it, unless the caller has done so;
 * 2. it gets ready (an MCP server may still be starting), outside the gate;
 * 3. the gate: shared if the tool declares this call parallel, else alone; unknown names take it alone;
 * 4. an unknown name, or a tool that was not offered where that is enforced, is answered with a text;
 * 5. the kind of input against the tool's kind: a mismatch is a mistake of the program that calls;
 * 6. the input against the schema;
 * 7. hooks before: deny, rewrite (the new input is checked again), or go on;
 * 8. approval, with the gate given back while somebody is asked;
 * 9. the handler, with a signal that also fires at a deadline, as often as the tool's policy allows;
 * 10. the result against the output schema, then hooks after;
 * 11. the tool hears that its result was accepted, and the caller gets it, who truncates it for whoever reads it.
 */
export function dispatch(
  call: ToolCall,
  context: DispatchContext,
  executor: ToolExecutor | undefined = context.registry.get(call.namespace, call.name),
): Promise<Dispatched> {
  const sink = context.events();
  const events = sink === null ? null : new CallEvents(sink, call, executor, context);
  return executor?.ready === undefined
    ? passGate(executor, call, context, events)
    : getReady(executor, call, context, events);
}

async function getReady(
  executor: ToolExecutor,
  call: ToolCall,
  context: DispatchContext,
  events: CallEvents | null,
): Promise<Dispatched> {
  try {
    await unlessCancelled(call, executor.ready?.());
  } catch (error) {
    return ended(call.signal.aborted ? "cancelled" : "failed", messageOf(error), events);
  }
  return passGate(executor, call, context, events);
}

/** Not asynchronous itself: most calls pass at once, and each of a thousand that are under way would keep a frame here. */
function passGate(
  executor: ToolExecutor | undefined,
  call: ToolCall,
  context: DispatchContext,
  events: CallEvents | null,
): Promise<Dispatched> {
  if (executor?.ungated === true) return run(executor, call, context, null, events);
  const place = new GatePlace(context.gate, context.sharesGate(executor, call.input));
  const entered = place.enter(call.signal);
  return entered === null
    ? run(executor, call, context, place, events)
    : waitAtGate(entered, executor, call, context, place, events);
}

async function waitAtGate(
  entered: Promise<void>,
  executor: ToolExecutor | undefined,
  call: ToolCall,
  context: DispatchContext,
  place: GatePlace,
  events: CallEvents | null,
): Promise<Dispatched> {
  try {
    await entered;
  } catch (error) {
    return ended("cancelled", messageOf(error), events);
  }
  return run(executor, call, context, place, events);
}

/** Steps 4 to 11, from inside the gate, which it leaves at the end. */
async function run(
  executor: ToolExecutor | undefined,
  call: ToolCall,
  context: DispatchContext,
  place: GatePlace | null,
  events: CallEvents | null,
): Promise<Dispatched> {
  const notes: string[] = [];
  try {
    if (place !== null) events?.entered();
    if (call.signal.aborted) return ended("cancelled", messageOf(call.signal.reason), events);
    if (executor === undefined) return ended("failed", context.unknown(call), events);
    const refused = context.refuse?.(executor, call.source.kind) ?? null;
    if (refused !== null) return ended("denied", refused, events);
    const mismatch = kindMismatch(executor, call);
    if (mismatch !== null) return ended("fatal", mismatch, events);
    const problem = inputProblem(executor, call, call.input);
    if (problem !== null) return ended("failed", problem, events);
    let current = call;
    const { hooks } = context;
    const hooked =
      hooks === null ? null : new HookedCall(hooks, executor, call, context, (report) => events?.hook(report));
    if (hooked !== null) {
      const before = await hooked.before(call.input);
      notes.push(...before.context);
      if ("deny" in before) return ended("denied", before.deny, events, notes);
      if (before.rewritten) {
        current = { ...call, input: before.input };
        const wrong = inputProblem(executor, call, before.input);
        if (wrong !== null) return ended("failed", wrong, events, notes);
      }
    }
    const decision = approve(executor, current, context, place, events, null);
    // Not awaited where nobody is asked: the handler then starts at once, before whatever else has just arrived.
    const denied = decision instanceof Promise ? await decision : decision;
    if (denied !== null) return ended("denied", denied, events, notes);
    const watching = watched(current, events);
    const { sessionId } = context;
    const startedAt = performance.now();
    let attempted: Attempted;
    try {
      const first = await attempt(executor, watching, { attempt: 1, unconfined: false, sessionId });
      attempted = { result: first, error: null, attempts: 1, handlerMs: performance.now() - startedAt };
    } catch (error) {
      const failure = { error, handlerMs: performance.now() - startedAt };
      const escalate = async (denial: ConfinementDenied): Promise<boolean> =>
        context.approvals !== null && (await approve(executor, current, context, place, events, denial)) === null;
      attempted = await attemptAgain(executor, watching, failure, escalate, sessionId);
    }
    const { result, error, attempts, handlerMs } = attempted;
    if (result === null) return ended("failed", messageOf(error), events, notes, attempted);
    const bad = checkResult(executor, result);
    if (bad !== null) {
      events?.badResult(bad);
      const text = `The tool ${executor.name} answered with a result that does not fit its own schema: ${bad}`;
      if (executor.onBadResult === "fail") return ended("failed", text, events, notes, attempted);
    }
    let replaced: string | null = null;
    if (hooked !== null) {
      const after = await hooked.after(current.input, result);
      notes.push(...after.context);
      if (after.block !== null) return ended("denied", after.block, events, notes, attempted);
      ({ replaced } = after);
    }
    tellAccepted(executor, result);
    const outcome = { status: "succeeded", result, replaced, handlerMs, attempts, context: notes } as const;
    events?.end(outcome);
    return outcome;
  } catch (error) {
    return ended(call.signal.aborted ? "cancelled" : "failed", messageOf(error), events, notes);
  } finally {
    place?.leave();
  }
}

/** A call whose progress is told to whoever listens for events, too. */
function watched(call: ToolCall, events: CallEvents | null): ToolCall {
  if (events === null) return call;
  return {
    ...call,
    onProgress: (progress) => {
      events.progress(progress);
      call.onProgress?.(progress);
    },
  };
}

/** What a tool does with the word that its result was accepted changes nothing about the result. */
function tellAccepted(executor: ToolExecutor, result: ToolResult): void {
  try {
    executor.onResultAccepted?.(result);
  } catch (error) {
    log("onResultAccepted of %s failed: %s", executor.name, messageOf(error));
  }
}

function ended(
  status: "failed" | "denied" | "cancelled" | "fatal",
  message: string,
  events: CallEvents | null,
  context: readonly string[] = [],
  { attempts, handlerMs }: { readonly attempts: number; readonly handlerMs: number } = { attempts: 0, handlerMs: 0 },
): Dispatched {
  const outcome = { status, message, attempts, handlerMs, context } as const;
  events?.end(outcome);
  return outcome;
}

function inputProblem(executor: ToolExecutor, call: ToolCall, input: unknown): string | null {
  if (call.problem !== null) return call.problem;
  // Arguments that a tool read itself are what its handler takes, not what its schema describes.
  const readByTool = executor.parseArguments !== undefined;
  if (executor.spec.type !== "function" || (readByTool && executor.spec.argumentsSchema === undefined)) return null;
  return checkInput(executor.spec, input);
}

function kindMismatch(executor: ToolExecutor, call: ToolCall): string | null {
  // A script hands over a value; what the tool makes of it depends on the tool alone.
  if (call.source.kind === "cell" || executor.kind === call.kind) return null;
  return executor.kind === "custom"
    ? `The tool ${executor.name} takes freeform text, but was called as a function with JSON arguments.`
    : `The tool ${executor.name} takes JSON arguments, but was called with freeform text.`;
}
