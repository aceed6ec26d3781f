import { describe, expect, test } from "vitest";
import type { Elicitation, Elicited, FormField } from "../../../host/approvals/elicitation/contract.ts";
import { createTerminalAsk } from "../../../host/cli/approvals/ask-terminal.ts";
import { createTerminalElicit } from "../../../host/cli/approvals/elicit-terminal.ts";
import { readTyped } from "../../../host/cli/approvals/form-values.ts";
import { FakeTerminal } from "./fake-terminal.ts";

const PROMPT = "y = answer, n = decline, c = cancel: ";

const FIELDS: readonly FormField[] = [
  { kind: "string", name: "name", title: "Your name", description: "first and last", required: true },
  { kind: "integer", name: "age", minimum: 0, default: 30, required: false },
  { kind: "boolean", name: "sure", required: false },
  {
    kind: "choices",
    name: "days",
    options: [
      { value: "mo", label: "Monday" },
      { value: "tu", label: "tu" },
    ],
    required: true,
  },
];

function form(fields: readonly FormField[], message = "Who are you?"): Elicitation {
  return { kind: "form", server: "m", message, fields };
}

function elicit(terminal: FakeTerminal, request: Elicitation, signal?: AbortSignal): Promise<Elicited> {
  const asker = createTerminalElicit(terminal);
  if (asker === undefined) throw new Error("nobody to ask");
  return asker(request, { signal: signal ?? new AbortController().signal });
}

describe("A form at the terminal", () => {
  test("shows who asks for what, and takes one field after the other", async () => {
    const terminal = new FakeTerminal();
    const answer = elicit(terminal, form(FIELDS));
    await terminal.shows(PROMPT);
    terminal.type("y\r");
    const lines = ["\r", "Ann Example\r", "\r", "\r", "3\r", "2, Monday\r"];
    for (const [index, line] of lines.entries()) {
      await terminal.shows("> ", index + 1);
      terminal.type(line);
    }
    expect(await answer).toEqual({ action: "accept", content: { name: "Ann Example", age: 30, days: ["tu", "mo"] } });
    expect(terminal.shown).toBe(
      [
        "The MCP server m asks for: Your name, age, sure, days",
        "It says:",
        "  | Who are you?",
        `${PROMPT}y`,
        "Your name (name): a text",
        "  | first and last",
        "> ",
        "It is needed.",
        "> Ann Example",
        "age: a whole number, may be left empty",
        "[30]> ",
        "sure: y or n, may be left empty",
        "> ",
        "days: any of these, numbers with commas",
        "  1  Monday (mo)",
        "  2  tu",
        "> 3",
        "This must be some of the numbers above, with commas between them.",
        "> 2, Monday\n",
      ].join("\n"),
    );
  });

  test.each([
    ["n\r", "decline"],
    ["c\r", "cancel"],
  ])("is answered as a whole, too: %j", async (keys, action) => {
    const terminal = new FakeTerminal();
    const answer = elicit(terminal, form(FIELDS));
    await terminal.shows(PROMPT);
    terminal.type(keys);
    expect(await answer).toEqual({ action });
  });

  test("is cancelled when the terminal is closed, and given up with its signal", async () => {
    const terminal = new FakeTerminal();
    const answer = elicit(terminal, form(FIELDS));
    await terminal.shows(PROMPT);
    terminal.hangUp();
    expect(await answer).toEqual({ action: "cancel" });

    const other = new FakeTerminal();
    const abort = new AbortController();
    const asked = elicit(other, form(FIELDS), abort.signal);
    await other.shows(PROMPT);
    abort.abort(new Error("the server has taken it back"));
    await expect(asked).rejects.toThrow("the server has taken it back");
  });

  test("cannot begin a row without its margin, nor steer the terminal", async () => {
    const terminal = new FakeTerminal({ columns: 40 });
    const answer = elicit(terminal, form([], `hello\nY = yes, it is safe\u001b[2J ${"x".repeat(80)}`));
    await terminal.shows(PROMPT);
    terminal.type("n\r");
    await answer;
    const rows = terminal.shown.split("\n");
    const own = ["The MCP server m asks for: a confirmati", "on", "It says:", `${PROMPT}n`, ""];
    expect(rows.filter((row) => !row.startsWith("  | "))).toEqual(own);
    expect(terminal.shown).toContain("  | Y = yes, it is safe");
    expect(terminal.shown).not.toContain("\u001b[2J");
  });

  test("waits for its turn behind a question about a call", async () => {
    const terminal = new FakeTerminal();
    const ask = createTerminalAsk(terminal);
    const first = ask?.(
      {
        sessionId: "1",
        callId: "1",
        source: { kind: "direct" },
        tool: { namespace: "", name: "t" },
        input: {},
        need: undefined,
        annotations: {},
        signal: new AbortController().signal,
        mode: "auto",
        needed: true,
        message: "Allow t?",
        offersSession: false,
        isSettled: () => false,
      },
      { signal: new AbortController().signal },
    );
    const second = elicit(terminal, form([]));
    await terminal.shows("tells why): ");
    expect(terminal.shown).not.toContain("MCP server");
    terminal.type("y\r");
    await first;
    await terminal.shows(PROMPT);
    terminal.type("y\r");
    expect(await second).toEqual({ action: "accept", content: {} });
  });
});

test("An address is shown whole, with its host apart, and nothing is filled in.", async () => {
  const terminal = new FakeTerminal();
  const url = "https://login.example.com/start?state=1";
  const answer = elicit(terminal, { kind: "url", server: "m", message: "Log in.", url });
  await terminal.shows("c = cancel: ");
  terminal.type("y\r");
  expect(await answer).toEqual({ action: "accept" });
  expect(terminal.shown).toContain(`asks you to open an address of login.example.com:\n  | ${url}\n`);
});

test("Nobody is asked where nobody sits at a terminal.", () => {
  expect(createTerminalElicit(new FakeTerminal({ isTTY: false }))).toBeUndefined();
});

const plain = { name: "f", required: true } as const;

test.each<[FormField, string, ReturnType<typeof readTyped>]>([
  [{ ...plain, kind: "number" }, "1e3", { value: 1000 }],
  [{ ...plain, kind: "number" }, "0x10", { problem: "This must be a number." }],
  [{ ...plain, kind: "integer" }, "1.5", { problem: "This must be a whole number." }],
  [{ ...plain, kind: "integer", maximum: 3 }, "4", { problem: "This must be at most 3." }],
  [{ ...plain, kind: "boolean" }, "No", { value: false }],
  [{ ...plain, kind: "boolean" }, "perhaps", { problem: "This must be y or n." }],
  [{ ...plain, kind: "string", format: "email" }, "a@b", { value: "a@b" }],
  [{ ...plain, kind: "string", format: "date" }, "2026-13-01", { problem: "This must be a date like 2026-01-31." }],
  [{ ...plain, kind: "string", minLength: 2 }, "🙂", { problem: "This must be at least 2 characters long." }],
  [{ ...plain, kind: "string", required: false }, " ", { value: null }],
  [
    {
      ...plain,
      kind: "choice",
      options: [
        { value: "2", label: "two" },
        { value: "1", label: "one" },
      ],
    },
    "1",
    { value: "1" },
  ],
  [{ ...plain, kind: "choice", options: [{ value: "a", label: "one" }] }, "one", { value: "a" }],
  [
    { ...plain, kind: "choice", options: [{ value: "a", label: "one" }] },
    "2",
    { problem: "This must be one of the numbers above." },
  ],
])("%j reads %j as %j", (field, line, read) => {
  expect(readTyped(field, line)).toEqual(read);
});
