// The only file that knows isolated-vm. What it hands out takes and gives strings, numbers and booleans.
import ivm from "isolated-vm";
import { PRELUDE_FILE, readPrelude } from "../prelude-source.ts";
import { WARM_UP } from "./warm-up.ts";

/** File name of the script in stack traces, as in the reference. Must match `prelude/core/call-site.ts`. */
const SCRIPT_FILE = "exec_main.mjs";

/** Answers of the runtime to what a context asks; see `prelude/core/host.ts`. */
export type BridgeHandler = (
  slot: number,
  operation: string,
  a: string | number,
  b: string,
  c: string,
  d: string,
) => string | number | boolean | undefined;

/** How an entry into an isolate ended. `threw` is only a rejection that the script left unhandled. */
export type EntryEnd = "returned" | "threw" | "timed-out" | "gone";

const TIMED_OUT = "Script execution timed out.";

/** Global under which a new context holds the prelude's entry; `boot` deletes it. Must match `prelude/core/enter.ts`. */
const ENTER_GLOBAL = "isocell:enter";

/** Creates isolates and contexts with the prelude in them. One per worker. */
export class Engine {
  readonly #callback: ivm.Callback<BridgeHandler>;
  /** Script that leaves the prelude's entry under ENTER_GLOBAL. */
  readonly #prelude: string;
  /** Code of the globals that are made on demand; see `prelude-source.ts`. */
  readonly webSource: string;
  readonly #webPattern: RegExp;
  #snapshot: ivm.ExternalCopy<ArrayBuffer> | null = null;

  constructor(handler: BridgeHandler) {
    this.#callback = new ivm.Callback(handler);
    const { core, web, webNames } = readPrelude();
    this.#webPattern = new RegExp(`\\b(?:${webNames.join("|")})\\b`, "u");
    this.#prelude = `Object.defineProperty(globalThis, ${JSON.stringify(ENTER_GLOBAL)}, { value: ${core}, configurable: true });`;
    this.webSource = web;
  }

  /** Whether a source mentions a global whose code is made on demand. */
  namesWebGlobal(source: string): boolean {
    return this.#webPattern.test(source);
  }

  /** Whether new isolates come from a snapshot. */
  get hasSnapshot(): boolean {
    return this.#snapshot !== null;
  }

  /**
   * Makes the snapshot from which isolates come from now on, with the prelude in it, evaluated, and its usual functions
   * compiled. Takes as long as ten isolates without one, so it is not worth it before the first few cells have run.
   */
  makeSnapshot(): void {
    this.#snapshot ??= ivm.Isolate.createSnapshot([{ code: this.#prelude, filename: PRELUDE_FILE }], WARM_UP);
  }

  /** `onOutOfMemory` keeps the process alive when V8 gives up on the isolate; its thread then sleeps for ever. */
  createIsolate(memoryMb: number, onOutOfMemory: (() => void) | null): CellIsolate {
    const snapshot = this.#snapshot;
    const isolate = new ivm.Isolate({
      memoryLimit: memoryMb,
      ...(snapshot === null ? {} : { snapshot }),
      ...(onOutOfMemory === null ? {} : { onCatastrophicError: onOutOfMemory }),
    });
    return new CellIsolate(isolate, memoryMb, (slot) => {
      const context = isolate.createContextSync();
      if (snapshot === null) isolate.compileScriptSync(this.#prelude, { filename: PRELUDE_FILE }).runSync(context);
      const enter = context.global.getSync(ENTER_GLOBAL, { reference: true }) as ivm.Reference<EnterFunction>;
      enter.applySync(undefined, ["boot", this.#callback, slot]);
      return new CellContext(isolate, context, enter);
    });
  }
}

type EnterFunction = (operation: string, a?: unknown, b?: unknown) => unknown;

/** One V8 isolate. */
export class CellIsolate {
  readonly #isolate: ivm.Isolate;
  readonly #newContext: (slot: number) => CellContext;
  readonly memoryMb: number;

  constructor(isolate: ivm.Isolate, memoryMb: number, newContext: (slot: number) => CellContext) {
    this.#isolate = isolate;
    this.#newContext = newContext;
    this.memoryMb = memoryMb;
  }

  createContext(slot: number): CellContext {
    return this.#newContext(slot);
  }

  get disposed(): boolean {
    return this.#isolate.isDisposed;
  }

  /** Ends whatever runs in it. May be called twice, and from inside a bridge call. */
  dispose(): void {
    if (!this.#isolate.isDisposed) this.#isolate.dispose();
  }

  /** Microseconds this isolate has computed so far; readable while it runs. */
  cpuMicros(): number {
    return this.#isolate.isDisposed ? 0 : Number(this.#isolate.cpuTime / 1000n);
  }

  /** Bytes the isolate's heap and buffers take; waits for the isolate if it is running. */
  memoryBytes(): number {
    if (this.#isolate.isDisposed) return 0;
    const heap = this.#isolate.getHeapStatisticsSync();
    return heap.total_heap_size + heap.externally_allocated_size;
  }
}

/** A syntax error with its position in the source, counted from 1; 0 where V8 gave none. */
export class SourceError extends Error {
  readonly line: number;
  readonly column: number;

  constructor(message: string, line: number, column: number) {
    super(message);
    this.line = line;
    this.column = column;
  }
}

/** A context with the prelude, and the way into it. */
export class CellContext {
  readonly #isolate: ivm.Isolate;
  readonly #context: ivm.Context;
  readonly #enter: ivm.Reference<EnterFunction>;
  #main: ivm.Module | null = null;

  constructor(isolate: ivm.Isolate, context: ivm.Context, enter: ivm.Reference<EnterFunction>) {
    this.#isolate = isolate;
    this.#context = context;
    this.#enter = enter;
  }

  /** Compiles a source without running it and returns its static imports. Throws a SourceError. */
  checkModule(source: string): readonly string[] {
    try {
      const module = this.#isolate.compileModuleSync(source, { filename: SCRIPT_FILE });
      const imports = module.dependencySpecifiers;
      module.release();
      return imports;
    } catch (error) {
      throw asSourceError(error);
    }
  }

  /** Compiles the module that will be run by `main`; its first line counts as line 0. Throws a SourceError. */
  loadMain(source: string): void {
    try {
      this.#main = this.#isolate.compileModuleSync(source, { filename: SCRIPT_FILE, lineOffset: -1 });
      this.#main.instantiateSync(this.#context, () => {
        throw new Error("a cell has no imports");
      });
    } catch (error) {
      throw asSourceError(error);
    }
  }

  /** Calls the prelude and waits for its answer; for short calls that run none of the script's code. */
  call(operation: string, a?: string | number): string | number | undefined {
    return this.#enter.applySync(undefined, [operation, a], { result: { copy: true } }) as string | number | undefined;
  }

  /** Runs the loaded module on this thread. */
  mainInline(timeoutMs: number | undefined): EntryEnd {
    return this.#inline(timeoutMs, (options) => this.#main?.evaluateSync(options));
  }

  /** Calls the prelude on this thread; script code runs until nothing is left to do. */
  enterInline(operation: string, a: string | number, b: string, timeoutMs: number | undefined): EntryEnd {
    return this.#inline(timeoutMs, (options) => this.#enter.applySync(undefined, [operation, a, b], options));
  }

  /** Runs the loaded module on a thread of isolated-vm. */
  mainAsync(): Promise<EntryEnd> {
    return this.#settled(this.#main?.evaluate() ?? Promise.resolve());
  }

  /** Calls the prelude on a thread of isolated-vm. */
  enterAsync(operation: string, a: string | number, b: string): Promise<EntryEnd> {
    return this.#settled(this.#enter.apply(undefined, [operation, a, b]));
  }

  /** Lets go of the context so that its memory can be collected, while its isolate lives on. */
  release(): void {
    if (this.#isolate.isDisposed) return;
    this.#main?.release();
    this.#enter.release();
    this.#context.release();
  }

  #inline(timeoutMs: number | undefined, run: (options: ivm.RunOptions) => unknown): EntryEnd {
    try {
      run(timeoutMs === undefined ? {} : { timeout: timeoutMs });
      return "returned";
    } catch (error) {
      return this.#classify(error);
    }
  }

  async #settled(entry: Promise<unknown>): Promise<EntryEnd> {
    try {
      await entry;
      return "returned";
    } catch (error) {
      return this.#classify(error);
    }
  }

  #classify(error: unknown): EntryEnd {
    if (this.#isolate.isDisposed) return "gone";
    // A script can reject with this message itself; whoever set the timeout checks the time that passed.
    return error instanceof Error && error.message === TIMED_OUT ? "timed-out" : "threw";
  }
}

function asSourceError(error: unknown): unknown {
  if (!(error instanceof SyntaxError)) return error;
  const found = /^(.*) \[(?:[^\]]*):(\d+):(\d+)\]$/su.exec(error.message);
  const message = found?.[1] ?? error.message;
  return new SourceError(`SyntaxError: ${message}`, Number(found?.[2] ?? 0), Number(found?.[3] ?? 0));
}
