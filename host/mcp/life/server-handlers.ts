import type { ServerElicitor } from "../../approvals/elicitation/elicitor.ts";
import type { ElicitedReport } from "../../approvals/elicitation/contract.ts";
import type { EventSink } from "../../events/events.ts";
import type { ClientHandlers, Root, ServerLog } from "../client/handlers.ts";

/** Most characters of a server's message that an event holds. */
const MAX_TEXT = 4096;
const MAX_WORD = 100;

/** What answers a server and takes what it tells, with an event for each. */
export function serverHandlers(
  server: string,
  parts: {
    readonly elicit: ServerElicitor;
    readonly roots: readonly Root[] | null;
    readonly events: () => EventSink | null;
    readonly onToolsChanged: () => void;
  },
): ClientHandlers {
  const { elicit, roots, events, onToolsChanged } = parts;
  return {
    onElicit: (params, signal) => {
      const askedAt = performance.now();
      const report = ({ kind, action, detail }: ElicitedReport): void => {
        const at = performance.now();
        const more = detail === undefined ? {} : { detail: cut(detail, MAX_TEXT) };
        events()?.({ type: "server/elicitation", at, server, kind, action, ms: at - askedAt, ...more });
      };
      return elicit(params, signal, report);
    },
    roots,
    onLog: (log) => {
      const sink = events();
      if (sink !== null) sink({ type: "server/log", at: performance.now(), server, ...said(log) });
    },
    onToolsChanged,
  };
}

function said({ level, logger, data }: ServerLog): {
  readonly level: string;
  readonly message: string;
  readonly logger?: string;
} {
  const text = typeof data === "string" ? data : (JSON.stringify(data) ?? "");
  const from = logger === undefined ? {} : { logger: cut(logger, MAX_WORD) };
  return { level: cut(level, MAX_WORD), message: cut(text, MAX_TEXT), ...from };
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}…`;
}
