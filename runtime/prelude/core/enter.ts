// The last file: what the runtime calls. The value of the joined prelude is `enter`.

/** Name of the global that receives the script's main function; gone before the script runs. */
const MAIN_GLOBAL = "isocell:main";

const engineGlobals = globalThis as Record<string, unknown>;
/**
 * The entry itself, and what V8 puts into every context but the reference does not have. V8 looks for some of it when it
 * makes an isolate from a snapshot, so it goes when a context is put to use.
 */
const UNWANTED_GLOBALS = ["isocell:enter", "WebAssembly", "SharedArrayBuffer", "Atomics", "Temporal"];

/** Connects a context to the runtime. */
function boot(callback: Bridge, number: number): void {
  bridge = callback;
  slot = number;
  for (let i = 0; i < UNWANTED_GLOBALS.length; i++) delete engineGlobals[UNWANTED_GLOBALS[i] as string];
}

/** Prepares the context for one cell. The module that is evaluated next calls the global with its main function. */
function start(settingsJson: string): void {
  settings = jsonParse(settingsJson) as CellSettings;
  defineAllTools(settings.listTools);
  if (settings.usesWeb) loadWeb();
  defineProperty(globalThis, MAIN_GLOBAL, {
    value: (main: () => Promise<unknown>) => {
      delete (globalThis as Record<string, unknown>)[MAIN_GLOBAL];
      runMain(main, completed, failed);
    },
    configurable: true,
  });
}

function completed(): void {
  finish("completed");
}

function failed(thrown: unknown): void {
  finish("failed", thrown);
}

function enter(operation: string, a: unknown, b: unknown): unknown {
  switch (operation) {
    case "result":
      deliverResult(a as number, true, b as string);
      return undefined;
    case "failure":
      deliverResult(a as number, false, b as string);
      return undefined;
    case "results":
      deliverResults(a as string, b as string);
      return undefined;
    case "timer":
      fireTimer(a as number);
      return undefined;
    case "boot":
      boot(a as Bridge, b as number);
      return undefined;
    case "start":
      start(a as string);
      return undefined;
    case "close":
      return close();
    default:
      return undefined;
  }
}
