import { describe, expect, test } from "vitest";
import { createApprovals } from "../../../host/approvals/approvals.ts";
import type { ApprovalCall, ApprovalVerdict } from "../../../host/approvals/contract.ts";
import type { ApprovalOptions } from "../../../host/approvals/options.ts";

/** A call of a tool that takes from its input whether it needs an approval. */
function verdictOn(input: unknown, options: ApprovalOptions): ApprovalVerdict {
  const call: ApprovalCall = {
    sessionId: "s",
    callId: "c",
    source: { kind: "direct" },
    tool: { namespace: "", name: "run" },
    input,
    need: {
      needed: (given) => {
        if (given === "throw") throw new Error("cannot tell");
        return given as boolean | "explicit";
      },
      refusal: (given, why) => (given === "explicit" ? `${why}: no way` : undefined),
    },
    annotations: {},
    signal: new AbortController().signal,
  };
  return createApprovals(options).decide(call);
}

const ask = async (): Promise<{ readonly answer: "deny" }> => ({ answer: "deny" });

describe("A tool that tells of each call whether it needs an approval", () => {
  test("is asked about where it says so, and where it fails to say", () => {
    const verdicts = [true, false, "explicit", "throw"].map((input) => verdictOn(input, { ask }).verdict);
    expect(verdicts).toEqual(["ask", "allow", "ask", "ask"]);
  });

  test("is held to a mode that somebody set, unless it needs a yes of its own", () => {
    const modes = { "functions/run": "approve" } as const;
    const verdicts = [true, false, "explicit"].map((input) => verdictOn(input, { ask, modes }).verdict);
    expect(verdicts).toEqual(["allow", "allow", "ask"]);
  });

  test("is refused in its own words where nobody is ever asked, even with full access", () => {
    expect(verdictOn(true, { policy: "never" })).toEqual({ verdict: "allow", by: "policy" });
    expect(verdictOn("explicit", { policy: "never" })).toEqual({
      verdict: "deny",
      by: "policy",
      message: "never: no way",
    });
    expect(verdictOn(true, { policy: "never", access: "confined" })).toMatchObject({
      message: "tool call requires approval, but approval policy is never",
    });
  });

  test("is declined in its own words", async () => {
    const verdict = verdictOn("explicit", { ask });
    expect(verdict.verdict === "ask" ? await verdict.ask() : null).toEqual({
      verdict: "deny",
      message: "declined: no way",
    });
  });

  test("is asked about every time where it needs a yes of its own", async () => {
    let asked = 0;
    const approvals = createApprovals({
      ask: async ({ offersSession }) => {
        asked++;
        expect(offersSession).toBe(false);
        return { answer: "allow-for-session" };
      },
    });
    const call: ApprovalCall = {
      sessionId: "s",
      callId: "c",
      source: { kind: "direct" },
      tool: { namespace: "", name: "run" },
      input: {},
      need: { needed: () => "explicit" },
      annotations: {},
      signal: new AbortController().signal,
    };
    for (let round = 0; round < 2; round++) {
      const verdict = approvals.decide(call);
      expect(verdict.verdict === "ask" ? (await verdict.ask()).verdict : verdict.verdict).toBe("allow");
    }
    expect(asked).toBe(2);
  });
});
