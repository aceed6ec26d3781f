import type { Emitter } from "./events/emitter.ts";
import { createApprovals } from "./approvals/approvals.ts";
import type { ApprovalOptions } from "./approvals/options.ts";
import { createToolSearch } from "./discovery/tool-search.ts";
import { createHooks } from "./hooks/index.ts";
import type { McpToolRunner } from "./hooks/sources.ts";
import type { HostOptions } from "./options.ts";
import type { OutputStore } from "./outputs/output-store.ts";
import type { SessionHost } from "./session.ts";
import type { SearchParts } from "./step/plan/types.ts";
import type { ToolExecutor } from "../tools/index.ts";

const MAIN = { kind: "main", managed: false, environment: true } as const;

/** The same function for all sessions, so that its index is made once. */
function searchOver({ deferred }: SearchParts): ToolExecutor {
  return createToolSearch({ deferred: () => deferred });
}

/** A part of a hook file that is passed over is told where warnings of this process go: nobody can listen yet. */
function onWarning(warning: string): void {
  process.emitWarning(warning, "IsocellWarning");
}

/** Whether nothing is said about calls: no call then pays for a decision. */
function onlyElicits(approvals: ApprovalOptions): boolean {
  return Object.entries(approvals).every(([key, value]) => key === "elicit" || value === undefined);
}

/** What a host's options say about its sessions' steps and calls. Throws `invalid_options` for hooks that cannot be used. */
export function stepPartsOf(
  options: HostOptions,
  outputs: OutputStore | null,
  events: Emitter,
  callMcpTool: McpToolRunner,
): SessionHost["steps"] {
  const { mode = "code", steps = {}, hooks = [], approvals } = options;
  // A mistake in them must not wait for the first session to be told.
  if (approvals !== undefined) createApprovals(approvals);
  const deciding = approvals === undefined || onlyElicits(approvals) ? null : approvals;
  const runner = Object.keys(options.mcpServers ?? {}).length === 0 ? {} : { callMcpTool };
  const { identity = MAIN, enforceExposure = false, maxSharedCalls = null, search = false, ...settings } = steps;
  return {
    plan: { mode, identity, settings },
    toolSearch: search ? searchOver : null,
    context: {
      hooks: hooks.length === 0 ? null : createHooks({ sources: hooks, cwd: process.cwd(), onWarning, ...runner }),
      events: () => (events.active ? events.emit : null),
    },
    asks: (ask) => deciding !== null && typeof (deciding.ask ?? ask ?? deciding.policy) === "function",
    approvals: (ask) => {
      if (deciding === null) return null;
      return createApprovals(ask === undefined || deciding.ask !== undefined ? deciding : { ...deciding, ask });
    },
    enforceExposure,
    maxSharedCalls,
    outputs,
    onReport: ({ kind, source, namespace, name, reason }) => {
      if (kind === "dropped") events.emit({ type: "tool/dropped", source, namespace, name, reason });
    },
  };
}
