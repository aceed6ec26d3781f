import { describe, expect, test } from "vitest";
import { compareVariants } from "../../../host/eval/compare/compare-variants.ts";
import { measureRun } from "../../../host/eval/measure/measure-run.ts";
import type { MeasuredRun, Run } from "../../../host/eval/measure/run.ts";
import { summarizeVariants } from "../../../host/eval/measure/summarize.ts";
import type { Suite, Task } from "../../../host/eval/suite/suite.ts";
import type { Trajectory } from "../../../host/eval/trajectory/trajectory.ts";
import { callWith, sampleSuite, trajectoryWith } from "./sample.ts";

async function measure(
  task: Omit<Task, "id" | "prompt">,
  changes: Partial<Trajectory>,
  which = 0,
): Promise<MeasuredRun> {
  const suite = await sampleSuite({ tasks: [{ id: "count", prompt: "How many?", ...task }] });
  const variant = suite.variants[which];
  if (variant === undefined) throw new Error("no variant");
  return measureRun(suite, { task: "count", variant, repetition: 1 }, trajectoryWith(changes), "raw/x.jsonl");
}

function verdicts({ measures, passed }: MeasuredRun): Record<string, string | null> {
  const each = Object.entries(measures).map(([name, one]) => [name, one?.verdict ?? null] as const);
  return { ...Object.fromEntries(each), passed };
}

describe("A run", () => {
  test("is measured by what its task says, and passes when all of that holds.", async () => {
    const run = await measure(
      {
        answer: { contains: "3" },
        arguments: [{ tool: "count", arguments: { subset: { part: "nut" } } }],
        scope: [{ result: { equals: 3 } }],
      },
      { calls: [callWith({ arguments: { part: "nut" } })] },
    );
    expect(verdicts(run)).toEqual({ answer: "pass", arguments: "pass", scope: "pass", errors: "pass", passed: "pass" });
  });

  test("of which nothing is said is measured by tool errors alone.", async () => {
    expect(verdicts(await measure({}, {}))).toEqual({
      answer: null,
      arguments: null,
      scope: null,
      errors: "pass",
      passed: "pass",
    });
  });

  test("without an answer, calls or results fails, and says what there was.", async () => {
    const run = await measure(
      {
        answer: { contains: "3" },
        arguments: [{ tool: "count", arguments: { equals: {} } }],
        scope: [{ tool: "weigh", result: { equals: 3 } }],
      },
      {
        answer: null,
        end: { reason: "rounds" },
        calls: [callWith({ name: "weigh", outcome: "failed", error: "broken" })],
      },
    );
    expect(verdicts(run)).toEqual({ answer: "fail", arguments: "fail", scope: "fail", errors: "fail", passed: "fail" });
    expect(Object.values(run.measures).map((one) => one?.mismatches[0]?.got)).toEqual([
      "none; the run ended with rounds",
      "calls of weigh",
      "1 that did not: broken",
      "1; weigh: broken",
    ]);
  });

  test("may have as many tool errors as its task allows.", async () => {
    const calls = [callWith({ outcome: "failed" }), callWith({ id: "2" })];
    expect((await measure({ errors: { max: 1 } }, { calls })).passed).toBe("pass");
    expect((await measure({ errors: { min: 2 } }, { calls })).passed).toBe("fail");
  });

  test.for([
    ["some", "pass"],
    ["every", "fail"],
    ["first", "fail"],
    ["last", "pass"],
  ] as const)("looks at %s of the calls: %s.", async ([which, verdict]) => {
    const calls = [callWith({ arguments: { a: 1 }, result: 1 }), callWith({ arguments: { a: 2 }, result: 2 })];
    const run = await measure(
      { arguments: [{ which, arguments: { equals: { a: 2 } } }], scope: [{ which, result: { equals: 2 } }] },
      { calls },
    );
    expect([run.measures.arguments?.verdict, run.measures.scope?.verdict]).toEqual([verdict, verdict]);
    if (which === "every")
      expect(run.measures.scope?.mismatches).toMatchObject([{ at: "result 1 count: $", got: "1" }]);
  });

  test("looks at expectations of its variant alone.", async () => {
    const task = {
      arguments: [
        { when: { tool: "old" }, arguments: { equals: 1 } },
        { when: { variant: ["new"] }, arguments: { equals: 2 } },
      ],
    };
    const calls = [callWith({ arguments: 2 })];
    expect((await measure(task, { calls }, 0)).passed).toBe("fail");
    expect((await measure(task, { calls }, 1)).passed).toBe("pass");
    expect(
      (await measure({ scope: [{ when: { tool: "new" }, result: { equals: 1 } }] }, {}, 0)).measures.scope,
    ).toBeNull();
  });

  test("is not known where its record does not hold what is looked at, unless something else fails.", async () => {
    const { arguments: _, result: __, ...bare } = callWith({});
    const { answer: ___, ...silent } = trajectoryWith({ calls: [bare] });
    const suite = await sampleSuite({
      tasks: [
        {
          id: "count",
          prompt: "x",
          answer: { contains: "3" },
          arguments: [{ arguments: { equals: 1 } }],
          scope: [{ result: { equals: 1 } }],
        },
      ],
    });
    const [variant] = suite.variants;
    if (variant === undefined) throw new Error("no variant");
    const key = { task: "count", variant, repetition: 1 };
    expect(verdicts(measureRun(suite, key, silent, ""))).toEqual({
      answer: "unknown",
      arguments: "unknown",
      scope: "unknown",
      errors: "pass",
      passed: "unknown",
    });
    const failed = { ...silent, calls: [bare, { ...bare, outcome: "failed" as const }] };
    expect(measureRun(suite, key, failed, "").passed).toBe("fail");
  });

  test("has figures: calls, other actions, failures, retries, tokens and times.", async () => {
    const { figures } = await measure(
      {},
      {
        calls: [
          callWith({ outcome: "failed", tokens: 5, ms: 1 }),
          callWith({ name: "weigh", tokens: 10 }),
          callWith({ outcome: "failed", tokens: 1, ms: 2 }),
          callWith({ tokens: 1, ms: 3 }),
          callWith({ tokens: 1, ms: 4 }),
          callWith({ kind: "command", outcome: "failed" }),
        ],
        usage: { inputTokens: 7, outputTokens: 8 },
        rounds: 9,
        ms: 10,
      },
    );
    expect(figures).toEqual({
      calls: 5,
      commands: 1,
      failedCalls: 2,
      retries: 2,
      resultTokens: 18,
      callMs: 10,
      ms: 10,
      rounds: 9,
      inputTokens: 7,
      outputTokens: 8,
    });
  });
});

describe("A comparison", () => {
  async function compare(
    variables: Suite["variables"],
    outcome: (variant: string, repetition: number) => string | null,
  ) {
    const suite = await sampleSuite({ variables, repetitions: 4, sources: [{ type: "recorded", path: "x" }] });
    const runs = suite.variants.flatMap((variant) =>
      [1, 2, 3, 4].map((repetition): Run => {
        const key = { task: "count", variant, repetition };
        const answer = outcome(variant.id, repetition);
        if (answer === null) return { ...key, status: "missing", reason: "none" };
        const { answer: _, ...silent } = trajectoryWith({});
        return measureRun(suite, key, answer === "silent" ? silent : { ...silent, answer }, "");
      }),
    );
    return compareVariants(summarizeVariants(suite, runs), runs);
  }

  test("counts, tests and pairs, and says that runs are few.", async () => {
    const { list, pairs } = await compare({ tool: ["old", "new"] }, (variant) => (variant === "new" ? "3" : "2"));
    expect(pairs).toBe(1);
    expect(list).toMatchObject([
      {
        one: "old",
        other: "new",
        changed: [{ variable: "tool", one: "old", other: "new" }],
        passed: { one: { passed: 0, runs: 4 }, other: { passed: 4, runs: 4 } },
        paired: { pairs: 4, both: 0, onlyOne: 0, onlyOther: 4, neither: 0, p: 0.125 },
        warnings: [expect.stringMatching(/^Few runs \(4 and 4\)/)],
      },
    ]);
    expect(list[0]?.fisher).toBeCloseTo(2 / 70, 12);
    expect(list[0]?.fisherAdjusted).toBe(list[0]?.fisher);
  });

  test("warns when more than one variable changed, and only then.", async () => {
    const { list } = await compare({ tool: ["old", "new"], model: ["m", "n"] }, () => "3");
    const warned = list.filter(({ warnings }) => warnings.some((text) => text.includes("changed at once")));
    expect(warned.map(({ one, other }) => `${one} ${other}`)).toEqual(["old.m new.n", "old.n new.m"]);
    expect(warned[0]?.warnings[0]).toContain("2 variables changed at once (tool, model)");
  });

  test("does not pair runs of which one is missing or not known, and says so.", async () => {
    const missing = await compare({ tool: ["old", "new"] }, (variant, repetition) =>
      variant === "new" && repetition === 2 ? null : "3",
    );
    expect(missing.list[0]).toMatchObject({ paired: null, passed: { other: { passed: 3, runs: 3 } } });
    expect(missing.list[0]?.warnings.join(" ")).toMatch(/1 runs are missing\. They did not do the same tasks/);
    const unknown = await compare({ tool: ["old", "new"] }, (variant) => (variant === "new" ? "silent" : "3"));
    expect(unknown.list[0]?.warnings.join(" ")).toMatch(
      /no run that counts: nothing can be said\. 4 runs count neither way/,
    );
  });

  test("of very many variants is of those that differ least.", async () => {
    const { list, pairs } = await compare({ a: [1, 2, 3, 4], b: [1, 2, 3, 4] }, () => "3");
    expect({ pairs, compared: list.length }).toEqual({ pairs: 120, compared: 45 });
    expect(list.every(({ changed }) => changed.length === 1)).toBe(true);
  });
});
