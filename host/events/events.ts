import type { CallSource, Exposure } from "../../tools/index.ts";

/** A call as all its events name it. Times are milliseconds of `performance.now()`, sizes bytes of JSON or text. */
export interface CallIdentity {
  readonly sessionId: string;
  readonly stepId: string;
  readonly callId: string;
  readonly namespace: string;
  readonly name: string;
  readonly source: CallSource;
}

/** How a call ended. */
export type CallOutcome = "succeeded" | "failed" | "denied" | "cancelled" | "fatal";

/** Everything a host tells whoever observes it. Delivered in order, synchronously; an observer that throws is ignored. */
export type HostEvent =
  | {
      readonly type: "tool/dropped";
      readonly source: string;
      readonly namespace: string;
      readonly name: string;
      readonly reason: string;
    }
  | {
      /** The tools of `source` (`mcp:<server>`) are others now: the next step has them. */
      readonly type: "tools/changed";
      readonly at: number;
      readonly source: string;
    }
  | {
      /** An MCP server has started, or started again. */
      readonly type: "server/ready";
      readonly at: number;
      readonly server: string;
      readonly tools: number;
      readonly ms: number;
    }
  | {
      readonly type: "server/failed";
      readonly at: number;
      readonly server: string;
      /** Its first start, its work, a start after it had ended, or reading its tools again. */
      readonly during: "start" | "work" | "restart" | "list";
      /** With what the server printed last. */
      readonly message: string;
      /** Milliseconds until it is started again; null where it is not. */
      readonly retryMs: number | null;
    }
  | {
      /** An MCP server's message for whoever runs it. */
      readonly type: "server/log";
      readonly at: number;
      readonly server: string;
      readonly level: string;
      readonly logger?: string;
      readonly message: string;
    }
  | {
      /** An MCP server had somebody asked. */
      readonly type: "server/elicitation";
      readonly at: number;
      readonly server: string;
      readonly kind: "form" | "url";
      readonly action: "accept" | "decline" | "cancel";
      readonly ms: number;
      /** What was wrong with an answer that counts as `cancel` because of that. */
      readonly detail?: string;
    }
  | {
      readonly type: "step/planned";
      readonly at: number;
      readonly sessionId: string;
      readonly stepId: string;
      readonly tools: number;
      readonly listed: number;
      readonly ms: number;
    }
  | (CallIdentity & {
      readonly type: "call/begin";
      readonly at: number;
      readonly exposure: Exposure | null;
      readonly inputBytes: number;
    })
  | (CallIdentity & {
      readonly type: "call/end";
      readonly at: number;
      readonly outcome: CallOutcome;
      /** Text of the failure, for all outcomes but `succeeded`. */
      readonly message?: string;
      readonly attempts: number;
      readonly gateMs: number;
      readonly handlerMs: number;
      readonly outputBytes: number;
    })
  | (CallIdentity & {
      /** How far a call is, in units of its tool's choosing; finite and not negative. */
      readonly type: "call/progress";
      readonly at: number;
      readonly progress: number;
      readonly total?: number;
      readonly message?: string;
    })
  | (CallIdentity & { readonly type: "call/bad-result"; readonly at: number; readonly problem: string })
  | (CallIdentity & {
      readonly type: "hook/run";
      readonly at: number;
      readonly event: "before" | "after";
      readonly hook: string;
      readonly decision: "none" | "deny" | "rewrite" | "context" | "replace" | "failed";
      readonly ms: number;
      readonly detail?: string;
    })
  | (CallIdentity & {
      readonly type: "approval/decided";
      readonly at: number;
      readonly answer: "allow" | "allow-for-session" | "deny";
      /** Who decided: policy, an answer remembered from this session, or somebody who was asked. */
      readonly by: "policy" | "session" | "asked";
      readonly ms: number;
    })
  | {
      readonly type: "cell/begin";
      readonly at: number;
      readonly sessionId: string;
      readonly cellId: string;
      readonly sourceBytes: number;
      /** The direct call (of `exec`) that submitted the script; absent when the embedder did. */
      readonly callId?: string;
    }
  | {
      readonly type: "cell/end";
      readonly at: number;
      readonly sessionId: string;
      readonly cellId: string;
      readonly status: "completed" | "failed" | "terminated";
      readonly code?: string;
      readonly calls: number;
      readonly cpuMs: number;
    };

/** Where events go. */
export type EventSink = (event: HostEvent) => void;
