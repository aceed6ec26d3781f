import { match } from "../matchers/match.ts";
import type { Bounds, Match } from "../matchers/matcher.ts";
import { MEASURES } from "../suite/suite.ts";
import type { Measure, Suite, Task } from "../suite/suite.ts";
import { fullName } from "../trajectory/trajectory.ts";
import type { Trajectory, TrajectoryCall } from "../trajectory/trajectory.ts";
import { checkArguments, checkScope } from "./check-calls.ts";
import type { Figures, MeasuredRun, RunKey, Verdict } from "./run.ts";

const NO_ERRORS: Bounds = { max: 0 };

/** Measures a trajectory. `file` is where it is kept, for reports. */
export function measureRun(suite: Suite, key: RunKey, trajectory: Trajectory, file: string): MeasuredRun {
  const index = suite.tasks.findIndex(({ id }) => id === key.task);
  const task = suite.tasks[index];
  if (task === undefined) throw new RangeError(`there is no task ${key.task}`);
  const where = `tasks[${index}]`;
  const { calls } = trajectory;
  const looking = { variant: key.variant, calls, where, modules: suite.matchModules };
  const measures: Record<Measure, Verdict | null> = {
    answer: checkAnswer(task, trajectory, where, suite),
    arguments: checkArguments(task.arguments, looking),
    scope: checkScope(task.scope, looking),
    errors: checkErrors(task, calls, where),
  };
  return {
    ...key,
    status: "measured",
    origin: trajectory.origin,
    file,
    measures,
    passed: passedOf(measures, suite.passes),
    figures: figuresOf(trajectory),
    answer: trajectory.answer ?? null,
    end: trajectory.end === null ? null : [trajectory.end.reason, trajectory.end.message].filter(Boolean).join(": "),
    reading: trajectory.reading,
  };
}

function checkAnswer(task: Task, { answer, end }: Trajectory, where: string, suite: Suite): Match | null {
  if (task.answer === undefined) return null;
  if (typeof answer === "string") return match(task.answer, answer, `${where}.answer`, "answer", suite.matchModules);
  const recorded = answer === null;
  const got = recorded ? `none${end === null ? "" : `; the run ended with ${end.reason}`}` : "not recorded";
  const mismatch = { matcher: `${where}.answer`, at: "answer", expected: "a final answer", got };
  return { verdict: recorded ? "fail" : "unknown", mismatches: [mismatch] };
}

function checkErrors(task: Task, calls: readonly TrajectoryCall[], where: string): Match {
  const failed = calls.filter(({ kind, outcome }) => kind === "tool" && outcome === "failed");
  const { min = 0, max = Infinity } = task.errors ?? NO_ERRORS;
  if (failed.length >= min && failed.length <= max) return { verdict: "pass", mismatches: [] };
  const texts = failed.slice(0, 5).map((call) => `${fullName(call)}: ${(call.error ?? "").slice(0, 160)}`);
  const expected = max === 0 ? "no call that fails" : `from ${min} to ${max} calls that fail`;
  const got = [`${failed.length}`, ...texts].join("; ");
  return { verdict: "fail", mismatches: [{ matcher: `${where}.errors`, at: "calls", expected, got }] };
}

function passedOf(
  measures: Readonly<Record<Measure, Verdict | null>>,
  counting: readonly Measure[],
): Verdict["verdict"] {
  const verdicts = MEASURES.filter((one) => counting.includes(one)).flatMap((one) => measures[one]?.verdict ?? []);
  if (verdicts.includes("fail")) return "fail";
  return verdicts.includes("unknown") || verdicts.length === 0 ? "unknown" : "pass";
}

function figuresOf({ calls, usage, rounds, ms }: Trajectory): Figures {
  const tools = calls.filter(({ kind }) => kind === "tool");
  return {
    calls: tools.length,
    commands: calls.length - tools.length,
    failedCalls: tools.filter(({ outcome }) => outcome === "failed").length,
    retries: retriesIn(tools),
    resultTokens: sumOf(tools.map(({ tokens }) => tokens)),
    callMs: sumOf(tools.map((call) => call.ms)),
    ms,
    rounds,
    inputTokens: usage?.inputTokens ?? null,
    outputTokens: usage?.outputTokens ?? null,
  };
}

/** How often a tool was called again after its last call had failed. */
function retriesIn(calls: readonly TrajectoryCall[]): number {
  const failed = new Set<string>();
  let retries = 0;
  for (const call of calls) {
    const name = fullName(call);
    if (failed.has(name)) retries += 1;
    if (call.outcome === "failed") failed.add(name);
    else failed.delete(name);
  }
  return retries;
}

/** The sum of what is known; null where nothing is, though there are calls. */
function sumOf(values: readonly (number | undefined)[]): number | null {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 && values.length > 0 ? null : known.reduce((sum, value) => sum + value, 0);
}
