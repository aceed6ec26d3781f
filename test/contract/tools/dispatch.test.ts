import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHost } from "../../../host/index.ts";
import type { Host, Step, StepCall } from "../../../host/index.ts";
import { hostile } from "../../integration/mcp/fixture.ts";
import { specCases } from "../../unit/tools/spec-cases.ts";
import { timedTool } from "./stand-ins.ts";
import type { Span } from "./stand-ins.ts";

interface Input {
  readonly type?: "function_call" | "custom_tool_call";
  readonly name?: string;
  readonly namespace?: string;
  readonly arguments?: string;
  readonly calls?: readonly string[];
}
interface Expected {
  readonly body?: string | readonly { readonly text: string }[];
}

/** Where isocell says more than the reference, which leaves a model guessing. */
const HINTS: Readonly<Record<string, string>> = {
  "dispatch/flat_mcp_name": "unsupported call: mcp__odd__echo. The tool is `echo` in the namespace `mcp__odd`.",
  "dispatch/mcp_without_namespace": "unsupported call: echo. The tool is `echo` in the namespace `mcp__odd`.",
};

const cases = specCases<Input, Expected>("dispatch-cases.json");
/** Asked with the real tools in commands.test.ts and built-in-calls.test.ts. */
const BUILT_IN = /^(?:exec_command|write_stdin|request_user_input)$/u;
const mismatches = cases.filter(({ id }) => id.startsWith("dispatch/payload_mismatch:"));
const ofMcp = cases.filter(({ id }) => /^dispatch\/mcp_(?:bad_json|array_args|args_not)/u.test(id));
const answered = cases.filter(
  (one) => ![...mismatches, ...ofMcp].includes(one) && !BUILT_IN.test(one.input.name ?? ""),
);

let host: Host;
let step: Step;
const spans: Span[] = [];
beforeAll(async () => {
  const tools = ["exec_command", "mcp__odd.echo", "search"].map((name) => timedTool(name, spans, { parallel: true }));
  host = await createHost({ tools, mode: "direct", pool: { processes: 1 } });
  step = await host.openSession().step();
});
afterAll(() => host.close());

async function textOf(call: StepCall): Promise<string> {
  const { content } = await step.call(call);
  return content.map((item) => (item.type === "text" ? item.text : item.type)).join("");
}

describe("A direct call", () => {
  test.for(answered)("is answered as in the reference: $id", async ({ id, input, expected }) => {
    const { name = "", namespace, arguments: text } = input;
    const call = {
      name,
      ...(namespace === undefined ? {} : { namespace }),
      ...(text === undefined ? {} : { arguments: text }),
    };
    expect(await textOf(call)).toBe(HINTS[id] ?? expected.body);
  });

  test("of a tool of an MCP server is answered as in the reference, behind the time that it took", async () => {
    const echo = { name: "echo", inputSchema: { type: "object", properties: { a: {} } } };
    const mcpServers = { odd: hostile({ tools: [echo] }) };
    const other = await createHost({ mcpServers, mode: "direct", pool: { processes: 1 } });
    try {
      const its = await other.openSession().step();
      const texts = async (text: string): Promise<unknown> => {
        const { content } = await its.call({ namespace: "mcp__odd", name: "echo", arguments: text });
        return content.map((item) => ({
          type: "input_text",
          text: item.type === "text" ? item.text.replace(/\d+\.\d{4}/u, "<t>") : item.type,
        }));
      };
      for (const { input, expected } of ofMcp) expect(await texts(input.arguments ?? "")).toEqual(expected.body);
      expect(ofMcp).toHaveLength(3);
      // Nothing is sent for no arguments, not even an empty object.
      expect(await texts("")).toMatchObject([{}, { text: "no arguments" }]);
    } finally {
      await other.close();
    }
  });

  test("whose arguments the server's schema does not allow is answered here, behind a header: better than to ask", async () => {
    const echo = { name: "echo", inputSchema: { type: "object", properties: { a: { type: "number" } } } };
    const other = await createHost({
      mcpServers: { odd: hostile({ tools: [echo] }) },
      mode: "direct",
      pool: { processes: 1 },
    });
    try {
      const its = await other.openSession().step();
      const { content } = await its.call({ namespace: "mcp__odd", name: "echo", arguments: '{"a":"str"}' });
      expect(content).toMatchObject([
        { text: "Wall time: 0.0000 seconds\nOutput:" },
        { text: expect.stringMatching(/`a`: expected number/u) as unknown },
      ]);
    } finally {
      await other.close();
    }
  });

  test("of a kind that the tool does not take is answered with a sentence, and the others go on", async () => {
    expect(mismatches).toHaveLength(3);
    const turn = step.turn();
    const plain = (callId: string): StepCall => ({
      callId,
      name: "exec_command",
      arguments: `{"call":"${callId}","ms":5}`,
    });
    void turn.add(plain("f"));
    void turn.add({ callId: "x", name: "exec_command", input: "text" });
    void turn.add({ callId: "y", namespace: "mcp__odd", name: "echo", input: "text" });
    void turn.add(plain("l"));
    const outputs: [string | undefined, string][] = [];
    for await (const { call, output } of turn.outputs()) {
      outputs.push([call.callId, output.content[0]?.type === "text" ? output.content[0].text : ""]);
    }
    // The reference says no more than "aborted", and puts that before the other outputs.
    const sentence = (tool: string): string =>
      `The tool ${tool} takes JSON arguments, but was called with freeform text.`;
    expect(outputs).toEqual([
      ["f", "f"],
      ["x", sentence("exec_command")],
      ["y", sentence("echo")],
      ["l", "l"],
    ]);
  });

  test("that is no call of JSON says where it is not", async () => {
    expect(await textOf({ name: "exec_command", arguments: '{"cmd":' })).toBe(
      "failed to parse function arguments: EOF while parsing a value at line 1 column 7",
    );
  });

  test("twice with one id runs twice", async () => {
    const before = spans.length;
    const call = { callId: "same", name: "exec_command", arguments: '{"call":"same","ms":1}' };
    expect(await Promise.all([textOf(call), textOf(call)])).toEqual(["same", "same"]);
    expect(spans.length - before).toBe(2);
  });
});

test("An interrupted turn answers every call: real results, running ones, and queued ones that never run", async () => {
  const ran: Span[] = [];
  const tools = [timedTool("exec_command", ran, { parallel: true }), timedTool("apply", ran, { parallel: false })];
  const other = await createHost({ tools, mode: "direct", pool: { processes: 1 } });
  try {
    const turn = (await other.openSession().step()).turn();
    const done = turn.add({ callId: "done", name: "exec_command", arguments: '{"call":"done","ms":1}' });
    void turn.add({ callId: "running", name: "exec_command", arguments: '{"call":"running","ms":60000}' });
    void turn.add({ callId: "queued", name: "apply", arguments: '{"call":"queued","ms":1}' });
    await done;
    turn.abort();
    const texts: (string | undefined)[] = [];
    for await (const { output } of turn.outputs()) {
      texts.push(output.content[0]?.type === "text" ? output.content[0].text : undefined);
    }
    expect(texts).toEqual(["done", "aborted by user after 0.1s", "aborted by user after 0.1s"]);
    expect(ran.map(({ call }) => call)).toEqual(["done", "running"]);
  } finally {
    await other.close();
  }
});
