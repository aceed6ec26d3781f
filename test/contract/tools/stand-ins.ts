// Tools that stand for the reference's own in cases which are about the pipeline and not about what a tool does.
import { defineTool } from "../../../host/index.ts";
import type { ToolExecutor } from "../../../host/index.ts";

/** Which of the reference's tools may run beside others. */
export const SHARED: ReadonlySet<string> = new Set([
  "exec_command",
  "write_stdin",
  "view_image",
  "list_mcp_resources",
  "list_mcp_resource_templates",
  "read_mcp_resource",
  "get_goal",
  "get_context_remaining",
  "clock.curr_time",
]);

/** When each call of a tool began and ended, in order. */
export interface Span {
  readonly call: string;
  readonly beganAt: number;
  endedAt: number;
}

/** A tool that takes a while, or as long as its call is told to, and writes down when it ran. */
export function timedTool(fullName: string, spans: Span[], options: { readonly parallel: boolean }): ToolExecutor {
  const dot = fullName.lastIndexOf(".");
  return defineTool<{ readonly call: string; readonly ms: number }>({
    name: fullName.slice(dot + 1),
    namespace: dot < 0 ? "" : fullName.slice(0, dot),
    inputSchema: {},
    parallel: options.parallel,
    handler: async ({ call, ms }, { signal }) => {
      const span = { call, beganAt: performance.now(), endedAt: Number.POSITIVE_INFINITY };
      spans.push(span);
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(resolve, ms);
        signal.addEventListener("abort", () => {
          clearTimeout(timer);
          reject(new Error("aborted"));
        });
      });
      span.endedAt = performance.now();
      return call;
    },
  });
}

/** Whether two calls ran at the same time. */
export function overlap(spans: readonly Span[], one: string, other: string): boolean {
  const [a, b] = [one, other].map((call) => spans.find((span) => span.call === call));
  if (a === undefined || b === undefined) throw new Error(`no call ${a === undefined ? one : other}`);
  return a.beganAt < b.endedAt && b.beganAt < a.endedAt;
}
