/** What one handler wants. Texts are as it gave them; how the model reads them is decided over all handlers. */
export interface Effect {
  readonly deny?: string;
  readonly rewrite?: { readonly input: unknown };
  readonly block?: string;
  readonly replace?: string;
  readonly context?: readonly string[];
  /** What in its answer was left aside, for reports. */
  readonly ignored?: string;
}

/** Thrown by a handler that failed. The message may reach the model; `detail` is for reports alone. */
export class HookFailure extends Error {
  override readonly name: string = "HookFailure";
  readonly detail: string;

  constructor(message: string, detail: string = "") {
    super(message);
    this.detail = detail;
  }
}
