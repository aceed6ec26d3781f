/** A listener and whether it is heard only once. */
interface AbortListener {
  readonly callback: object;
  readonly once: boolean;
}

/** Everything a signal is; the object a script holds only has it in a private field. */
interface SignalState {
  /** The object of the script, which is what events name as their target. */
  target: object;
  aborted: boolean;
  reason: unknown;
  /** What was assigned to `onabort`. */
  handler: unknown;
  listeners: AbortListener[];
  /** Signals made of this one by AbortSignal.any. */
  readonly dependents: SignalState[];
}

interface AbortAccess {
  readonly Signal: unknown;
  readonly Controller: unknown;
}

let abortAccess: AbortAccess | null = null;

function abortClasses(): AbortAccess {
  return (abortAccess ??= makeAbortClasses());
}

function newSignalState(): SignalState {
  return {
    target: newList(),
    aborted: false,
    reason: undefined,
    handler: null,
    listeners: newList(),
    dependents: newList(),
  };
}

function abortReason(given: unknown, called: object): unknown {
  return given === undefined ? namedError("AbortError", "This operation was aborted", called) : given;
}

/** Aborts a signal and those made of it. All of them are aborted before the first listener hears of any. */
function abortSignal(state: SignalState, reason: unknown): void {
  if (state.aborted) return;
  const affected = newList<SignalState>();
  affected[0] = state;
  state.aborted = true;
  state.reason = reason;
  // Dependents have none of their own: they hang on the sources of whatever they were made of.
  for (let i = 0; i < state.dependents.length; i++) {
    const dependent = state.dependents[i] as SignalState;
    if (dependent.aborted) continue;
    dependent.aborted = true;
    dependent.reason = reason;
    affected[affected.length] = dependent;
  }
  state.dependents.length = 0;
  for (let i = 0; i < affected.length; i++) {
    const next = affected[i] as SignalState;
    dispatchTo(next, newAbortEvent(next.target));
  }
}

function newAbortEvent(target: object): object {
  return { type: "abort", target, currentTarget: target, isTrusted: true, defaultPrevented: false };
}

/** Calls what listens for "abort". What a listener throws goes where a timer's exception goes. */
function dispatchTo(state: SignalState, event: object): void {
  // The list is replaced, never changed, so this one stays what it is while listeners come and go.
  const listeners = state.listeners;
  callListener(state.handler, state.target, event);
  for (let i = 0; i < listeners.length; i++) {
    const listener = listeners[i] as AbortListener;
    if (!isListed(state.listeners, listener)) continue;
    if (listener.once) state.listeners = listenersWithout(state.listeners, listener.callback);
    callListener(listener.callback, state.target, event);
  }
}

function callListener(listener: unknown, target: object, event: object): void {
  try {
    if (typeof listener === "function") {
      apply(listener, target, [event]);
    } else if (typeof listener === "object" && listener !== null) {
      const handle: unknown = (listener as { handleEvent?: unknown }).handleEvent;
      if (typeof handle === "function") apply(handle, listener, [event]);
    }
  } catch (error) {
    reportCallbackError(error);
  }
}

function isListed(listeners: AbortListener[], listener: AbortListener): boolean {
  for (let i = 0; i < listeners.length; i++) if (listeners[i] === listener) return true;
  return false;
}

function listenersWithout(listeners: AbortListener[], callback: unknown): AbortListener[] {
  const rest = newList<AbortListener>();
  for (let i = 0; i < listeners.length; i++) {
    const listener = listeners[i] as AbortListener;
    if (listener.callback !== callback) rest[rest.length] = listener;
  }
  return rest;
}

function listenersWith(listeners: AbortListener[], added: AbortListener): AbortListener[] {
  const all = listenersWithout(listeners, null);
  for (let i = 0; i < all.length; i++) if ((all[i] as AbortListener).callback === added.callback) return all;
  all[all.length] = added;
  return all;
}

/** The signals a new one depends on: those given, and for those that depend on others, the others. */
function rootsOf(given: SignalState, sources: SignalState[]): SignalState[] {
  if (sources.length === 0) {
    const single = newList<SignalState>();
    single[0] = given;
    return single;
  }
  return sources;
}
