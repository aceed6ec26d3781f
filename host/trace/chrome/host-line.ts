import { displayName } from "../../events/display-name.ts";
import { visible } from "../../events/visible.ts";
import type { TraceLine } from "../format.ts";
import type { ChromeArgs } from "./chrome-event.ts";

const MAX_TEXT = 1_000;

/** What a trace tells about no session: servers, the tools they bring, and the trace itself. */
export type HostLine = Exclude<TraceLine, { readonly sessionId: string } | { readonly type: "trace/header" }>;

/** Such a line as a moment in the picture. */
export function describeHostLine(line: HostLine): { readonly name: string; readonly args: ChromeArgs } {
  switch (line.type) {
    case "trace/dropped":
      return { name: "events missing", args: { events: line.events } };
    case "tool/dropped":
      return {
        name: `dropped ${toolName(line.namespace, line.name)}`,
        args: { source: cut(line.source), reason: cut(line.reason) },
      };
    case "tools/changed":
      return { name: "tools changed", args: { source: cut(line.source) } };
    case "server/ready":
      return { name: `${serverName(line.server)} ready`, args: { tools: line.tools, ms: line.ms } };
    case "server/failed": {
      const { during, message, retryMs } = line;
      return { name: `${serverName(line.server)} failed`, args: { during, message: cut(message), retryMs } };
    }
    case "server/log":
      return {
        name: `${serverName(line.server)} says`,
        args: { level: cut(line.level), logger: cut(line.logger ?? ""), message: cut(line.message) },
      };
    case "server/elicitation": {
      const { kind, action, ms, detail } = line;
      const more = detail === undefined ? {} : { detail: cut(detail) };
      return { name: `${serverName(line.server)} asked`, args: { kind, action, ms, ...more } };
    }
  }
}

/** A tool's name for the picture. */
export function toolName(namespace: string, name: string): string {
  return visible(displayName(namespace, name), 120);
}

/** A text that is not too long for the picture. */
export function cut(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}… (${text.length - MAX_TEXT} more)`;
}

function serverName(server: string): string {
  return `server ${visible(server, 60)}`;
}
