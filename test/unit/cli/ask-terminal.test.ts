import { describe, expect, test } from "vitest";
import type { ApprovalAnswer } from "../../../host/approvals/contract.ts";
import type { ApprovalQuestion } from "../../../host/approvals/options.ts";
import { createTerminalAsk } from "../../../host/cli/approvals/ask-terminal.ts";
import { FakeTerminal } from "./fake-terminal.ts";

const PROMPT = "n = no (n and a reason tells why): ";

function questionOf(parts: Partial<ApprovalQuestion> = {}): ApprovalQuestion {
  return {
    sessionId: "1",
    callId: "call-1",
    source: { kind: "direct" },
    tool: { namespace: "mcp__m", name: "w" },
    input: { path: "a.txt", force: true },
    need: { owner: "m" },
    annotations: {},
    signal: new AbortController().signal,
    mode: "auto",
    needed: true,
    message: 'Allow the m MCP server to run tool "w"?',
    offersSession: true,
    isSettled: () => false,
    ...parts,
  };
}

/** Starts a question, and answers its answer together with the terminal. */
function ask(terminal: FakeTerminal, parts: Partial<ApprovalQuestion> = {}): Promise<ApprovalAnswer> {
  const question = questionOf(parts);
  const asker = createTerminalAsk(terminal);
  if (asker === undefined) throw new Error("nobody to ask");
  return asker(question, { signal: question.signal });
}

async function answered(keys: string, parts: Partial<ApprovalQuestion> = {}): Promise<ApprovalAnswer> {
  const terminal = new FakeTerminal();
  const answer = ask(terminal, parts);
  await terminal.shows(PROMPT);
  terminal.type(keys);
  return answer;
}

describe("A question at the terminal", () => {
  test("shows who wants to run what, and takes the answer", async () => {
    const terminal = new FakeTerminal();
    const answer = ask(terminal, { source: { kind: "cell", cellId: "3" }, detail: "Writes a.txt." });
    await terminal.shows(PROMPT);
    terminal.type("y\r");
    expect(await answer).toEqual({ answer: "allow" });
    expect(terminal.shown).toBe(
      [
        'Allow the m MCP server to run tool "w"?',
        "  mcp__m/w, called by a script, cell 3",
        "  Writes a.txt.",
        "  | path: a.txt",
        "  | force: true",
        "y = yes, a = yes for this session, n = no (n and a reason tells why): y\n",
      ].join("\n"),
    );
  });

  test.each<[string, ApprovalAnswer]>([
    ["Y\r", { answer: "allow" }],
    ["yes\r", { answer: "allow" }],
    ["a\r", { answer: "allow-for-session" }],
    ["n\r", { answer: "deny" }],
    ["no\r", { answer: "deny" }],
    ["n use the test database\r", { answer: "deny", reason: "use the test database" }],
    ["No, not today\r", { answer: "deny", reason: "not today" }],
    ["nx\u007f\r", { answer: "deny" }],
  ])("takes %j", async (keys, expected) => {
    expect(await answered(keys)).toEqual(expected);
  });

  test("is asked again after what is no answer, and takes nothing but the first line of what is pasted", async () => {
    const terminal = new FakeTerminal();
    const answer = ask(terminal);
    await terminal.shows(PROMPT);
    terminal.type("nope\ry\r");
    await terminal.shows("Please answer y, a or n.");
    await terminal.shows(PROMPT, 2);
    terminal.type("\r");
    await terminal.shows("Please answer y, a or n.", 2);
    await terminal.shows(PROMPT, 3);
    terminal.type("n\r");
    expect(await answer).toEqual({ answer: "deny" });
  });

  test("takes no answer for the session where none is remembered", async () => {
    const terminal = new FakeTerminal();
    const answer = ask(terminal, { offersSession: false });
    await terminal.shows(PROMPT);
    expect(terminal.shown).not.toContain("session");
    terminal.type("a\r");
    await terminal.shows("Please answer y or n.");
    await terminal.shows(PROMPT, 2);
    terminal.type("y\r");
    expect(await answer).toEqual({ answer: "allow" });
  });

  test("does not take what was typed before it was shown, ended by Return or not", async () => {
    for (const early of ["y\r", "y"]) {
      const terminal = new FakeTerminal();
      terminal.type(early);
      const answer = ask(terminal);
      await terminal.shows(PROMPT);
      terminal.type("n\r");
      expect(await answer).toEqual({ answer: "deny" });
    }
  });

  test("leaves the terminal as it was, and gathers no listeners on it", async () => {
    const terminal = new FakeTerminal();
    const listeners = (): number[] =>
      ["data", "keypress", "error", "end"].map((name) => terminal.input.listenerCount(name));
    const after: number[][] = [];
    for (let asked = 1; asked <= 3; asked++) {
      const answer = ask(terminal);
      await terminal.shows(PROMPT, asked);
      expect(terminal.input.isRaw).toBe(true);
      terminal.type("y\r");
      await answer;
      expect(terminal.input.isRaw).toBe(false);
      expect(terminal.input.isPaused()).toBe(true);
      after.push(listeners());
    }
    expect(after[2]).toEqual(after[0]);
    expect(after[0]?.slice(1, 3)).toEqual([0, 0]);
  });

  test("is declined when the terminal is closed", async () => {
    const terminal = new FakeTerminal();
    const answer = ask(terminal);
    await terminal.shows(PROMPT);
    terminal.hangUp();
    expect(await answer).toEqual({ answer: "deny", reason: "the terminal was closed" });
    expect(await answered("\u0004")).toEqual({ answer: "deny", reason: "the terminal was closed" });
  });

  test("makes Ctrl-C the interrupt it is elsewhere", async () => {
    const terminal = new FakeTerminal();
    const cancel = new AbortController();
    const answer = ask(terminal, { signal: cancel.signal });
    await terminal.shows(PROMPT);
    const stop = new Error("interrupted");
    terminal.type("\u0003");
    await new Promise(setImmediate);
    expect(terminal.interrupts).toBe(1);
    cancel.abort(stop);
    await expect(answer).rejects.toBe(stop);
    expect(terminal.input.isRaw).toBe(false);
  });

  test("ends with its signal, on a line of its own, and the next one begins afresh", async () => {
    const terminal = new FakeTerminal();
    const cancel = new AbortController();
    const asker = createTerminalAsk(terminal);
    const first = asker?.(questionOf(), { signal: cancel.signal });
    const second = asker?.(questionOf({ message: "Allow another one?" }), { signal: new AbortController().signal });
    await terminal.shows(PROMPT);
    terminal.type("y");
    await terminal.shows(`${PROMPT}y`);
    const reason = new Error("the cell ended");
    cancel.abort(reason);
    await expect(first).rejects.toBe(reason);
    await terminal.shows(PROMPT, 2);
    expect(terminal.shown).toContain(`${PROMPT}y\nAllow another one?`);
    terminal.type("n\r");
    expect(await second).toEqual({ answer: "deny" });
  });
});

describe("Several questions", () => {
  test("are asked one at a time; one that is cancelled or settled meanwhile is never shown", async () => {
    const terminal = new FakeTerminal();
    const asker = createTerminalAsk(terminal);
    const cancel = new AbortController();
    const { signal } = new AbortController();
    let settled = false;
    const first = asker?.(questionOf({ message: "First?" }), { signal });
    const cancelled = asker?.(questionOf({ message: "Cancelled?" }), { signal: cancel.signal });
    const same = asker?.(questionOf({ message: "Settled?", isSettled: () => settled }), { signal });
    const last = asker?.(questionOf({ message: "Last?" }), { signal });
    await terminal.shows(PROMPT);
    expect(terminal.shown).not.toContain("Last?");
    cancel.abort(new Error("the cell ended"));
    await expect(cancelled).rejects.toThrow("the cell ended");
    settled = true;
    terminal.type("a\r");
    expect(await first).toEqual({ answer: "allow-for-session" });
    expect(await same).toEqual({ answer: "allow" });
    await terminal.shows(PROMPT, 2);
    terminal.type("n\r");
    expect(await last).toEqual({ answer: "deny" });
    expect(terminal.shown.match(/\w+\?/gu)).toEqual(["First?", "Last?"]);
  });

  test("hold other output while one is shown, and let it go however it ends", async () => {
    const terminal = new FakeTerminal();
    const seen: string[] = [];
    const hold = (): (() => void) => {
      seen.push("held");
      return () => seen.push("released");
    };
    const asker = createTerminalAsk({
      input: terminal.input,
      output: terminal.output,
      interrupt: terminal.interrupt,
      hold,
    });
    const cancel = new AbortController();
    const first = asker?.(questionOf(), { signal: cancel.signal });
    await terminal.shows(PROMPT);
    expect(seen).toEqual(["held"]);
    cancel.abort(new Error("over"));
    await expect(first).rejects.toThrow("over");
    expect(seen).toEqual(["held", "released"]);
    await asker?.(questionOf({ isSettled: () => true }), { signal: new AbortController().signal });
    expect(seen).toEqual(["held", "released"]);
  });
});

describe("Nobody is asked", () => {
  test("where either side is no terminal, or the input was read to its end", async () => {
    const terminal = new FakeTerminal();
    const pipe = new FakeTerminal({ isTTY: false });
    expect(createTerminalAsk({ input: pipe.input, output: terminal.output })).toBe(undefined);
    expect(createTerminalAsk({ input: terminal.input, output: pipe.output })).toBe(undefined);
    terminal.hangUp();
    for await (const chunk of terminal.input) expect(chunk).toBe(undefined);
    expect(createTerminalAsk(terminal)).toBe(undefined);
  });

  test("when the input ended before its turn came: that declines", async () => {
    const terminal = new FakeTerminal();
    const asker = createTerminalAsk(terminal);
    terminal.hangUp();
    expect(await asker?.(questionOf(), { signal: new AbortController().signal })).toEqual({
      answer: "deny",
      reason: "the terminal was closed",
    });
  });
});
