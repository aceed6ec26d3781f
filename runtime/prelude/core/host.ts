// The only way out of the isolate: one callback of the runtime. Its first argument is the number the runtime gave this
// context, its second an operation. It never sees anything but strings and numbers.

/** `bridge(slot, operation, a, b)`; what it answers depends on the operation. */
type Bridge = (slot: number, operation: string, a?: string | number, b?: string, c?: string, d?: string) => unknown;

/** Settings of one cell, as JSON. `null` means no limit. */
interface CellSettings {
  readonly payloadBytes: number | null;
  readonly pendingCalls: number | null;
  readonly totalCalls: number | null;
  readonly timers: number | null;
  /** Bytes of stored values this cell may still add. */
  readonly storedBytes: number | null;
  /** Bytes that one frame can carry: holds where a limit of the same thing is larger or lifted. */
  readonly frameBytes: number;
  /** Whether calls tell where in the source they were made. */
  readonly callSites: boolean;
  /** Whether the source mentions ALL_TOOLS, so that it is worth making it a plain property at once. */
  readonly listTools: boolean;
  /** Whether the source names a web global, so that their code is better fetched before the script runs. */
  readonly usesWeb: boolean;
}

let bridge: Bridge = () => undefined;
let slot = -1;
let settings: CellSettings = {
  payloadBytes: null,
  pendingCalls: null,
  totalCalls: null,
  timers: null,
  storedBytes: null,
  frameBytes: 0,
  callSites: false,
  listTools: false,
  usesWeb: false,
};

/** After the end nothing leaves the isolate any more: the helpers do nothing. */
let ended = false;

const host = {
  /** Asks the runtime something that it answers at once. */
  ask(what: string, argument: string): string {
    return bridge(slot, what, argument) as string;
  },
};

/** Error codes of errors that stand for a limit; uncaught, they become the code of the cell. */
const limitCodes: WeakMap<object, string> = new WeakMap();

/** An error that says which limit was met; `code` is what the cell fails with if nobody catches it. */
function limitError(code: string, message: string): Error {
  const error = new Original.Error(message);
  weakMapSet(limitCodes, error, code);
  return error;
}
