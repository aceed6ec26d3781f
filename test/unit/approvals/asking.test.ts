import { describe, expect, test } from "vitest";
import { createApprovals } from "../../../host/approvals/approvals.ts";
import type { ApprovalAnswer } from "../../../host/approvals/contract.ts";
import type { ApprovalQuestion, Ask } from "../../../host/approvals/options.ts";
import { answering, callOf, decide, settle } from "./calls.ts";

const SESSION = { answer: "allow-for-session" };

describe("An answer", () => {
  test("that declines is the text models know, with the reason where one was given", async () => {
    const declined = (reason?: string): Promise<string> =>
      decide(answering({ answer: "deny", ...(reason === undefined ? {} : { reason }) }).approvals);
    expect(await declined()).toBe("user rejected MCP tool call");
    expect(await declined("  ")).toBe("user rejected MCP tool call");
    expect(await declined("use the test database")).toBe("user rejected MCP tool call: use the test database");
    expect((await declined("x".repeat(10_000))).length).toBeLessThan(2100);
    expect(await decide(answering({ answer: "deny" }).approvals, { need: {} })).toBe("user rejected tool call");
  });

  test("that is none is a denial which says what it was", async () => {
    const hostile = {
      get answer(): never {
        throw new Error("got you");
      },
    };
    const text = "MCP tool call requires approval, but asking for it failed";
    for (const [answer, what] of [
      [undefined, "the answer was undefined"],
      ["allow", 'the answer was "allow"'],
      [{ answer: "sure" }, 'the answer was {"answer":"sure"}'],
      [hostile, "got you"],
    ] as const) {
      expect(await decide(answering(answer).approvals)).toBe(`${text}: ${what}`);
    }
  });

  test("is a denial when the asker throws, at once or later", async () => {
    const failing = [
      (): never => {
        throw new Error("no display");
      },
      () => Promise.reject(new Error("no display")),
    ];
    for (const ask of failing) {
      expect(await decide(createApprovals({ ask }))).toBe(
        "MCP tool call requires approval, but asking for it failed: no display",
      );
    }
  });
});

describe("Allowed for the session", () => {
  test("is remembered by owner and tool", async () => {
    const { approvals, asked } = answering(SESSION);
    expect(await decide(approvals)).toBe("allow-for-session");
    expect(await decide(approvals, { input: { other: true } })).toBe("allowed by session");
    await decide(approvals, { tool: { namespace: "mcp__m", name: "x" } });
    await decide(approvals, { need: { owner: "n" } });
    await decide(approvals, { need: {} });
    expect(asked.length).toBe(4);
  });

  test("is not remembered by another session", async () => {
    const first = answering(SESSION);
    await decide(first.approvals);
    expect(await decide(answering({ answer: "deny" }).approvals)).toBe("user rejected MCP tool call");
  });

  test("is offered and remembered in auto mode only", async () => {
    for (const mode of ["writes", "prompt"] as const) {
      const { approvals, asked } = answering(SESSION);
      expect(await decide(approvals, { need: { owner: "m", mode } })).toBe("allow");
      expect(await decide(approvals, { need: { owner: "m", mode } })).toBe("allow");
      expect(asked.map(({ offersSession }) => offersSession)).toEqual([false, false]);
    }
  });

  test("settles a question that was to be asked when the answer came, without asking again", async () => {
    const { approvals, asked } = answering(SESSION);
    const verdicts = [approvals.decide(callOf()), approvals.decide(callOf({ callId: "call-2" }))];
    const ends: string[] = [];
    for (const verdict of verdicts) ends.push(await settle(verdict));
    expect(ends).toEqual(["allow-for-session", "allow"]);
    expect(asked.length).toBe(1);
  });

  test("is seen by an asker that kept a question waiting for its turn", async () => {
    const questions: [ApprovalQuestion, (answer: ApprovalAnswer) => void][] = [];
    const ask: Ask = (question) => new Promise((resolve) => questions.push([question, resolve]));
    const approvals = createApprovals({ ask });
    const first = decide(approvals);
    const second = decide(approvals);
    const elsewhere = decide(approvals, { tool: { namespace: "mcp__m", name: "x" } });
    const [one, two, three] = questions;
    expect(two?.[0].isSettled()).toBe(false);
    one?.[1]({ answer: "allow-for-session" });
    expect(await first).toBe("allow-for-session");
    expect([two?.[0].isSettled(), three?.[0].isSettled()]).toEqual([true, false]);
    // They share nothing: whoever answers the second one all the same is heard.
    two?.[1]({ answer: "deny" });
    three?.[1]({ answer: "allow" });
    expect([await second, await elsewhere]).toEqual(["user rejected MCP tool call", "allow"]);
  });
});

describe("The wait for an answer", () => {
  test("ends with the call's signal when nobody answers, and a late answer allows nothing", async () => {
    const late = Promise.withResolvers<ApprovalAnswer>();
    const signals: AbortSignal[] = [];
    const approvals = createApprovals({
      ask: (_question, { signal }) => {
        signals.push(signal);
        return late.promise;
      },
    });
    const cancel = new AbortController();
    const waiting = decide(approvals, { signal: cancel.signal });
    const reason = new Error("the turn ended");
    cancel.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    expect(signals).toEqual([cancel.signal]);
    late.resolve({ answer: "allow-for-session" });
    await late.promise;
    await new Promise(setImmediate);
    expect(approvals.decide(callOf()).verdict).toBe("ask");
  });

  test("does not begin when the signal had fired", async () => {
    const { approvals, asked } = answering({ answer: "allow" });
    const reason = new Error("too late");
    await expect(decide(approvals, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(asked).toEqual([]);
  });
});

describe("A second attempt without confinement", () => {
  const denied = "write /etc/hosts";

  test("is asked about under on-request and always, with what was denied, whatever the tool's mode", async () => {
    for (const policy of ["on-request", "always"] as const) {
      const { approvals, asked } = answering({ answer: "allow" }, { policy });
      expect(await decide(approvals, { denied, need: { owner: "m", mode: "approve" } })).toBe("allow");
      expect(await decide(approvals, { denied, need: undefined })).toBe("allow");
      expect(asked.map(({ message }) => message)).toEqual([
        'Allow the m MCP server to run tool "w" again without confinement? It was denied: write /etc/hosts',
        'Allow the tool "w" to run again without confinement? It was denied: write /etc/hosts',
      ]);
    }
  });

  test("is refused under never, with whatever access", async () => {
    for (const access of ["full", "confined"] as const) {
      const { approvals, asked } = answering({ answer: "allow" }, { policy: "never", access });
      expect(approvals.decide(callOf({ denied })).verdict).toBe("deny");
      expect(asked).toEqual([]);
    }
  });

  test("is neither allowed by what was allowed for the session nor remembered for it", async () => {
    const { approvals, asked } = answering(SESSION);
    await decide(approvals);
    expect(await decide(approvals, { denied })).toBe("allow");
    expect(await decide(approvals, { denied })).toBe("allow");
    expect(asked.map(({ offersSession }) => offersSession)).toEqual([true, false, false]);
  });
});

describe("A question", () => {
  test("says what the tool says of the call, and goes without when the tool fails at that", async () => {
    const { approvals, asked } = answering({ answer: "allow" });
    const describes = [
      (input: unknown) => `Deletes ${JSON.stringify(input)}.`,
      () => {
        throw new Error("no words");
      },
      () => 5 as unknown as string,
    ];
    for (const sentence of describes) await decide(approvals, { need: { owner: "m", describe: sentence } });
    expect(asked.map(({ detail }) => detail)).toEqual(['Deletes {"a":1}.', undefined, undefined]);
  });
});
