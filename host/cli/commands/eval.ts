import { createInterface } from "node:readline/promises";
import { join, parse, resolve } from "node:path";
import { evaluateSuite } from "../../eval/evaluate.ts";
import { planLive } from "../../eval/live/plan-live.ts";
import type { LivePlan } from "../../eval/live/plan-live.ts";
import { evaluationPage } from "../../eval/report/html/page.ts";
import { evaluationMarkdown } from "../../eval/report/markdown.ts";
import { EvaluationFolder } from "../../eval/store/folder.ts";
import { loadSuite } from "../../eval/suite/load-suite.ts";
import type { Arguments } from "../arguments.ts";
import { EXIT } from "../exit-codes.ts";
import { formatCount } from "../output/format.ts";
import { LiveLine } from "../output/live-line.ts";
import { printable } from "../output/printable.ts";
import { UsageError } from "../usage-error.ts";
import { StopSignals } from "../running/stop-signals.ts";

const FORMATS = ["markdown", "json", "html", "none"] as const;

/**
 * `isocell eval`: measures how well models use tools. The reports go to the folder, one of them to standard output, too.
 * @throws {UsageError} for flags that make no sense, and where live runs were not agreed to.
 * @throws {IsocellError} when the suite is wrong, or a folder can't be used.
 */
export async function evaluate({ values, set, positionals }: Arguments): Promise<number> {
  const [file] = positionals;
  if (file === undefined) throw new UsageError("which suite? Give its file");
  const format = FORMATS.find((known) => known === (values["format"] ?? "markdown"));
  if (format === undefined)
    throw new UsageError(`--format takes ${FORMATS.join(", ")}, not ${JSON.stringify(values["format"])}`);
  const limit = values["limit"] === undefined ? undefined : wholeNumber(values["limit"], "--limit");
  const suite = await loadSuite(file, process.cwd());
  const again = values["from"] !== undefined;
  const out = resolve(values["out"] ?? values["from"] ?? join("isocell-eval", `${parse(file).name}-${stamp()}`));
  if (!again) await agree(planLive(suite, limit), set.has("yes"));
  const signals = new StopSignals();
  let progress = "";
  const line = new LiveLine(process.stderr, () => progress);
  if (process.stderr.isTTY) line.start();
  try {
    const evaluation = await evaluateSuite(suite, {
      folder: values["from"] ?? out,
      again,
      signal: signals.signal,
      ...(limit === undefined ? {} : { limit }),
      onProgress: (done, total, { task, variant, repetition }) => {
        progress = `${done + 1} of ${total}  ${variant.id}, ${task}, ${repetition}`;
      },
    });
    line.stop();
    const folder = new EvaluationFolder(out);
    const reports = {
      markdown: evaluationMarkdown(evaluation),
      json: `${JSON.stringify(evaluation, undefined, 2)}\n`,
      html: evaluationPage(evaluation),
      none: "",
    };
    await folder.writeText("report.md", reports.markdown);
    await folder.writeText("report.json", reports.json);
    await folder.writeText("report.html", reports.html);
    process.stdout.write(reports[format]);
    process.stderr.write(`Reports and raw trajectories: ${out}\n`);
    const missing = evaluation.runs.filter(({ status }) => status === "missing");
    const [first] = missing;
    if (first?.status === "missing") {
      const rest = missing.length === 1 ? "" : ", the first of them";
      process.stderr.write(`${formatCount(missing.length, "run")} missing${rest}: ${printable(first.reason)}\n`);
    }
    return signals.exitCode ?? (missing.length > 0 ? EXIT.scriptFailed : EXIT.completed);
  } catch (error) {
    if (signals.exitCode === undefined) throw error;
    return signals.exitCode;
  } finally {
    line.stop();
  }
}

/** Says what live runs may cost, and goes on only when that was agreed to. */
async function agree({ runs, requests, tokens, models }: LivePlan, agreed: boolean): Promise<void> {
  if (runs === 0) return;
  const plan = `${formatCount(runs, "live run")} with ${models.map(printable).join(", ")}: at most ${formatCount(requests, "request")} and about ${tokens.toLocaleString("en-US")} tokens. This may cost money.\n`;
  process.stderr.write(plan);
  if (agreed) return;
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    throw new UsageError("live runs need --yes where nobody can be asked; --limit N allows fewer of them");
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const reply = await terminal.question("Go on? [y/N] ");
    if (!/^y(?:es)?$/i.test(reply.trim())) throw new UsageError("nothing was run");
  } finally {
    terminal.close();
  }
}

function wholeNumber(text: string, flag: string): number {
  const number = Number(text);
  if (/^\d{1,9}$/.test(text)) return number;
  throw new UsageError(`${flag} takes a whole number, not ${JSON.stringify(text)}`);
}

/** `20260727-120000`. */
function stamp(): string {
  return new Date().toISOString().replace(/[-:]/g, "").replace("T", "-").slice(0, 15);
}
