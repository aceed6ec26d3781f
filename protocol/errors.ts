/**
 * Every code isocell reports, with who is told and when.
 *
 * `outcome` codes are data: they stand in `outcome.error.code` of a cell. `caller` codes are thrown or rejected
 * as an {@link IsocellError}, because the embedder (or the host itself) made the mistake or lost something.
 */
export const ERROR_CODES = {
  script: { audience: "outcome", when: "the script threw, or a promise it awaited rejected" },
  syntax: { audience: "outcome", when: "the source does not compile, or imports a module" },
  source_too_large: { audience: "outcome", when: "the source is longer than limits.sourceBytes, or than a frame" },
  memory: { audience: "outcome", when: "the cell needed more than limits.memoryMb" },
  cpu: { audience: "outcome", when: "the cell computed longer than limits.cpuMs" },
  wall: { audience: "outcome", when: "the cell existed longer than limits.wallMs" },
  idle: { audience: "outcome", when: "nothing happened for limits.idleMs but waiting for tool calls" },
  deadlock: { audience: "outcome", when: "nothing is pending and nothing can settle the script's promise any more" },
  payload_too_large: {
    audience: "outcome",
    when: "one argument or result is larger than limits.payloadBytes, or than a frame; an item of output than a frame",
  },
  too_many_calls: { audience: "outcome", when: "the cell made more calls than limits.totalCalls" },
  too_many_timers: { audience: "outcome", when: "the cell held more timers than limits.timers" },
  store_full: {
    audience: "outcome",
    when: "stored values would exceed limits.storedBytes, or those of one cell a frame",
  },
  crashed: { audience: "outcome", when: "the cell took its runtime process down" },
  lost: { audience: "outcome", when: "the runtime process went away after the cell had called a tool" },
  internal: { audience: "outcome", when: "the runtime itself failed; a bug worth reporting" },
  cell_not_found: { audience: "outcome", when: "a cell id is unknown, or its result was already read" },
  cell_observed: { audience: "outcome", when: "a second wait was started on a cell" },
  host_closed: { audience: "caller", when: "the host was closed" },
  session_closed: { audience: "caller", when: "the session was closed" },
  runtime_unavailable: { audience: "caller", when: "no runtime process could be started" },
  protocol_violation: { audience: "caller", when: "a frame was malformed, too large or out of place" },
  invalid_options: { audience: "caller", when: "an option is unknown or has the wrong type" },
  invalid_config: { audience: "caller", when: "a configuration file is missing or wrong" },
  invalid_tool: { audience: "caller", when: "a tool definition is not usable" },
  duplicate_tool: { audience: "caller", when: "two tools have the same name" },
  mcp_failed: { audience: "caller", when: "an MCP server could not be started or failed" },
} as const;

/** A code of {@link ERROR_CODES}. */
export type ErrorCode = keyof typeof ERROR_CODES;

type CodesFor<A> = { [C in ErrorCode]: (typeof ERROR_CODES)[C]["audience"] extends A ? C : never }[ErrorCode];
/** Codes that appear in an outcome. */
export type OutcomeErrorCode = CodesFor<"outcome">;
/** Codes that are thrown or rejected. */
export type CallerErrorCode = CodesFor<"caller">;

/** The one error class isocell throws at its callers: a stable `code`, a message that says what to do, typed `data`. */
export class IsocellError extends Error {
  override readonly name = "IsocellError";
  readonly code: CallerErrorCode;
  readonly data: Readonly<Record<string, unknown>>;

  constructor(
    code: CallerErrorCode,
    message: string,
    options: { data?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.data = Object.freeze({ ...options.data });
  }
}

/** Whether a string is one of the codes an outcome may carry; used to check what the runtime process claims. */
export function isOutcomeErrorCode(code: string): code is OutcomeErrorCode {
  return Object.hasOwn(ERROR_CODES, code) && ERROR_CODES[code as ErrorCode].audience === "outcome";
}
