import type { Exposure, ToolKind, ToolSpec } from "./spec.ts";

/** Who made a call: the model directly, or a script in a cell. */
export type CallSource = { readonly kind: "direct" } | { readonly kind: "cell"; readonly cellId: string };

/** What a handler may use besides its input. */
export interface CallContext {
  /** Fires when the caller no longer wants the result: turn aborted, cell ended, deadline passed. */
  readonly signal: AbortSignal;
  /** Unique within the session; `exec-…` for calls made by scripts. */
  readonly callId: string;
  readonly source: CallSource;
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
}

/**
 * What a handler answers: `value` is what a script's promise resolves to (anything JSON can hold), `output` what a
 * model reads after a direct call.
 */
export interface ToolResult {
  readonly value: unknown;
  readonly output: ToolOutput;
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
  /** Settles when the tool can be called; waited for outside the gate. */
  readonly ready?: () => Promise<void>;
  /** Milliseconds after which a call's signal fires and the call fails; absent means no deadline. */
  readonly timeoutMs?: number;
  /** Set only by tools that make calls of their own: holding the gate meanwhile would block those. */
  readonly ungated?: true;
  /** Reads the JSON text of a direct call's arguments; absent means plain JSON. The problem is a text for the model. */
  readonly parseArguments?: (json: string) => { readonly input: unknown } | { readonly problem: string };
  /** Runs the tool. A thrown error is for the model: its message is what the model or script reads. */
  readonly handle: (input: unknown, context: CallContext) => Promise<ToolResult>;
  /** Sees the final result once it was handed to the caller. */
  readonly onResultAccepted?: (result: ToolResult) => void;
}
