import type { HookCall, HookReport, Hooks } from "../hooks/contract.ts";
import type { EarlierCall, ToolExecutor, ToolResult } from "../../tools/index.ts";
import type { ToolCall } from "./call.ts";
import { messageOf } from "./call.ts";

/** Where a call runs, as hooks are told. */
export interface HookPlace {
  readonly sessionId: string;
  readonly stepId: string;
}

/** What hooks made of a call before it ran. */
export type BeforeOutcome =
  | { readonly deny: string; readonly context: readonly string[] }
  | { readonly input: unknown; readonly rewritten: boolean; readonly context: readonly string[] };

/** One call as its hooks see it, before and after. */
export class HookedCall {
  readonly #hooks: Hooks;
  readonly #executor: ToolExecutor;
  #call: HookCall;
  readonly #report: (report: HookReport) => void;
  /** Whether any hook concerns the tool. */
  readonly #before: boolean;
  readonly #after: boolean;

  constructor(
    hooks: Hooks,
    executor: ToolExecutor,
    call: ToolCall,
    place: HookPlace,
    report: (report: HookReport) => void,
  ) {
    const { namespace, name, hooks: view } = executor;
    const hookFacing = view?.name ?? hookName(executor);
    const aliases = view?.aliases ?? [];
    this.#before = hooks.concerns("before", hookFacing, aliases);
    this.#after = hooks.concerns("after", hookFacing, aliases);
    // A view may be costly; it is not made where nobody looks.
    const interested = this.#before || this.#after;
    this.#hooks = hooks;
    this.#executor = executor;
    this.#report = report;
    this.#call = {
      ...place,
      callId: call.callId,
      source: call.source,
      name: hookFacing,
      aliases,
      tool: { namespace, name },
      input: interested && view?.input !== undefined ? view.input(call.input) : call.input,
      signal: call.signal,
    };
  }

  async before(input: unknown): Promise<BeforeOutcome> {
    const call = this.#call;
    if (call.input === undefined || !this.#before) {
      return { input, rewritten: false, context: [] };
    }
    const { deny, rewritten, context } = await this.#hooks.before(call, this.#report);
    if (deny !== undefined) return { deny: deny.reason, context };
    if (rewritten === undefined) return { input, rewritten: false, context };
    const { rewrite, input: view } = this.#executor.hooks ?? {};
    try {
      const changed = rewrite === undefined ? rewritten.input : rewrite(input, rewritten.input);
      // What is told after the call is what ran.
      this.#call = { ...call, input: view === undefined ? changed : view(changed) };
      return { input: changed, rewritten: true, context };
    } catch (error) {
      return { deny: messageOf(error), context };
    }
  }

  /** What hooks made of a result: a text in place of it, a failure, or nothing. */
  async after(
    input: unknown,
    result: ToolResult,
  ): Promise<{ readonly block: string | null; readonly replaced: string | null; readonly context: readonly string[] }> {
    const { endOf } = result;
    const call = endOf === undefined ? this.#call : this.#earlier(endOf);
    const concerned = endOf === undefined ? this.#after : this.#hooks.concerns("after", call.name, call.aliases);
    // A call that failed in the tool's own words is no success that hooks could judge.
    if (!concerned || call.input === undefined || !result.output.success) {
      return { block: null, replaced: null, context: [] };
    }
    const { response } = (endOf === undefined ? this.#executor.hooks : endOf.hooks) ?? {};
    const shown = response === undefined ? result.value : response(endOf?.input ?? input, result.value);
    if (response !== undefined && shown === undefined) return { block: null, replaced: null, context: [] };
    const { block, replace, context } = await this.#hooks.after(call, shown, this.#report);
    return { block: block?.reason ?? null, replaced: replace?.text ?? null, context };
  }

  /** An earlier call, whose end this one has seen, as hooks see it. */
  #earlier({ callId, source, tool, input, hooks: { name, aliases = [], input: view } }: EarlierCall): HookCall {
    return { ...this.#call, callId, source, tool, name, aliases, input: view === undefined ? input : view(input) };
  }
}

/** How hooks call a tool that does not say so itself: `mcp__server__tool` for namespaced ones, else its name. */
function hookName({ namespace, name }: ToolExecutor): string {
  if (namespace === "") return name;
  const glued = `${namespace.replace(/_+$/u, "")}__${name.replace(/^_+/u, "")}`;
  return glued.startsWith("mcp__") ? glued : `mcp__${glued}`;
}
