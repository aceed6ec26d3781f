import { resolve } from "node:path";
import { applyPatch, PatchError, verifyPatch } from "../../../tools/builtin/index.ts";
import type { PatchReport } from "../../../tools/builtin/index.ts";
import type { Arguments } from "../arguments.ts";
import { EXIT } from "../exit-codes.ts";
import { readSource } from "../input/read-source.ts";
import { StopSignals } from "../running/stop-signals.ts";

/**
 * `isocell apply-patch`: applies a patch to a folder, or tells whether it could be applied.
 * @throws {UsageError} when the patch can't be read.
 */
export async function patchFolder({ values, set, positionals }: Arguments): Promise<number> {
  const text = await readSource(positionals[0] ?? "-", "patch");
  const signals = new StopSignals();
  const options = { cwd: resolve(values["dir"] ?? "."), signal: signals.signal };
  const json = set.has("json");
  try {
    const report = await (set.has("check") ? verifyPatch : applyPatch)(text, options);
    process.stdout.write(json ? jsonOf(report) : summaryOf(report, set.has("check")));
    for (const path of report.leftovers) {
      process.stderr.write(`isocell apply-patch: the former version ${path} could not be removed\n`);
    }
    return EXIT.completed;
  } catch (error) {
    if (!(error instanceof PatchError)) throw error;
    const { kind, message, line } = error;
    if (json) process.stdout.write(`${JSON.stringify({ error: { kind, message, line } })}\n`);
    else process.stderr.write(`${message}\n`);
    return signals.exitCode ?? EXIT.scriptFailed;
  }
}

function summaryOf({ summary, changes }: PatchReport, check: boolean): string {
  if (!check) return summary;
  const lines = summary.split("\n").slice(1).join("\n");
  return `The patch fits. It would change ${changes.length === 1 ? "1 file" : `${changes.length} files`}:\n${lines}`;
}

function jsonOf({ changes, leftovers }: PatchReport): string {
  return `${JSON.stringify({ changes, leftovers })}\n`;
}
