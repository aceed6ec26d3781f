import { debuglog } from "node:util";
import { IsocellError } from "../../protocol/index.ts";
import { anyChannelActive, publish } from "./channels.ts";
import type { EventSink, HostEvent } from "./events.ts";
import { installDebugPrinter } from "./debug-printer.ts";
import { visible } from "./visible.ts";

/** Events that observers may cause while one is delivered. An observer that answers each event with another ends here. */
const MAX_WAITING = 10_000;

const log = debuglog("isocell");

/** Registers an observer; what comes back takes it away again and may be called twice. */
export type Subscribe = (sink: EventSink) => () => void;

/** Something that can be observed: a host, or an emitter. */
export interface EventSource {
  readonly subscribe: Subscribe;
}

interface Observer {
  readonly sink: EventSink;
  live: boolean;
}

/**
 * Where a host's events go: observers of the host, and the channels of `node:diagnostics_channel`.
 *
 * Whoever has something to tell asks `active` first and builds no event while nobody listens.
 */
export class Emitter implements EventSource {
  /** Replaced, never changed: a delivery goes on with the list it began with. */
  #observers: readonly Observer[] = [];
  #waiting: HostEvent[] = [];
  #delivering = false;
  #lost = 0;

  constructor(options: { readonly onEvent?: EventSink | undefined } = {}) {
    installDebugPrinter();
    if (options.onEvent !== undefined) this.subscribe(options.onEvent);
  }

  /** Whether anybody listens, here or on a channel. */
  get active(): boolean {
    return this.#observers.length > 0 || anyChannelActive();
  }

  /**
   * Adds an observer, also while an event is delivered: it sees those that are delivered after that one. The same
   * function added twice is called twice. What it throws is ignored; `NODE_DEBUG=isocell` shows it. Throws
   * `invalid_options` for what is not a function.
   */
  readonly subscribe: Subscribe = (sink) => {
    if (typeof sink !== "function") {
      throw new IsocellError(
        "invalid_options",
        `An observer of events must be a function; it is of type ${typeof sink}.`,
      );
    }
    const observer: Observer = { sink, live: true };
    this.#observers = [...this.#observers, observer];
    return () => {
      observer.live = false;
      this.#observers = this.#observers.filter((other) => other !== observer);
    };
  };

  /**
   * Delivers an event to everybody before it returns; never throws. Called by an observer, it returns at once, and the
   * event is delivered when everybody has seen the one that is under way: all see all events in the same order.
   */
  readonly emit: EventSink = (event) => {
    if (this.#delivering) {
      if (this.#waiting.length < MAX_WAITING) this.#waiting.push(event);
      else this.#lost += 1;
      return;
    }
    this.#delivering = true;
    try {
      this.#deliver(event);
      // Grows while it is read; it is short, and nothing is taken off its front.
      for (let next = 0; next < this.#waiting.length; next++) {
        const waiting = this.#waiting[next];
        if (waiting !== undefined) this.#deliver(waiting);
      }
      if (this.#lost > 0) log("%d events dropped: an observer answers events with events", this.#lost);
    } finally {
      this.#delivering = false;
      if (this.#waiting.length > 0) this.#waiting = [];
      this.#lost = 0;
    }
  };

  #deliver(event: HostEvent): void {
    // All observers share it; none may change what the next one sees.
    if ("source" in event) Object.freeze(event.source);
    Object.freeze(event);
    for (const observer of this.#observers) {
      if (!observer.live) continue;
      try {
        // Declared to return nothing, but an asynchronous function is one, too.
        const returned: unknown = observer.sink(event);
        if (returned instanceof Promise) returned.catch(reportObserver);
      } catch (error) {
        reportObserver(error);
      }
    }
    publish(event);
  }
}

function reportObserver(error: unknown): void {
  log("an observer of events failed: %s", textOf(error));
}

/** Never throws: what an observer threw may have been made to. */
function textOf(error: unknown): string {
  try {
    return visible(String(error instanceof Error ? error.message : error));
  } catch {
    return "it threw what cannot be shown";
  }
}
