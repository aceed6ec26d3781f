import { isJsonObject, own } from "../../../tools/index.ts";
import type { CallContext, ToolExecutor } from "../../../tools/index.ts";
import type { Finding } from "../finding.ts";
import { ruleId } from "../rule.ts";
import type { RuleText } from "../rule.ts";
import { lintedTools } from "../subject/linted-tool.ts";
import type { LintedTool } from "../subject/linted-tool.ts";

/** How long one call may take, in ms. */
const PROBE_MS = 10_000;
const UNKNOWN = "isocell_probe_unknown_argument";

/** What a call gave: the text that a model reads of it, and whether it is an error. */
interface ProbeAnswer {
  readonly failed: boolean;
  readonly text: string;
}

interface Probe extends RuleText {
  /** The arguments to call with; undefined where the probe does not fit the tool. */
  readonly input: (tool: LintedTool) => Record<string, unknown> | undefined;
  /** What is wrong with the answer; undefined when nothing is. */
  readonly judge: (answer: ProbeAnswer, tool: LintedTool) => string | undefined;
}

/**
 * Calls tools that say they change nothing with arguments that are wrong, and looks at what comes back. Nothing else is
 * called: no tool without `readOnlyHint`, and none with arguments that could be right.
 */
export const PROBES: readonly Probe[] = [
  {
    name: "misspelt-argument",
    area: "probe",
    title: "an unknown argument is accepted",
    severity: "warning",
    why: "A misspelt argument that is ignored looks like one that had its effect.",
    fix: "Refuse unknown arguments, and name the nearest known one.",
    input: (tool) => (requiredOf(tool).length === 0 ? { [UNKNOWN]: true } : undefined),
    judge: ({ failed }) => (failed ? undefined : `The unknown argument ${UNKNOWN} was accepted.`),
  },
  {
    name: "missing-argument",
    area: "probe",
    title: "a missing argument is not named",
    severity: "warning",
    why: "A model that is not told what is missing tries the same again.",
    fix: "Name the argument that is missing, in an error.",
    input: (tool) => (requiredOf(tool).length === 0 ? undefined : {}),
    judge: ({ failed, text }, tool) => {
      if (!failed) return `A call without ${requiredOf(tool).join(", ")} succeeded.`;
      return requiredOf(tool).some((name) => text.includes(name))
        ? undefined
        : `The error does not name what is missing: ${short(text)}`;
    },
  },
  {
    name: "wrong-type",
    area: "probe",
    title: "a wrong argument is accepted, or not named",
    severity: "warning",
    why: "A value of the wrong kind that is accepted is turned into something that nobody asked for.",
    fix: "Check the arguments against the schema, and say what was expected.",
    input: (tool) => {
      const required = requiredOf(tool);
      if (required.length === 0) return undefined;
      return Object.fromEntries(required.map((name) => [name, { [UNKNOWN]: true }]));
    },
    judge: ({ failed, text }, tool) => {
      if (!failed) return "Objects in place of all arguments were accepted.";
      return requiredOf(tool).some((name) => text.includes(name))
        ? undefined
        : `The error does not name the argument that is wrong: ${short(text)}`;
    },
  },
];

/** Findings of all probes; tools are called one after the other. */
export async function probeTools(executors: readonly ToolExecutor[], signal: AbortSignal): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const tool of lintedTools(executors)) {
    if (tool.annotations.readOnlyHint !== true) continue;
    for (const probe of PROBES) {
      signal.throwIfAborted();
      const input = probe.input(tool);
      if (input === undefined) continue;
      const { severity, why, fix } = probe;
      const about = { rule: ruleId(probe), owner: tool.owner, tool: tool.name, where: "call", why, fix };
      const answer = await callOnce(tool.executor, input, signal);
      if (answer === undefined) {
        findings.push({ ...about, severity: "error", message: `No answer came within ${PROBE_MS / 1000} s.` });
        break;
      }
      const message = probe.judge(answer, tool);
      if (message !== undefined) findings.push({ ...about, severity, message });
    }
  }
  return findings;
}

async function callOnce(
  executor: ToolExecutor,
  input: Record<string, unknown>,
  signal: AbortSignal,
): Promise<ProbeAnswer | undefined> {
  const timeout = AbortSignal.timeout(PROBE_MS);
  const context: CallContext = {
    signal: AbortSignal.any([signal, timeout]),
    callId: "lint-probe",
    source: { kind: "direct" },
    attempt: 1,
    unconfined: false,
    reportProgress: () => undefined,
  };
  try {
    const { output } = await Promise.race([executor.handle(input, context), rejectionOf(context.signal)]);
    const text = output.content.map((item) => (item.type === "text" ? item.text : "")).join("\n");
    return { failed: !output.success, text };
  } catch (error) {
    if (timeout.aborted) return undefined;
    signal.throwIfAborted();
    return { failed: true, text: error instanceof Error ? error.message : String(error) };
  }
}

function rejectionOf(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const end = (): void => reject(new Error("the call was ended"));
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });
}

function requiredOf({ inputSchema }: LintedTool): readonly string[] {
  const required = own(inputSchema, "required");
  const properties = own(inputSchema, "properties");
  if (!Array.isArray(required) || !isJsonObject(properties)) return [];
  return required.filter((name): name is string => typeof name === "string");
}

function short(text: string): string {
  return JSON.stringify(text.length > 120 ? `${text.slice(0, 120)}…` : text);
}
