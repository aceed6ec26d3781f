// The prelude in a context of node:vm, with the runtime's side of the bridge played by the test.
import vm from "node:vm";
import { answerUrl } from "../../../runtime/bridge/url-answers.ts";
import { PRELUDE_FILE, readPrelude } from "../../../runtime/prelude-source.ts";

const SOURCE = readPrelude();
const SCRIPT = new vm.Script(SOURCE.core, { filename: PRELUDE_FILE });

const NO_LIMITS = {
  payloadBytes: null,
  pendingCalls: null,
  totalCalls: null,
  timers: null,
  storedBytes: null,
  frameBytes: 1_000_000,
};

type Bridge = (slot: number, operation: string, a?: unknown, b?: unknown) => unknown;
type Enter = (operation: "boot" | "start" | "timer", a: unknown, b?: unknown) => void;

/** A context with the prelude in it, before any script has run. */
export class PreludeContext {
  /** Text items emitted so far. */
  readonly texts: string[] = [];
  /** Timers that were set, by number: their delay in milliseconds. */
  readonly timers: Map<number, number> = new Map();
  /** What callbacks threw: the text the cell would fail with. */
  readonly failures: string[] = [];
  /** With a global object of V8's own: one made of a given object behaves differently when properties are defined. */
  readonly #context: vm.Context = vm.createContext(vm.constants.DONT_CONTEXTIFY);
  readonly #enter: Enter;

  constructor() {
    this.#enter = SCRIPT.runInContext(this.#context) as Enter;
    const bridge: Bridge = (_slot, operation, a, b) => this.#answer(operation, a, b);
    this.#enter("boot", bridge, 0);
    // As for a script whose source names a web global.
    this.#enter("start", JSON.stringify({ ...NO_LIMITS, listTools: false, usesWeb: true }));
  }

  /** Runs a script and returns its value, which belongs to the context's realm. */
  run(source: string): unknown {
    return vm.runInContext(source, this.#context, { filename: "exec_main.mjs" });
  }

  /** Runs the body of a function, with values of the test as its arguments. */
  call(body: string, ...args: unknown[]): unknown {
    const run = this.run(`(function (...args) { ${body} })`) as (...args: unknown[]) => unknown;
    return run(...args);
  }

  /** What console.log emits for an expression. */
  log(expression: string): string {
    this.texts.length = 0;
    this.run(`console.log(${expression})`);
    return this.texts.join("\n---\n");
  }

  fire(timer: number): void {
    this.timers.delete(timer);
    this.#enter("timer", timer);
  }

  #answer(operation: string, a: unknown, b: unknown): unknown {
    switch (operation) {
      case "text":
        this.texts.push(String(a));
        return true;
      case "web":
        return SOURCE.web;
      case "url":
        return answerUrl(String(a));
      case "timer":
        this.timers.set(Number(a), Number(b));
        return undefined;
      case "untimer":
        this.timers.delete(Number(a));
        return undefined;
      case "done":
        this.failures.push(String(b));
        return undefined;
      default:
        return undefined;
    }
  }
}

/** Lets every microtask of the context run. */
export async function settle(): Promise<void> {
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
}
