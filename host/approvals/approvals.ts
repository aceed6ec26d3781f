import { messageOf } from "../pipeline/call.ts";
import { checkApprovalOptions } from "./check-options.ts";
import type { ApprovalAnswer, ApprovalCall, Approvals, ApprovalVerdict, AskedVerdict } from "./contract.ts";
import { Modes, toolKey } from "./mode.ts";
import type { ApprovalFacts, ApprovalOptions, ApprovalPolicy, ApprovalQuestion, Ask, PolicyAnswer } from "./options.ts";
import { questionAbout } from "./question.ts";
import { readAnswer, readPolicyAnswer, shown } from "./read-answer.ts";
import { textsFor } from "./texts.ts";
import { untilAborted } from "./until-aborted.ts";

/**
 * Decides about the calls of one session, and remembers what was allowed for it.
 * @throws {IsocellError} `invalid_options`, with the path of what is wrong.
 */
export function createApprovals(options: ApprovalOptions = {}): Approvals {
  checkApprovalOptions(options);
  return new SessionApprovals(options);
}

class SessionApprovals implements Approvals {
  readonly #policy: ApprovalPolicy;
  readonly #fullAccess: boolean;
  readonly #modes: Modes;
  readonly #ask: Ask | undefined;
  /** Tools allowed for the session. */
  readonly #allowed: Set<string> = new Set();

  constructor({ ask, policy, access, modes }: ApprovalOptions) {
    this.#ask = ask;
    this.#policy = policy ?? (ask === undefined ? "never" : "on-request");
    this.#fullAccess = access !== "confined";
    this.#modes = new Modes(modes);
  }

  readonly decide = (call: ApprovalCall): ApprovalVerdict => {
    const facts = this.#modes.factsOf(call);
    const texts = textsFor(call);
    const judged = this.#judge(call, facts);
    if (judged === "allow") return { verdict: "allow", by: "policy" };
    if (typeof judged === "object") return { verdict: "deny", by: "policy", message: judged.message };
    if (this.#isAllowed(call, facts)) return { verdict: "allow", by: "session" };
    const ask = this.#ask;
    if (ask === undefined) return { verdict: "deny", by: "policy", message: texts.nobody() };
    return { verdict: "ask", ask: () => untilAborted(call.signal, () => this.#question(call, facts, ask)) };
  };

  #judge(call: ApprovalCall, facts: ApprovalFacts): "allow" | "ask" | { readonly message: string } {
    switch (this.#policy) {
      case "never": {
        const runs = call.denied === undefined && (!facts.needed || (this.#fullAccess && facts.explicit !== true));
        return runs ? "allow" : { message: textsFor(call).never() };
      }
      case "on-request":
        return call.denied !== undefined || facts.needed ? "ask" : "allow";
      case "always":
        return call.denied === undefined && facts.mode === "approve" ? "allow" : "ask";
      default:
        return judgeBy(this.#policy, call, facts);
    }
  }

  async #question(call: ApprovalCall, facts: ApprovalFacts, ask: Ask): Promise<AskedVerdict> {
    const isSettled = (): boolean => this.#isAllowed(call, facts);
    // Time may have passed since the decision: the gate had to be given back first.
    if (isSettled()) return { verdict: "allow", answer: "allow" };
    const { signal } = call;
    const question: ApprovalQuestion = questionAbout(call, facts, { offersSession: remembers(call, facts), isSettled });
    const answer = await answerTo(question, ask, signal);
    if ("failed" in answer) return { verdict: "deny", message: textsFor(call).askingFailed(answer.failed) };
    if (answer.answer === "deny") return { verdict: "deny", message: textsFor(call).declined(answer.reason) };
    if (answer.answer === "allow" || !question.offersSession) return { verdict: "allow", answer: "allow" };
    // An answer that comes when nobody waits any more allows nothing.
    if (!signal.aborted) this.#allowed.add(memoryKey(call));
    return { verdict: "allow", answer: "allow-for-session" };
  }

  #isAllowed(call: ApprovalCall, facts: ApprovalFacts): boolean {
    return remembers(call, facts) && this.#allowed.has(memoryKey(call));
  }
}

/**
 * What may be allowed once for all calls: never to go without confinement, which depends on what was denied, and never
 * what asks for a yes of its own.
 */
function remembers(call: ApprovalCall, { mode, explicit }: ApprovalFacts): boolean {
  return mode === "auto" && call.denied === undefined && explicit !== true;
}

function memoryKey({ need, tool }: ApprovalCall): string {
  return JSON.stringify([need?.owner ?? null, toolKey(tool)]);
}

function judgeBy(
  policy: Exclude<ApprovalPolicy, string>,
  call: ApprovalCall,
  facts: ApprovalFacts,
): "allow" | "ask" | { readonly message: string } {
  const texts = textsFor(call);
  try {
    const answered: unknown = policy(call, facts);
    const answer: PolicyAnswer | null = readPolicyAnswer(answered);
    if (answer === null) {
      // Nobody else would look at how it ends.
      if (answered instanceof Promise) answered.catch(() => undefined);
      return { message: texts.policyFailed(`it answered ${shown(answered)}`) };
    }
    if (answer === "allow" || answer === "ask") return answer;
    return { message: texts.byPolicy(answer === "deny" ? undefined : answer.deny) };
  } catch (error) {
    return { message: texts.policyFailed(messageOf(error)) };
  }
}

async function answerTo(
  question: ApprovalQuestion,
  ask: Ask,
  signal: AbortSignal,
): Promise<ApprovalAnswer | { readonly failed: string }> {
  try {
    const answered: unknown = await ask(question, { signal });
    return readAnswer(answered) ?? { failed: `the answer was ${shown(answered)}` };
  } catch (error) {
    return { failed: messageOf(error) };
  }
}
