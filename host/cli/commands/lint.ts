import { relative } from "node:path";
import { SEVERITIES } from "../../lint/finding.ts";
import { lintTools } from "../../lint/lint-tools.ts";
import type { LintReport } from "../../lint/lint-tools.ts";
import { probeTools } from "../../lint/probe/probe-tools.ts";
import { lintSarif } from "../../lint/reports/sarif.ts";
import { lintTable } from "../../lint/reports/table.ts";
import { packageVersion } from "../../version.ts";
import type { Arguments } from "../arguments.ts";
import { EXIT } from "../exit-codes.ts";
import { UsageError } from "../usage-error.ts";
import { serverProblems } from "../output/server-problems.ts";
import { withHost } from "../running/with-host.ts";

const FORMATS = ["table", "json", "sarif"] as const;

/**
 * `isocell lint`: what a model will misuse of the configured tools.
 * @throws {IsocellError} when the configuration or a server fails.
 */
export async function lint({ values, set }: Arguments): Promise<number> {
  const format = oneOf(FORMATS, values["format"] ?? "table", "--format");
  const failOn = oneOf(SEVERITIES, values["fail-on"] ?? "error", "--fail-on");
  return withHost(
    values["config"],
    async ({ host, configFile, lintOff, stop }) => {
      const executors = await host.listConfiguredTools();
      process.stderr.write(serverProblems(host.servers()));
      const probed = set.has("probe") ? await probeTools(executors, stop) : [];
      const report = lintTools(executors, lintOff, probed);
      process.stdout.write(render(report, format, configFile));
      const worst = new Set(SEVERITIES.slice(0, SEVERITIES.indexOf(failOn) + 1));
      return report.findings.some(({ severity }) => worst.has(severity)) ? EXIT.scriptFailed : EXIT.completed;
    },
    { scripts: false },
  );
}

function render(report: LintReport, format: (typeof FORMATS)[number], configFile: string | undefined): string {
  if (format === "table") return lintTable(report);
  if (format === "json") return `${JSON.stringify(report, undefined, 2)}\n`;
  const file = configFile === undefined ? "isocell.json" : relative(process.cwd(), configFile);
  return `${JSON.stringify(lintSarif(report, file, packageVersion()), undefined, 2)}\n`;
}

function oneOf<T extends string>(known: readonly T[], given: string, flag: string): T {
  const found = known.find((one) => one === given);
  if (found === undefined) throw new UsageError(`${flag} takes ${known.join(", ")}, not ${JSON.stringify(given)}`);
  return found;
}
