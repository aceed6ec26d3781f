import { IsocellError } from "../../../protocol/index.ts";
import type { ServerLink } from "../server-link.ts";

/** A link whose code is loaded when the server is started, which is when its transport is there. */
export function lazyLink(server: string, open: () => Promise<ServerLink>): ServerLink {
  let opening: Promise<ServerLink> | undefined;
  let link: ServerLink | undefined;
  return {
    get transport() {
      if (link === undefined) throw new Error(`the link to ${server} has not been started`);
      return link.transport;
    },
    started: async () => {
      opening ??= open();
      link = await opening;
      await link.started();
    },
    markWorking: () => link?.markWorking(),
    stderrTail: () => link?.stderrTail() ?? "",
    endReason: () => link?.endReason?.(),
    failStart: async (attempt) => {
      if (link !== undefined) return link.failStart(attempt);
      const { cause } = attempt;
      if (cause instanceof IsocellError) return cause;
      const reason = cause instanceof Error ? cause.message : String(cause);
      const text = `MCP server "${server}" could not be started: ${attempt.doing} failed: ${reason}.`;
      return new IsocellError("mcp_failed", text, { data: { server }, cause });
    },
    onMended: (listener) => link?.onMended?.(listener),
    close: async () => {
      // A server that is closed while its code is loaded has nothing to end yet, but will have.
      const opened = await opening?.catch(() => undefined);
      await opened?.close();
    },
  };
}
