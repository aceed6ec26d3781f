import type { ToolExecutor, ToolProgress } from "../../tools/index.ts";
import type { CallIdentity, EventSink } from "../events/events.ts";
import type { HookReport } from "../hooks/contract.ts";
import type { Dispatched, ToolCall } from "./call.ts";

/** Tells a sink what happens to one call. Made only while somebody listens. */
export class CallEvents {
  readonly #sink: EventSink;
  readonly #identity: CallIdentity;
  readonly #beganAt: number = performance.now();
  #gateMs = 0;

  constructor(
    sink: EventSink,
    call: ToolCall,
    executor: ToolExecutor | undefined,
    place: { readonly sessionId: string; readonly stepId: string },
  ) {
    const { callId, namespace, name, source, inputText } = call;
    const inputBytes = Buffer.byteLength(inputText);
    this.#sink = sink;
    this.#identity = { sessionId: place.sessionId, stepId: place.stepId, callId, namespace, name, source };
    sink({
      type: "call/begin",
      at: this.#beganAt,
      ...this.#identity,
      exposure: executor?.exposure ?? null,
      inputBytes,
    });
  }

  /** The call has passed the gate. */
  entered(): void {
    this.#gateMs = performance.now() - this.#beganAt;
  }

  hook(report: HookReport): void {
    this.#sink({ type: "hook/run", at: performance.now(), ...this.#identity, ...report });
  }

  approval(answer: "allow" | "allow-for-session" | "deny", by: "policy" | "session" | "asked", ms: number): void {
    this.#sink({ type: "approval/decided", at: performance.now(), ...this.#identity, answer, by, ms });
  }

  /** What a tool says of its progress may be anything; what is no number of steps is not told. */
  progress({ progress, total, message }: ToolProgress): void {
    if (!isAmount(progress)) return;
    const details = {
      ...(isAmount(total) ? { total } : {}),
      ...(typeof message === "string" ? { message } : {}),
    };
    this.#sink({ type: "call/progress", at: performance.now(), ...this.#identity, progress, ...details });
  }

  badResult(problem: string): void {
    this.#sink({ type: "call/bad-result", at: performance.now(), ...this.#identity, problem });
  }

  end(ended: Dispatched): void {
    const { attempts, handlerMs } = ended;
    const times = { attempts, gateMs: this.#gateMs, handlerMs };
    const common = { type: "call/end", at: performance.now(), ...this.#identity, ...times } as const;
    if (ended.status === "succeeded") {
      this.#sink({ ...common, outcome: "succeeded", outputBytes: bytesOf(ended.result.value) });
    } else {
      const { status, message } = ended;
      this.#sink({ ...common, outcome: status, message, outputBytes: Buffer.byteLength(message) });
    }
  }
}

function isAmount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}

/** Bytes of a value as JSON; 0 for what JSON cannot hold. */
function bytesOf(value: unknown): number {
  try {
    return Buffer.byteLength(JSON.stringify(value) ?? "");
  } catch {
    return 0;
  }
}
