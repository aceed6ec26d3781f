import type { Host, TraceWriter } from "../../index.ts";
import type { Outcome } from "../../outcome.ts";
import type { Arguments } from "../arguments.ts";
import { describeError, describeSummary } from "../output/describe-outcome.ts";
import { parseDuration } from "../input/duration.ts";
import { EXIT, exitCodeOfOutcome } from "../exit-codes.ts";
import { readSource } from "../input/read-source.ts";
import { serverProblems } from "../output/server-problems.ts";
import { ScriptOutput } from "../output/script-output.ts";
import { UsageError } from "../usage-error.ts";
import { withHost } from "../running/with-host.ts";
import type { People } from "../running/with-host.ts";

interface Settings {
  readonly file: string;
  readonly timeoutMs: number | undefined;
  readonly json: boolean;
  readonly quiet: boolean;
}

/**
 * `isocell run`: runs one script and answers the exit code.
 * @throws {UsageError} for a script that can't be read or a flag with a wrong value.
 * @throws {IsocellError} when the configuration, a server or a runtime fails.
 */
export async function run({ values, set, positionals }: Arguments): Promise<number> {
  const [file] = positionals;
  if (file === undefined) throw new UsageError("which script? Give a file, or - for standard input");
  const timeoutMs = values["timeout"] === undefined ? undefined : parseDuration(values["timeout"], "--timeout");
  const settings = { file, timeoutMs, json: set.has("json"), quiet: set.has("quiet") };
  const output = new ScriptOutput({ folder: values["out"], json: settings.json, quiet: settings.quiet });
  const source = await readSource(file);
  const people = async (): Promise<People> => {
    const [{ createTerminalAsk }, { createTerminalElicit }] = await Promise.all([
      import("../approvals/ask-terminal.ts"),
      import("../approvals/elicit-terminal.ts"),
    ]);
    const options = { hold: () => output.hold() };
    const [ask, elicit] = [createTerminalAsk(options), createTerminalElicit(options)];
    return { ...(ask === undefined ? {} : { ask }), ...(elicit === undefined ? {} : { elicit }) };
  };
  const runOnce = (trace?: TraceWriter): Promise<number> =>
    withHost(
      values["config"],
      async ({ host, stop }) => {
        const outcome = await runToEnd(host, source, settings, output, stop);
        if (!settings.quiet) process.stderr.write(serverProblems(host.servers()));
        return report(outcome, settings);
      },
      {
        ...(trace === undefined ? {} : { onEvent: trace.write }),
        people,
        builtins: values["builtins"],
        quiet: settings.quiet,
      },
    );
  const traceFile = values["trace"];
  return traceFile === undefined ? runOnce() : traced(traceFile, runOnce);
}

/** Runs something with a trace file, which is complete when it has ended. A disk that fails does not change its end. */
async function traced(file: string, work: (trace: TraceWriter) => Promise<number>): Promise<number> {
  const { createTraceWriter } = await import("../../trace/trace-writer.ts");
  const trace = createTraceWriter(file);
  try {
    return await work(trace);
  } finally {
    const { error, dropped } = await trace.close();
    if (error !== undefined) process.stderr.write(`warning: the trace ${file} is not complete: ${error.message}\n`);
    else if (dropped > 0)
      process.stderr.write(`warning: the trace ${file} lacks ${dropped} events: the disk is too slow\n`);
  }
}

/** Runs a script until it ends, however often it yields. */
async function runToEnd(
  host: Host,
  source: string,
  settings: Settings,
  output: ScriptOutput,
  stop: AbortSignal,
): Promise<Outcome> {
  const { timeoutMs } = settings;
  const session = host.openSession({
    ...(timeoutMs === undefined ? {} : { limits: { wallMs: timeoutMs } }),
    onContent: ({ item }) => output.emit(item),
  });
  output.watch(() => session.progress());
  stop.addEventListener("abort", () => output.stop(), { once: true });
  try {
    const parts = [await session.run(source, { yieldTimeMs: null, signal: stop })];
    for (let last = parts[0]; last?.status === "yielded"; last = parts.at(-1)) {
      parts.push(await session.wait(last.cellId, { yieldTimeMs: null }));
    }
    return joinOutcomes(parts);
  } finally {
    output.stop();
  }
}

/** The last answer, with the content and warnings of all. */
function joinOutcomes(parts: readonly Outcome[]): Outcome {
  const last = parts.at(-1);
  if (last === undefined) throw new TypeError("a run has at least one answer");
  const content = parts.flatMap((part) => part.content);
  return { ...last, content, warnings: [...new Set(parts.flatMap((part) => part.warnings))] };
}

function report(outcome: Outcome, { file, json, quiet }: Settings): number {
  const { error, warnings, status } = outcome;
  if (json) process.stdout.write(`${JSON.stringify(outcome, undefined, 2)}\n`);
  const lines: string[] = [];
  if (error !== undefined && !json) lines.push(describeError(error, file === "-" ? "stdin" : file));
  if (!quiet) lines.push(...warnings.map((warning) => `warning: ${warning}`), describeSummary(outcome));
  if (lines.length > 0) process.stderr.write(`${lines.join("\n")}\n`);
  if (error !== undefined) return exitCodeOfOutcome(error.code);
  return status === "completed" ? EXIT.completed : EXIT.limitOrCrash;
}
