import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHost } from "../../../host/index.ts";
import type { Host, Step, StepCall } from "../../../host/index.ts";
import { specCases } from "../../unit/tools/spec-cases.ts";
import { overlap, SHARED, timedTool } from "./stand-ins.ts";
import type { Span } from "./stand-ins.ts";

const CALL_MS = 60;
/** Two calls whose starts lie this near to each other ran side by side in the reference; a call took 7 units. */
const NEAR = 5;

interface Input {
  readonly calls?: readonly string[];
  readonly config?: string;
}
interface Expected {
  readonly startedAt100ms?: Readonly<Record<string, number>>;
  readonly outputOrder?: readonly string[];
  readonly parallel?: boolean;
}

const cases = specCases<Input, Expected>("parallel-cases.json");
const timed = cases.filter(({ expected }) => expected.startedAt100ms !== undefined);
const flags = cases.filter(({ expected }) => expected.parallel !== undefined);

const hosts: Host[] = [];
afterAll(() => Promise.all(hosts.map((host) => host.close())));

/** `mcp__m.w (w1)` as a tool and the name of the call. */
function parseCall(text: string): { tool: string; call: string } {
  const [, tool = "", call = ""] = /^(\S+) \((\w+)\)$/u.exec(text) ?? [];
  return { tool, call };
}

async function stepWith(tools: Iterable<string>, spans: Span[], isShared: (tool: string) => boolean): Promise<Step> {
  const executors = [...new Set(tools)].map((tool) => timedTool(tool, spans, { parallel: isShared(tool) }));
  const host = await createHost({ tools: executors, mode: "direct", pool: { processes: 1 } });
  hosts.push(host);
  return host.openSession().step();
}

function callOf(tool: string, call: string, ms: number): StepCall {
  const dot = tool.lastIndexOf(".");
  const namespace = dot < 0 ? {} : { namespace: tool.slice(0, dot) };
  return { callId: call, name: tool.slice(dot + 1), ...namespace, arguments: JSON.stringify({ call, ms }) };
}

describe("Calls of one response", () => {
  test.for(timed)("overlap or wait as in the reference: $id", async ({ input, expected }) => {
    const calls = (input.calls ?? []).map(parseCall);
    const optIn = input.config?.includes("supports_parallel_tool_calls = true") === true;
    const spans: Span[] = [];
    // A name that is not there is called, too.
    const tools = calls.map(({ tool }) => tool).filter((tool) => tool !== "nosuch");
    const step = await stepWith(tools, spans, (tool) => SHARED.has(tool) || (optIn && tool.startsWith("mcp__")));
    const turn = step.turn();
    for (const { tool, call } of calls) void turn.add(callOf(tool, call, call === "slow" ? CALL_MS * 2 : CALL_MS));
    const order: string[] = [];
    for await (const answered of turn.outputs()) order.push(answered.call.callId ?? "");
    expect(order).toEqual(expected.outputOrder);
    const starts = Object.entries(expected.startedAt100ms ?? {});
    for (const [one, first] of starts) {
      for (const [other, second] of starts) {
        if (one < other)
          expect([one, other, overlap(spans, one, other)]).toEqual([one, other, Math.abs(first - second) < NEAR]);
      }
    }
  });

  test.for(flags)("may run beside others if their tool may: $id", async ({ input, expected }) => {
    const [, tool = ""] = input.calls ?? [];
    const spans: Span[] = [];
    const step = await stepWith(["exec_command", tool], spans, (name) => SHARED.has(name));
    const turn = step.turn();
    for (const [name, call] of [
      ["exec_command", "a"],
      [tool, "b"],
      ["exec_command", "c"],
    ] as const) {
      void turn.add(callOf(name, call, CALL_MS));
    }
    for await (const _ of turn.outputs());
    expect(overlap(spans, "a", "c")).toBe(expected.parallel);
  });

  test("are all that the cases ask about, but for those of code mode and of the model's stream", () => {
    const rest = cases.filter((one) => !timed.includes(one) && !flags.includes(one)).map(({ id }) => id);
    expect(rest).toEqual([
      // Below.
      "parallel/starts_before_the_response_completes",
      "parallel/exec_cells_are_exclusive_nested_calls_overlap",
    ]);
  });

  test("start when they are added, not when the response is complete", async () => {
    const spans: Span[] = [];
    const step = await stepWith(["exec_command"], spans, () => true);
    void step.turn().add(callOf("exec_command", "a", 5));
    expect(spans.map(({ call }) => call)).toEqual(["a"]);
  });
});

describe("Scripts of one response", () => {
  let host: Host;
  const spans: Span[] = [];
  beforeAll(async () => {
    host = await createHost({ tools: [timedTool("exec_command", spans, { parallel: true })] });
    hosts.push(host);
  });

  test("run one after the other, their own calls side by side", async () => {
    const step = await host.openSession().step();
    const script = (cell: string): string =>
      `await Promise.all(["x", "y"].map((call) => tools.exec_command({ call: "${cell}" + call, ms: ${CALL_MS} })))`;
    const turn = step.turn();
    for (const cell of ["1", "2"]) void turn.add({ name: "exec", input: script(cell) });
    for await (const _ of turn.outputs());
    expect(overlap(spans, "1x", "1y")).toBe(true);
    expect(overlap(spans, "2x", "2y")).toBe(true);
    expect(overlap(spans, "1x", "2x")).toBe(false);
  });
});
