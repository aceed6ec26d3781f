/** What the warm-up uses of a context with the prelude in it. */
interface PreludeGlobals {
  readonly "isocell:enter": (operation: string, a?: unknown, b?: unknown) => unknown;
  readonly "isocell:main": (main: () => Promise<void>) => void;
  readonly text: (value: unknown) => void;
  readonly tools: { readonly [name: string]: (argument: unknown) => Promise<unknown> };
}

/** A cell as most are: it calls a tool, emits what came back, and ends. Runs inside an isolate and sees nothing of here. */
function runTypicalCell(globals: PreludeGlobals): void {
  const enter = globals["isocell:enter"];
  const answers: { readonly [operation: string]: unknown } = { text: true, tool: 0 };
  enter("boot", (_slot: number, operation: string) => answers[operation], 0);
  const limits = {
    payloadBytes: null,
    pendingCalls: 9,
    totalCalls: 9,
    timers: null,
    storedBytes: null,
    frameBytes: 1e6,
  };
  enter("start", JSON.stringify({ ...limits, callSites: false, listTools: false, usesWeb: false }));
  globals["isocell:main"](async () => {
    globals.text("warm");
    globals.text(await globals.tools["any"]?.({}));
  });
  // Calls leave at the end of the turn; only then can one be answered.
  void Promise.resolve()
    .then(() => undefined)
    .then(() => enter("result", 0, "{}"))
    .then(() => undefined)
    .then(() => undefined)
    .then(() => enter("close"));
}

/**
 * Script that makes V8 compile the functions that most cells use, before it takes the snapshot that has them ready. It
 * runs in a context that is thrown away.
 */
export const WARM_UP: string = `(${runTypicalCell.toString()})(globalThis)`;
