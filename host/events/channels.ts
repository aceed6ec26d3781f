import { channel } from "node:diagnostics_channel";
import type { Channel } from "node:diagnostics_channel";
import type { HostEvent } from "./events.ts";

/** Name of a channel of `node:diagnostics_channel` on which hosts publish. */
export type ChannelName =
  | "isocell:step"
  | "isocell:call"
  | "isocell:hook"
  | "isocell:approval"
  | "isocell:cell"
  | "isocell:server"
  | "isocell:tool";

/** What a channel carries. Every message is a frozen {@link HostEvent}; `events` are the values of its `type`. */
export interface ChannelDescription {
  readonly events: readonly HostEvent["type"][];
  readonly when: string;
  readonly payload: string;
}

/** All channels. The README's table is this one. */
export const CHANNELS: Readonly<Record<ChannelName, ChannelDescription>> = {
  "isocell:step": {
    events: ["step/planned"],
    when: "the tools of a step were chosen",
    payload: "session, step, tools in all, tools listed, time",
  },
  "isocell:call": {
    events: ["call/begin", "call/progress", "call/end"],
    when: "a call, direct or nested, begins, says how far it is, or ends",
    payload:
      "call, size of its input; progress, total, message; outcome, message, attempts, time at the gate and in the handler, size of its output",
  },
  "isocell:hook": {
    events: ["hook/run"],
    when: "a hook has looked at a call",
    payload: "call, hook, before or after, decision, time, detail",
  },
  "isocell:approval": {
    events: ["approval/decided"],
    when: "a call that needs approval was allowed or denied",
    payload: "call, answer, who decided, time",
  },
  "isocell:cell": {
    events: ["cell/begin", "cell/end"],
    when: "a cell begins or ends",
    payload: "session, cell, size of its source; status, error code, number of calls, computing time",
  },
  "isocell:server": {
    events: ["server/ready", "server/failed", "server/log", "server/elicitation"],
    when: "an MCP server has started, failed or ended, tells something, or had somebody asked",
    payload: "server; tools and time; what failed and when it is tried again; level and message; answer and time",
  },
  "isocell:tool": {
    events: ["tool/dropped", "tools/changed", "call/bad-result"],
    when: "a tool is not usable, a source has other tools, or a result is not what its output schema describes",
    payload: "tool and reason; source; call and problem",
  },
};

const CHANNEL_OF: Readonly<Record<HostEvent["type"], ChannelName>> = {
  "step/planned": "isocell:step",
  "call/begin": "isocell:call",
  "call/progress": "isocell:call",
  "call/end": "isocell:call",
  "hook/run": "isocell:hook",
  "approval/decided": "isocell:approval",
  "cell/begin": "isocell:cell",
  "cell/end": "isocell:cell",
  "server/ready": "isocell:server",
  "server/failed": "isocell:server",
  "server/log": "isocell:server",
  "server/elicitation": "isocell:server",
  "tool/dropped": "isocell:tool",
  "tools/changed": "isocell:tool",
  "call/bad-result": "isocell:tool",
};

// Held here for good: Node keeps a channel that nobody holds only as long as it has subscribers.
const step: Channel = channel("isocell:step");
const call: Channel = channel("isocell:call");
const hook: Channel = channel("isocell:hook");
const approval: Channel = channel("isocell:approval");
const cell: Channel = channel("isocell:cell");
const server: Channel = channel("isocell:server");
const tool: Channel = channel("isocell:tool");
const OPEN: Readonly<Record<ChannelName, Channel>> = {
  "isocell:step": step,
  "isocell:call": call,
  "isocell:hook": hook,
  "isocell:approval": approval,
  "isocell:cell": cell,
  "isocell:server": server,
  "isocell:tool": tool,
};

/** Whether anybody listens on any channel. Asked once or more for each call, so it allocates nothing. */
export function anyChannelActive(): boolean {
  // By far the likeliest one first.
  return (
    call.hasSubscribers ||
    cell.hasSubscribers ||
    hook.hasSubscribers ||
    approval.hasSubscribers ||
    step.hasSubscribers ||
    server.hasSubscribers ||
    tool.hasSubscribers
  );
}

/**
 * Publishes an event on its channel, if anybody listens there. A subscriber that throws is Node's to report: as an
 * uncaught exception on the next tick, never to whoever publishes.
 */
export function publish(event: HostEvent): void {
  const open = OPEN[CHANNEL_OF[event.type]];
  if (open.hasSubscribers) open.publish(event);
}
