import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { match } from "../../../host/eval/matchers/match.ts";
import { loadSuite } from "../../../host/eval/suite/load-suite.ts";
import type { Task } from "../../../host/eval/suite/suite.ts";
import { createHost } from "../../../host/index.ts";
import type { Mode, Step, StepCall } from "../../../host/index.ts";
import { approximateTokens, toOpenAiTools } from "../../../tools/index.ts";
import { INTERFACE_C } from "../../examples/impact/eval/behavior.ts";
import { makeImpactRepository } from "../../examples/impact/fixture/make-repository.ts";
import { createImpactTools } from "../../examples/impact/interface/tools.ts";
import { ROOT } from "../../support/project.ts";
import type { Row } from "../row.ts";

const EXAMPLE = join(ROOT, "test/examples/impact/eval");
const TOOL = "assess_change_impact";

/** What a conversation costs, in tokens as they are estimated, and in requests to the model. */
interface Cost {
  /** Calls or a script. */
  readonly written: number;
  /** Results. */
  readonly given: number;
  /** All that the model reads: definitions, prompts and everything so far, again with each request. */
  readonly read: number;
  /** Definitions and prompts, once. */
  readonly base: number;
  readonly rounds: number;
}

/**
 * The tasks of the evaluation of interfaces, done by direct calls and by scripts: each in a conversation of its own, and
 * all in one, as six calls one after the other or one cell. Fails when an answer is not what the suite expects.
 */
export async function tasks(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "isocell-tasks-"));
  try {
    const repository = join(folder, "shop");
    makeImpactRepository(repository);
    const suite = await loadSuite(join(EXAMPLE, "suite.json"), ROOT);
    const scripts = suite.tasks.map(({ id }) => readFileSync(join(EXAMPLE, "scripts", `${id}.js`), "utf8"));
    const direct = await withStep(repository, "direct", async (step) => ({
      each: total(
        await inTurn(suite.tasks, (task) => converse(step, [task.prompt], [directCall(task)], [task], "scope")),
      ),
      all: await converse(
        step,
        suite.tasks.map(({ prompt }) => prompt),
        suite.tasks.map(directCall),
        suite.tasks,
        "scope",
      ),
    }));
    const code = await withStep(repository, "code-only", async (step) => ({
      each: total(
        await inTurn(suite.tasks, (task, index) =>
          converse(step, [task.prompt], [{ name: "exec", input: scripts[index] ?? "" }], [task], "answer"),
        ),
      ),
      all: await converse(
        step,
        suite.tasks.map(({ prompt }) => prompt),
        [{ name: "exec", input: scripts.join("") }],
        suite.tasks,
        "answer",
      ),
    }));
    const row = (work: string, unit: string, one: number, other: number): Row => ({
      name: "tasks",
      work,
      unit,
      isocell: one,
      other: { name: "direct", value: other },
      target: null,
    });
    return [
      row("six tasks, a script each: results", "tokens", code.each.given, direct.each.given),
      row("six tasks, a script each: written", "tokens", code.each.written, direct.each.written),
      row("six tasks, a script each: read in all", "tokens", code.each.read, direct.each.read),
      row("six tasks in one cell: results", "tokens", code.all.given, direct.all.given),
      row("six tasks in one cell: written", "tokens", code.all.written, direct.all.written),
      row("six tasks in one cell: read in all", "tokens", code.all.read, direct.all.read),
      {
        ...row("six tasks in one cell: requests", "", code.all.rounds, direct.all.rounds),
        note: `direct calls side by side: 2 requests, ${2 * direct.all.base + direct.all.written + direct.all.given} tokens read`,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function withStep<T>(repository: string, mode: Mode, work: (step: Step) => Promise<T>): Promise<T> {
  const host = await createHost({ tools: await createImpactTools(repository), mode, pool: { processes: 1 } });
  try {
    return await work(await host.openSession().step());
  } finally {
    await host.close();
  }
}

function directCall({ id }: Task): StepCall {
  return { name: TOOL, arguments: JSON.stringify(INTERFACE_C[id]?.[0].calls[0] ?? {}) };
}

/** Makes the calls, a request each, and one more request for the answer; checks what they give. */
async function converse(
  step: Step,
  prompts: readonly string[],
  calls: readonly StepCall[],
  about: readonly Task[],
  check: "answer" | "scope",
): Promise<Cost> {
  const base =
    approximateTokens(JSON.stringify(toOpenAiTools(step.advertised).tools)) + approximateTokens(prompts.join("\n"));
  let [history, written, given, read] = [base, 0, 0, 0];
  for (const [index, call] of calls.entries()) {
    read += history;
    const { content, success } = await step.call(call);
    const output = content.map((item) => (item.type === "text" ? item.text : "")).join("\n");
    if (!success) throw new Error(`a call of ${call.name} failed: ${output}`);
    if (check === "scope") expectScope(about[index], JSON.parse(output));
    else for (const task of about) expectAnswer(task, output, about.length === 1);
    const wrote = approximateTokens(`${call.name}${call.input ?? call.arguments ?? ""}`);
    const got = approximateTokens(output);
    written += wrote;
    given += got;
    history += wrote + got;
  }
  return { written, given, read: read + history, base, rounds: calls.length + 1 };
}

function expectScope(task: Task | undefined, result: unknown): void {
  for (const { result: matcher } of task?.scope ?? []) {
    const { mismatches } = match(matcher, result, "scope");
    if (mismatches[0] !== undefined) throw new Error(`${task?.id}: ${JSON.stringify(mismatches[0])}`);
  }
}

/** Among the answers to other tasks, only what has to be there can be looked for. */
function expectAnswer({ id, answer }: Task, output: string, alone: boolean): void {
  if (answer === undefined || !("all" in answer)) throw new Error(`${id}: the suite expects no answer`);
  const matchers = alone ? answer.all : answer.all.filter((matcher) => !("not" in matcher));
  const { mismatches } = match({ all: matchers }, output, "answer");
  if (mismatches[0] !== undefined) throw new Error(`${id}: ${JSON.stringify(mismatches[0])}`);
}

async function inTurn<T>(list: readonly Task[], run: (task: Task, index: number) => Promise<T>): Promise<readonly T[]> {
  const results: T[] = [];
  for (const [index, task] of list.entries()) results.push(await run(task, index));
  return results;
}

function total(costs: readonly Cost[]): Cost {
  const sum = (valueOf: (cost: Cost) => number): number => costs.reduce((all, cost) => all + valueOf(cost), 0);
  return {
    written: sum(({ written }) => written),
    given: sum(({ given }) => given),
    read: sum(({ read }) => read),
    base: sum(({ base }) => base),
    rounds: sum(({ rounds }) => rounds),
  };
}
