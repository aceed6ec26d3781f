import { expect, test } from "vitest";
import { readAnswer, WITHHELD } from "../../../host/hooks/handlers/command-answer.ts";

const before = (specific: object, top: object = {}): string => JSON.stringify({ ...top, hookSpecificOutput: specific });

test.each([
  ["nothing", "", {}],
  ["plain text", "all is well", {}],
  ["an empty object", "{}", {}],
  ["only what has no effect", '{"suppressOutput":true,"stopReason":"x","systemMessage":"y","other":1}', {}],
  ["approval in the old form", '{"decision":"approve","reason":"fine"}', {}],
  ["fields that are null", '{"continue":null,"decision":null,"hookSpecificOutput":null}', {}],
  ["allow", before({ permissionDecision: "allow" }), { ignored: "permissionDecision allow" }],
  [
    "a reason with space around",
    before({ permissionDecision: "deny", permissionDecisionReason: " no\n" }),
    { deny: "no" },
  ],
  [
    "a denial beside a rewrite in the new form",
    before({ permissionDecision: "allow", updatedInput: {} }, { decision: "block", reason: "no" }),
    { deny: "no" },
  ],
  [
    "a denial that also wants to stop",
    before({ permissionDecision: "deny", permissionDecisionReason: "no" }, { continue: false }),
    { deny: "no" },
  ],
  [
    "context beside allow",
    before({ permissionDecision: "allow", additionalContext: "c" }),
    { ignored: "permissionDecision allow", context: ["c"] },
  ],
  ["context of spaces", before({ additionalContext: "  " }), {}],
  ["a rewrite", before({ permissionDecision: "allow", updatedInput: { a: 1 } }), { rewrite: { input: { a: 1 } } }],
])("Before a call, %s is read.", (_, stdout, expected) => {
  expect(readAnswer("before", stdout)).toEqual(expected);
});

test.each([
  ["broken JSON", "{", "it wrote JSON that cannot be read"],
  ["an array", "[1]", "it wrote a JSON array instead of an object"],
  [
    "a denial without a reason",
    before({ permissionDecision: "deny", permissionDecisionReason: " " }),
    "it answered with permissionDecision deny without a permissionDecisionReason",
  ],
  ["a block without a reason", '{"decision":"block"}', "it answered with decision block without a reason"],
  [
    "ask",
    before({ permissionDecision: "ask" }),
    'it asked for something that is not supported: permissionDecision "ask"',
  ],
  ["an unknown decision", '{"decision":"deny"}', 'it asked for something that is not supported: decision "deny"'],
  [
    "continue: false",
    '{"continue":false}',
    "it asked for something that is not supported: continue: false before a call",
  ],
  ["a rewrite without allow", before({ updatedInput: {} }), "it gave updatedInput without permissionDecision allow"],
  [
    "a number as a decision",
    before({ permissionDecision: 1 }),
    "the field permissionDecision of its answer is not a string",
  ],
  [
    "context of another type",
    before({ additionalContext: {} }),
    "the field additionalContext of its answer is not a string",
  ],
  [
    "a text as specific output",
    '{"hookSpecificOutput":"x"}',
    "the field hookSpecificOutput of its answer is not an object",
  ],
  [
    "an answer for another event",
    before({ hookEventName: "PostToolUse" }),
    'it answered for the event "PostToolUse", not for PreToolUse',
  ],
  [
    "a key __proto__",
    '{"hookSpecificOutput":{"permissionDecision":"allow","updatedInput":{"__proto__":{}}}}',
    "its answer cannot be used: it has a key __proto__",
  ],
  [
    "bottomless nesting",
    `{"x":${"[".repeat(200_000)}${"]".repeat(200_000)}}`,
    "its answer cannot be used: it is nested deeper than 100 levels",
  ],
])("Before a call, %s is a failure of the hook.", (_, stdout, message) => {
  expect(() => readAnswer("before", stdout)).toThrow(expect.objectContaining({ name: "HookFailure", message }));
});

test.each([
  ["plain text", "done", {}],
  ["a block", '{"decision":"block","reason":"no"}', { block: "no" }],
  ["stopping with a reason", '{"continue":false,"reason":"r","stopReason":"s"}', { replace: "r" }],
  ["stopping with a stop reason", '{"continue":false,"reason":"","stopReason":"s"}', { replace: "s" }],
  ["stopping without one", '{"continue":false}', { replace: WITHHELD }],
  ["context", '{"hookSpecificOutput":{"additionalContext":"c"}}', { context: ["c"] }],
])("After a call, %s is read.", (_, stdout, expected) => {
  expect(readAnswer("after", stdout)).toEqual(expected);
});

test.each([
  ["a block without a reason", '{"decision":"block"}', "it answered with decision block without a reason"],
  [
    "another output",
    '{"hookSpecificOutput":{"updatedMCPToolOutput":{}}}',
    "it asked for something that is not supported: updatedMCPToolOutput",
  ],
])("After a call, %s is a failure of the hook.", (_, stdout, message) => {
  expect(() => readAnswer("after", stdout)).toThrow(expect.objectContaining({ message }));
});
