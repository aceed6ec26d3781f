import { expect, test } from "vitest";
import { describeEvent } from "../../../host/events/describe-event.ts";
import { visible } from "../../../host/events/visible.ts";
import { runCommand } from "../../support/command.ts";
import { ROOT } from "../../support/project.ts";
import { callBegin, callEnd, ONE_OF_EACH } from "./sample-events.ts";

const LINES = [
  "tool mcp__files__odd of files dropped: no schema",
  "tools of mcp:files changed",
  "session s1 step s1.1 planned: 9 tools, 7 listed, 1.3 ms",
  "session s1 call call-1 exec begins: direct, direct, 12 bytes in",
  "session s1 cell 1 begins: 56 bytes of source",
  "session s1 call exec-1 mcp__files__read begins: cell 1, direct, 12 bytes in",
  "session s1 call exec-1 mcp__files__read hook audit before: rewrite, 0.5 ms: a -> b",
  "session s1 call exec-1 mcp__files__read approval: allow-for-session by asked, 900.0 ms",
  "session s1 call exec-1 mcp__files__read progress: 3 of 10: reading",
  "session s1 call exec-1 mcp__files__read answered with a bad result: $.a: expected a string",
  "session s1 call exec-1 mcp__files__read failed: 2.0 ms handler, 0.5 ms gate, 2 attempts, 34 bytes out: no such file",
  "session s1 cell 1 completed: 1 calls, 3.0 ms CPU",
  "session s1 call call-1 exec succeeded: 2.0 ms handler, 0.5 ms gate, 34 bytes out",
  "server files ready: 3 tools, 120.0 ms",
  "server mail failed (work), tried again in 500.0 ms: ended",
  "server files says (info disk): scanned",
  "server files asked (form): cancel, 50.0 ms: no name",
];

test("Each type of event has a line of its own.", () => {
  expect(ONE_OF_EACH.map(describeEvent)).toEqual(LINES);
});

test("A name or a message can neither break the line nor steer the terminal.", () => {
  const name = "a\nb\u001b[31m\u202ec\u2028d\r\te\u0000\ud800";
  const begin = describeEvent(callBegin(1, { namespace: "", name, callId: "x\ny" }));
  expect(begin).toBe(
    "session s1 call x\\ny a\\nb\\u{1b}[31m\\u{202e}c\\u{2028}d\\r\\te\\u{0}\\u{d800} begins: cell 1, direct, 12 bytes in",
  );
  const end = describeEvent(callEnd(1, { outcome: "failed", message: `bad\u0007${"x".repeat(10_000)}` }));
  expect(end).toMatch(/: bad\\u\{7\}x{296}… \(9704 more\)$/);
  expect(visible("naïve 🙂 texts stay")).toBe("naïve 🙂 texts stay");
});

const PROGRAM = `
import { Emitter } from "./host/events/emitter.ts";
import { ONE_OF_EACH } from "./test/unit/events/sample-events.ts";
import { channel } from "node:diagnostics_channel";
const emitter = new Emitter({ onEvent: () => { throw new Error("in\\nvain"); } });
new Emitter();
emitter.emit(ONE_OF_EACH[0]);
emitter.emit(ONE_OF_EACH[3]);
channel("isocell:call").publish({ type: "call/begin" });
`;

async function debugged(value: string): Promise<string> {
  const env = { ...process.env, NODE_DEBUG: value, NODE_NO_WARNINGS: "1" };
  const { status, stderr } = await runCommand(process.execPath, ["--input-type=module-typescript", "-e", PROGRAM], {
    cwd: ROOT,
    env,
  });
  expect(status).toBe(0);
  return stderr.replaceAll(/^ISOCELL \d+: /gm, "");
}

test("NODE_DEBUG=isocell prints one line an event, once however many hosts there are, and failures of observers.", async () => {
  const failed = "an observer of events failed: in\\nvain";
  const foreign = "a message on a channel of isocell is no event of a host";
  expect(await debugged("isocell")).toBe([failed, LINES[0], failed, LINES[3], foreign, ""].join("\n"));
});

test("Without it nothing is printed.", async () => {
  expect(await debugged("other")).toBe("");
});
