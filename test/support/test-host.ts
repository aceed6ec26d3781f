import { onTestFinished } from "vitest";
import { createHost, defineTool } from "../../host/index.ts";
import type { Host, HostOptions, Outcome } from "../../host/index.ts";
import type { ToolExecutor } from "../../tools/index.ts";

/** A host that is closed when the test ends. */
export async function testHost(options: HostOptions = {}): Promise<Host> {
  const host = await createHost(options);
  onTestFinished(() => host.close());
  return host;
}

/** Answers with its input. */
export const echo: ToolExecutor = defineTool<unknown>({
  name: "echo",
  description: "",
  inputSchema: true,
  parallel: true,
  handler: async (input) => input ?? null,
});

/** One call of a held tool, to be answered by the test. */
interface HeldCall {
  readonly input: unknown;
  readonly signal: AbortSignal;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** A tool whose calls wait for the test: a barrier on which a script stands still. */
export interface HeldTool {
  readonly tool: ToolExecutor;
  /** Every call so far, in order. */
  readonly calls: readonly HeldCall[];
  /** The call with this number, once it was made. */
  readonly call: (index: number) => Promise<HeldCall>;
}

/** Makes a held tool. A call that the test forgets ends with its signal, unless the tool is deaf to it. */
export function holdTool(
  name = "hold",
  options: { readonly deaf?: boolean; readonly parallel?: boolean } = {},
): HeldTool {
  const calls: HeldCall[] = [];
  const waiting: { readonly index: number; readonly resolve: (call: HeldCall) => void }[] = [];
  const tool = defineTool<unknown>({
    name,
    description: "",
    inputSchema: true,
    parallel: options.parallel ?? true,
    handler: (input, { signal }) => {
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      if (options.deaf !== true) signal.addEventListener("abort", () => reject(signal.reason));
      const call: HeldCall = { input, signal, resolve, reject };
      const index = calls.push(call) - 1;
      for (const waiter of waiting) if (waiter.index === index) waiter.resolve(call);
      return promise;
    },
  });
  const call = (index: number): Promise<HeldCall> => {
    const made = calls[index];
    if (made !== undefined) return Promise.resolve(made);
    const { promise, resolve } = Promise.withResolvers<HeldCall>();
    waiting.push({ index, resolve });
    return promise;
  };
  return { tool, calls, call };
}

/** Texts of an outcome, in order. */
export function textsOf(outcome: Outcome): readonly string[] {
  return outcome.content.map((item) => (item.type === "text" ? item.text : item.type));
}

/** What an outcome says, without times and ids. */
export function gist(outcome: Outcome): {
  readonly status: Outcome["status"];
  readonly code: string | null;
  readonly texts: readonly string[];
  readonly calls: readonly string[];
} {
  return {
    status: outcome.status,
    code: outcome.error?.code ?? null,
    texts: textsOf(outcome),
    calls: outcome.calls.map((call) => `${call.name} ${call.outcome}`),
  };
}
