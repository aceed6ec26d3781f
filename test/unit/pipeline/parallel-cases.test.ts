import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Gate } from "../../../host/pipeline/gate/gate.ts";
import { specCases } from "../tools/spec-cases.ts";

// Replayed with simulated tools of the same flags and times: what is tested is the gate, not who has which flag.

interface Input {
  readonly calls?: readonly string[];
  readonly perCallSeconds?: number;
  readonly config?: string;
}
interface Expected {
  readonly startedAt100ms?: Readonly<Record<string, number>>;
  readonly outputOrder?: readonly string[];
  readonly parallel?: boolean;
  readonly cellsSerial?: boolean;
  readonly nestedOverlap?: boolean;
}

const CASES = specCases<Input, Expected>("parallel-cases.json");
/** About when a call starts relative to the response it stands in, which no gate sees. */
const LEFT_TO_INTEGRATION = ["parallel/starts_before_the_response_completes"];

const TIMED = CASES.filter(({ expected }) => expected.startedAt100ms !== undefined);
const FLAGS = CASES.filter(({ expected }) => expected.parallel !== undefined);
const CELLS = CASES.filter(({ expected }) => expected.cellsSerial !== undefined);

/** The tools of the cases: which take their time, and which share the gate. */
const SLOW = /^(?:exec_command|mcp__m\.)/;
function isShared(tool: string, config: string): boolean {
  if (tool.startsWith("mcp__")) return config.includes("supports_parallel_tool_calls = true");
  return tool === "exec_command" || tool === "list_mcp_resources";
}

interface Simulated {
  readonly key: string;
  readonly shared: boolean;
  readonly ms: number;
}

/** Runs calls that come at once through one gate; answers when each started and ended. */
async function simulate(gate: Gate, calls: readonly Simulated[]) {
  const startedAt = new Map<string, number>();
  const endedAt = new Map<string, number>();
  const now = Date.now();
  const all = Promise.all(
    calls.map(async ({ key, shared, ms }) => {
      const waiting = gate.enter(shared);
      if (waiting !== null) await waiting;
      startedAt.set(key, Date.now() - now);
      if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
      endedAt.set(key, Date.now() - now);
      gate.leave(shared);
      return key;
    }),
  );
  await vi.runAllTimersAsync();
  return { startedAt, endedAt, order: await all };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe("the reference's parallel cases", () => {
  test("are all replayed here or named as left to the integration", () => {
    const replayed = [...TIMED, ...FLAGS, ...CELLS].map(({ id }) => id);
    expect([...replayed, ...LEFT_TO_INTEGRATION].toSorted()).toEqual(CASES.map(({ id }) => id).toSorted());
    expect(replayed.length).toBe(21);
  });

  test.each(TIMED)("$id", async ({ input: { calls = [], perCallSeconds = 0, config = "" }, expected }) => {
    const simulated = calls.map((text): Simulated => {
      const [, tool = "", key = ""] = /^(\S+) \((\w+)\)$/.exec(text) ?? [];
      // The two called slow and fast took 1.2 and 0.1 s.
      const seconds = { slow: 1.2, fast: 0.1 }[key] ?? (SLOW.test(tool) ? perCallSeconds : 0);
      return { key, shared: isShared(tool, config), ms: seconds * 1000 };
    });
    const { startedAt, order } = await simulate(new Gate(), simulated);
    for (const [key, at] of Object.entries(expected.startedAt100ms ?? {})) {
      expect(Math.abs((startedAt.get(key) ?? Number.NaN) / 100 - at), `start of ${key}`).toBeLessThanOrEqual(3);
    }
    expect(order).toEqual(expected.outputOrder);
  });

  test.each(FLAGS)("$id: a call between two shared ones is a barrier unless it is shared", async ({ expected }) => {
    const { startedAt, endedAt } = await simulate(new Gate(), [
      { key: "a", shared: true, ms: 600 },
      { key: "flagged", shared: expected.parallel === true, ms: 0 },
      { key: "c", shared: true, ms: 0 },
    ]);
    expect((startedAt.get("c") ?? 0) < (endedAt.get("a") ?? 0)).toBe(expected.parallel);
  });

  test.each(CELLS)("$id", async ({ expected }) => {
    const outer = new Gate();
    const nested: { readonly startedAt: number; readonly endedAt: number }[][] = [];
    const cells = [0, 1].map(async () => {
      const waiting = outer.enter(false);
      if (waiting !== null) await waiting;
      const own = new Gate();
      const startedAt = Date.now();
      const calls = [0, 1].map(async () => {
        const wait = own.enter(true);
        if (wait !== null) await wait;
        await new Promise((resolve) => setTimeout(resolve, 600));
        own.leave(true);
        return { startedAt, endedAt: Date.now() };
      });
      nested.push(await Promise.all(calls));
      outer.leave(false);
    });
    await vi.runAllTimersAsync();
    await Promise.all(cells);
    const [first = [], second = []] = nested;
    expect(first.every(({ endedAt, startedAt }) => endedAt - startedAt === 600)).toBe(expected.nestedOverlap);
    expect((second[0]?.startedAt ?? 0) >= (first[1]?.endedAt ?? Infinity)).toBe(expected.cellsSerial);
  });
});
