import { readFileSync } from "node:fs";
import { loadConfig } from "../../../config/index.ts";
import type { Check, Finding, Found } from "../../../doctor/check.ts";
import { nodeCheck } from "../../../doctor/checks/node.ts";
import { packageChecks } from "../../../doctor/checks/packages.ts";
import { bubblewrapCheck, programChecks } from "../../../doctor/checks/programs.ts";
import { permissionCheck, runtimeCheck } from "../../../doctor/checks/runtime.ts";
import { serverChecks } from "../../../doctor/checks/servers.ts";
import { runChecks } from "../../../doctor/run-checks.ts";
import type { HostOptions } from "../../../options.ts";
import type { Arguments } from "../../arguments.ts";
import { EXIT } from "../../exit-codes.ts";
import { StopSignals } from "../../running/stop-signals.ts";
import { countTools, optionsProblem, runCell } from "./probes.ts";
import { findingsTable } from "./findings-table.ts";

/** `isocell doctor`: looks at everything at once and answers the exit code. */
export async function doctor({ values, set }: Arguments): Promise<number> {
  const signals = new StopSignals();
  const [machine, configured] = await Promise.all([
    runChecks(machineChecks(), signals.signal),
    checkConfigured(values["config"], signals.signal),
  ]);
  if (signals.exitCode !== undefined) return signals.exitCode;
  const findings = [...machine, ...configured];
  const failed = findings.some(({ status }) => status === "failed");
  process.stdout.write(
    set.has("json") ? `${JSON.stringify({ ok: !failed, findings }, undefined, 2)}\n` : findingsTable(findings),
  );
  return failed ? EXIT.scriptFailed : EXIT.completed;
}

function machineChecks(): readonly Check[] {
  return [
    nodeCheck(process.versions.node, engines()),
    runtimeCheck(runCell),
    permissionCheck(),
    bubblewrapCheck(),
    ...packageChecks(),
    ...programChecks(),
  ];
}

/** The configuration comes first: it says which servers there are. */
async function checkConfigured(file: string | undefined, signal: AbortSignal): Promise<readonly Finding[]> {
  const part = "configuration";
  let options: HostOptions = {};
  const check: Check = {
    part,
    run: async (): Promise<readonly Found[]> => {
      const loaded = await loadConfig(file, process.cwd());
      ({ options } = loaded);
      const problem = await optionsProblem(options);
      if (problem !== null) return [{ part, status: "failed", detail: `${loaded.file}: ${problem}` }];
      return [{ part, status: "ok", detail: loaded.file ?? "there is none; defaults hold" }];
    },
  };
  const found = await runChecks([check], signal);
  return [...found, ...(await runChecks(serverChecks(options.mcpServers ?? {}, countTools), signal))];
}

/** Which versions of Node.js this package is made for. */
function engines(): string {
  const manifest = JSON.parse(readFileSync(new URL(import.meta.resolve("isocell/package.json")), "utf8")) as {
    readonly engines: { readonly node: string };
  };
  return manifest.engines.node;
}
