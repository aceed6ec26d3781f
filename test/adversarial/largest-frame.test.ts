// What is larger than a frame can carry, with the limits that would have refused it lifted: an error for that call or
// cell alone, while another cell of the same process goes on.
import { describe, expect, test } from "vitest";
import { defineTool } from "../../host/index.ts";
import type { Outcome } from "../../host/index.ts";
import { MAX_FRAME_BYTES, MAX_PAYLOAD_BYTES } from "../../protocol/index.ts";
import { gist, holdTool, testHost, textsOf } from "../support/test-host.ts";

const SLOW_MS = 120_000;
const NEVER = { yieldTimeMs: null };
const NO_LIMITS = {
  memoryMb: null,
  cpuMs: null,
  sourceBytes: null,
  outputBytes: null,
  payloadBytes: null,
  storedBytes: null,
};
/** Units of a text that fits into no frame, and of one that fits, but not three times. */
const TOO_MANY = MAX_FRAME_BYTES + 1000;
const MANY = 95_000_000;

const size = defineTool<{ value: string }>({
  name: "size",
  description: "",
  inputSchema: true,
  parallel: true,
  handler: async ({ value }) => value.length,
});
const make = defineTool<{ length: number }>({
  name: "make",
  description: "",
  inputSchema: true,
  parallel: true,
  handler: async ({ length }) => "x".repeat(length),
});

/** Runs a script in a process in which another cell waits for a tool; that one must not notice. */
async function runBeside(source: string, limits: object = {}): Promise<Outcome> {
  const hold = holdTool();
  const host = await testHost({
    tools: [size, make, hold.tool],
    pool: { processes: 1 },
    limits: { ...NO_LIMITS, ...limits },
  });
  const session = host.openSession();
  await session.run('store("kept", 1)', NEVER);
  const waiting = session.run('await tools.hold(); text("undisturbed " + load("kept"))', NEVER);
  const call = await hold.call(0);
  const pids = host.runtimePids();
  const outcome = await session.run(source, NEVER);
  call.resolve(null);
  const other = await waiting;
  expect([gist(other), other.warnings]).toEqual([
    { status: "completed", code: null, texts: ["undisturbed 1"], calls: ["hold succeeded"] },
    [],
  ]);
  expect(host.runtimePids()).toEqual(expect.arrayContaining([...pids]));
  return outcome;
}

const caught = (code: string): string =>
  `try { ${code}; text("fits") } catch (error) { text(error.message) }; text("goes on")`;

const FRAME = `the most that the largest frame carries is ${MAX_PAYLOAD_BYTES}.`;

/** A script, and what it reads when it catches the error. */
const REFUSED: Readonly<Record<string, readonly [source: string, code: string, message: string]>> = {
  "an argument": [
    `await tools.size({ value: "x".repeat(${TOO_MANY}) })`,
    "payload_too_large",
    `The argument is ${TOO_MANY + 12} bytes long as JSON, ${FRAME}`,
  ],
  "an argument of text with three bytes a character": [
    `await tools.size({ value: "€".repeat(${MANY}) })`,
    "payload_too_large",
    `The argument is ${3 * MANY + 12} bytes long as JSON, ${FRAME}`,
  ],
  "an argument that no string can hold as JSON": [
    `const part = "x".repeat(2 ** 28); await tools.size({ value: [part, part] })`,
    "payload_too_large",
    "The value is too large: as JSON it is longer than any string can be.",
  ],
  "a result": [
    `await tools.make({ length: ${TOO_MANY} })`,
    "payload_too_large",
    `The result is ${TOO_MANY + 2} bytes long as JSON, ${FRAME}`,
  ],
  "one item of output": [
    `text("x".repeat(${TOO_MANY}))`,
    "payload_too_large",
    `The output is ${TOO_MANY} bytes long, ${FRAME}`,
  ],
  "a stored value": [
    `store("key", "x".repeat(${TOO_MANY}))`,
    "store_full",
    `One cell can store what the largest frame carries, ${MAX_PAYLOAD_BYTES} bytes; another cell can store more.`,
  ],
  "a stored value that no string can hold as JSON": [
    `const part = "x".repeat(2 ** 28); store("key", [part, part])`,
    "store_full",
    "The value is too large: as JSON it is longer than any string can be.",
  ],
};

describe.each(Object.entries(REFUSED))("%s that is larger than a frame", (_what, [source, code, message]) => {
  test(
    "is an error that a script can catch, and says so",
    async () => {
      expect(gist(await runBeside(caught(source)))).toMatchObject({
        status: "completed",
        texts: [message, "goes on"],
      });
    },
    SLOW_MS,
  );

  test(
    "fails a script that does not catch it, with its code",
    async () => {
      const { status, error } = await runBeside(source);
      expect([status, error?.code]).toEqual(["failed", code]);
      expect(error?.message).toContain(message);
    },
    SLOW_MS,
  );
});

test(
  "a source that is larger than a frame fails its cell before it runs",
  async () => {
    const { status, error } = await runBeside(`text(1); //${"x".repeat(TOO_MANY)}`);
    expect([status, error?.code]).toEqual(["failed", "source_too_large"]);
    expect(error?.message).toBe(`The source is ${TOO_MANY + 11} bytes long, ${FRAME}`);
  },
  SLOW_MS,
);

test(
  "an error's text that is larger than a frame is cut",
  async () => {
    const { status, error } = await runBeside(`throw new Error("x".repeat(${TOO_MANY}))`);
    expect([status, error?.code]).toEqual(["failed", "script"]);
    expect(error?.message.length).toBeLessThan(300_000);
    expect(error?.message).toMatch(/^Error: x+… \(\d+ more characters\)$/u);
  },
  SLOW_MS,
);

test(
  "arguments and results that together are larger than a frame go in several",
  async () => {
    const source = `
      const value = "x".repeat(${MANY});
      text((await Promise.all([1, 2, 3].map(() => tools.size({ value })))).join());
      text((await Promise.all([1, 2, 3].map(() => tools.make({ length: ${MANY} })))).map(({ length }) => length).join());`;
    expect(textsOf(await runBeside(source))).toEqual(Array(2).fill(`${MANY},${MANY},${MANY}`));
  },
  SLOW_MS,
);

test(
  "stored values that together are larger than a frame reach a process that knows none of them",
  async () => {
    const host = await testHost({ pool: { processes: 1 }, limits: NO_LIMITS });
    const session = host.openSession();
    for (const key of ["a", "b"]) {
      const { status } = await session.run(`store("${key}", "x".repeat(150_000_000))`, NEVER);
      expect(status).toBe("completed");
    }
    const look = `text(load("a").length + load("b").length)`;
    expect(textsOf(await session.run(look, NEVER))).toEqual(["300000000"]);
    for (const pid of host.runtimePids()) process.kill(pid, "SIGKILL");
    expect(textsOf(await session.run(look, NEVER))).toEqual(["300000000"]);
    // A large source finds no room in their frame either.
    const large = `${look}; //${"x".repeat(150_000_000)}`;
    for (const pid of host.runtimePids()) process.kill(pid, "SIGKILL");
    expect(textsOf(await session.run(large, NEVER))).toEqual(["300000000"]);
  },
  SLOW_MS,
);
