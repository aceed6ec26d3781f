import type { ApprovalNeed, HookView, RetryPolicy, SearchView, ToolAnnotations } from "./annotations.ts";
import type { Exposure, ToolKind, ToolSpec } from "./spec.ts";

/**
 * Who made a call: the model directly, or a script in a cell. Where in the script is told where the host has hooks or
 * somebody to ask, and the stack of the script shows it.
 */
export type CallSource =
  | { readonly kind: "direct" }
  | { readonly kind: "cell"; readonly cellId: string; readonly site?: CallSite };

/** A place in a script, counted from 1. */
export interface CallSite {
  readonly line: number;
  readonly column: number;
}

/** What a handler may use besides its input. */
export interface CallContext {
  /** Fires when the caller no longer wants the result: turn aborted, cell ended, deadline passed. */
  readonly signal: AbortSignal;
  /** Unique within the session; `exec-…` for calls made by scripts. */
  readonly callId: string;
  readonly source: CallSource;
  /** The conversation that the call belongs to. Absent where there is none. */
  readonly sessionId?: string;
  /** Counts from 1; more than 1 when an earlier attempt of the same call failed. */
  readonly attempt: number;
  /** Set on the second attempt of a call whose first was denied by its confinement, after somebody agreed to that. */
  readonly unconfined: boolean;
  /** Tells whoever watches how far the call is. Cheap; nobody has to listen. */
  readonly reportProgress: (progress: ToolProgress) => void;
}

/** Progress of a long call, in units of the tool's own choosing. */
export interface ToolProgress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** One part of what a model is given as a tool's result. */
export type ContentItem =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image"; readonly imageUrl: string; readonly detail: "auto" | "low" | "high" | "original" }
  | { readonly type: "audio"; readonly audioUrl: string };

/** The result of a tool as a model reads it. `success` is for logs and hooks; the model sees only the content. */
export interface ToolOutput {
  readonly content: readonly ContentItem[];
  readonly success: boolean;
  /** Set where the tool itself cut the content: what it was cut from, for a host that keeps such texts. */
  readonly uncut?: UncutText;
}

/** A text of which a model is shown a part. */
export interface UncutText {
  readonly text: string;
  /** Bytes that were never kept, so that `text` says where they are missing. */
  readonly omittedBytes: number;
}

/**
 * What a handler answers: `value` is what a script's promise resolves to (anything JSON can hold), `output` what a
 * model reads after a direct call.
 */
export interface ToolResult {
  readonly value: unknown;
  readonly output: ToolOutput;
  /** Set where this is how an earlier call ended, which was answered while it went on: hooks are told of that call's end. */
  readonly endOf?: EarlierCall;
}

/** A call that was answered before it had ended. */
export interface EarlierCall {
  readonly callId: string;
  readonly source: CallSource;
  readonly tool: { readonly namespace: string; readonly name: string };
  readonly input: unknown;
  /** How hooks see that call and the value of its end. */
  readonly hooks: HookView;
}

/**
 * One object that owns everything about a tool, so that what is advertised and what runs cannot drift apart.
 * `defineTool` makes one from a plain function.
 */
export interface ToolExecutor {
  /** Name within the namespace, as the tool's owner spells it. */
  readonly name: string;
  /** Empty for the default namespace. */
  readonly namespace: string;
  readonly kind: ToolKind;
  readonly spec: ToolSpec;
  readonly exposure: Exposure;
  /** Whether a call with these arguments may share the gate. Absent or throwing means it runs alone. */
  readonly parallel: (input: unknown) => boolean;
  readonly annotations?: ToolAnnotations;
  /** What a namespace is for, in a sentence or more; the first member that says it speaks for all. */
  readonly namespaceDescription?: string;
  readonly search?: SearchView;
  readonly hooks?: HookView;
  /** Absent: no approval is ever needed. */
  readonly approval?: ApprovalNeed;
  /** Applied where the tool is idempotent or the failure is a `NothingDone`. */
  readonly retry?: RetryPolicy;
  /** What becomes of a result that does not fit the output schema, besides the event. Default `accept`. */
  readonly onBadResult?: "accept" | "fail";
  /** Most tokens of a direct call's output. Default 10,000; infinite for tools that cut their output themselves. */
  readonly maxOutputTokens?: number;
  /** What a model reads of a direct call that was ended from outside after so many seconds. Default: a common text. */
  readonly abortedText?: (seconds: string) => string;
  /**
   * What a model reads of a direct call that failed: its arguments could not be used, or the handler threw; with the
   * milliseconds that the handler ran. Default: the message alone.
   */
  readonly failedOutput?: (message: string, handlerMs: number) => ToolOutput;
  /** Settles when the tool can be called; waited for outside the gate. */
  readonly ready?: () => Promise<void>;
  /** Milliseconds after which a call's signal fires and the call fails; absent means no deadline. */
  readonly timeoutMs?: number;
  /** Set only by tools that make calls of their own: holding the gate meanwhile would block those. */
  readonly ungated?: true;
  /**
   * Reads the JSON text of a direct call's arguments; absent means plain JSON. The problem is a text for the model. What it
   * read is not checked against the schema, unless the spec has an `argumentsSchema`.
   */
  readonly parseArguments?: (json: string) => { readonly input: unknown } | { readonly problem: string };
  /** Runs the tool. A thrown error is for the model: its message is what the model or script reads. */
  readonly handle: (input: unknown, context: CallContext) => Promise<ToolResult>;
  /** Sees the final result once it was handed to the caller. */
  readonly onResultAccepted?: (result: ToolResult) => void;
}

/** Thrown by a handler that failed before it did anything: the call may be tried again without harm. */
export class NothingDone extends Error {
  override readonly name: string = "NothingDone";
}

/**
 * Thrown by a handler whose confinement kept it from doing its work. With an approval it is called once more, with
 * `unconfined` set.
 */
export class ConfinementDenied extends Error {
  override readonly name: string = "ConfinementDenied";
  /** What was denied, for the question: "write /etc/hosts". */
  readonly denied: string;
  /** What the call came to all the same: its result, where nobody allows another attempt. Absent: the call has failed. */
  readonly result: ToolResult | undefined;

  constructor(message: string, denied: string, result?: ToolResult) {
    super(message);
    this.denied = denied;
    this.result = result;
  }
}
