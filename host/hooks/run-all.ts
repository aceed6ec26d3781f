import type { HookCall, HookReport } from "./contract.ts";
import type { Matcher } from "./config/matcher.ts";
import type { Finished } from "./decide.ts";
import { HookFailure } from "./handlers/effect.ts";
import type { Effect } from "./handlers/effect.ts";

/** One handler of one event, of whatever kind. */
export interface Handler {
  readonly event: "before" | "after";
  /** For reports and for the text of a call that is denied because it failed. */
  readonly label: string;
  readonly failClosed: boolean;
  /** Set when nobody waits for it; its answer is not heard. */
  readonly background: boolean;
  readonly matches: Matcher;
  readonly run: (call: HookCall, after: { readonly response: unknown } | null) => Promise<Effect>;
}

/** Runs handlers at the same time. The result is in their order and holds those that were waited for. Never rejects. */
export async function runAll(
  handlers: readonly Handler[],
  call: HookCall,
  after: { readonly response: unknown } | null,
  report: (report: HookReport) => void,
): Promise<readonly Finished[]> {
  let finished = 0;
  const runs = handlers.map(async (handler): Promise<Finished> => {
    const { label, failClosed } = handler;
    const startedAt = performance.now();
    const tell = (decision: HookReport["decision"], detail?: string): void => {
      const ms = performance.now() - startedAt;
      try {
        report({ event: handler.event, hook: label, decision, ms, ...(detail === undefined ? {} : { detail }) });
      } catch {
        // Who watches must not decide about the call.
      }
    };
    try {
      const effect = await handler.run(call, after);
      const order = finished++;
      const unheard = handler.background ? "it is asynchronous: its answer came too late to be heard" : undefined;
      const decision = decisionOf(effect);
      if (unheard !== undefined && decision !== "none") tell("none", unheard);
      else tell(decision, effect.ignored === undefined ? undefined : `${effect.ignored} has no effect`);
      return { label, effect, order };
    } catch (error) {
      const failure = error instanceof HookFailure ? error : new HookFailure("it failed", String(error));
      tell("failed", failure.detail === "" ? failure.message : `${failure.message}: ${failure.detail}`);
      return { label, effect: {}, order: finished++, ...(failClosed ? { closed: failure } : {}) };
    }
  });
  return Promise.all(runs.filter((_, index) => handlers[index]?.background !== true));
}

function decisionOf(effect: Effect): HookReport["decision"] {
  if (effect.deny !== undefined || effect.block !== undefined) return "deny";
  if (effect.rewrite !== undefined) return "rewrite";
  if (effect.replace !== undefined) return "replace";
  return effect.context === undefined || effect.context.length === 0 ? "none" : "context";
}
