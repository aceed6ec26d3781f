/**
 * A model's call, as a step takes it: `arguments` is JSON text, unchecked; `input` the text of a custom tool. The
 * default namespace is the empty one. A name that was never shown is passed on, so that the step can say what it thinks
 * of it. `problem` is a text for the model: the call cannot be passed on.
 */
export type ModelCall =
  | (CallTarget & { readonly arguments: string })
  | (CallTarget & { readonly input: string })
  | (CallTarget & { readonly problem: string });

/** Which call it is, and of what. */
export interface CallTarget {
  /** Absent where the protocol does not name calls. */
  readonly callId?: string;
  readonly namespace: string;
  readonly name: string;
}
