import { runtimeFlags } from "../../pool/permissions.ts";
import type { Outcome } from "../../outcome.ts";
import type { Check, Found } from "../check.ts";
import { runProgram } from "../program.ts";

/** Runs one script in a runtime of its own, and ends that. */
export type RunCell = (source: string, signal: AbortSignal) => Promise<Outcome>;

const REINSTALL = "Run `npm rebuild isolated-vm` with this Node.js, with a C++ compiler where no build for it exists.";

/** Whether a runtime process starts, loads isolated-vm, and runs a cell. None of that is loaded here. */
export function runtimeCheck(runCell: RunCell): Check {
  return {
    part: "isolated-vm",
    run: async (signal) => {
      let outcome: Outcome;
      try {
        outcome = await runCell('text("works")', signal);
      } catch (error) {
        return brokenRuntime(error instanceof Error ? error.message : String(error));
      }
      const { error, content, timing, memoryPeakBytes } = outcome;
      if (error !== undefined && error.code !== "script") return brokenRuntime(error.message);
      const [item] = content;
      const said = item?.type === "text" ? item.text : "";
      if (said !== "works") {
        const detail = `a script that says "works" said ${JSON.stringify(error?.message ?? said)}`;
        return [LOADS, { part: "cell", status: "failed", detail }];
      }
      const megabytes = (memoryPeakBytes / 1e6).toFixed(1);
      return [LOADS, { part: "cell", status: "ok", detail: `ran in ${timing.wallMs.toFixed(1)} ms, ${megabytes} MB` }];
    },
  };
}

const LOADS: Found = { part: "isolated-vm", status: "ok", detail: "loads in a runtime process" };

function brokenRuntime(detail: string): readonly Found[] {
  return [{ part: "isolated-vm", status: "failed", detail, advice: REINSTALL }];
}

/**
 * Tries what a runtime process must not be able to do, and what its threads give up themselves once they have started, and
 * prints which of it was refused.
 */
const PROBE = `
const refused = {};
const attempt = (name, work) => {
  try { work(); refused[name] = false; } catch (error) { refused[name] = error.code === "ERR_ACCESS_DENIED"; }
};
attempt("files", () => require("fs").readdirSync("/"));
attempt("processes", () => require("child_process").execFileSync(process.execPath, ["-e", ""]));
process.permission?.drop?.("addon");
attempt("libraries", () => process.dlopen({ exports: {} }, "/no-such-library.node"));
const end = (denied) => { refused.network = denied; console.log(JSON.stringify(refused)); process.exit(0); };
try {
  require("net").connect(9, "127.0.0.1").on("error", (error) => end(error.code === "ERR_ACCESS_DENIED")).on("connect", () => end(false));
} catch (error) { end(error.code === "ERR_ACCESS_DENIED"); }
`;

/** Whether Node's permission model keeps a process with a runtime's flags from files, processes and, from Node 26 on, the network. */
export function permissionCheck(flags: () => readonly string[] = runtimeFlags): Check {
  const part = "permissions";
  return {
    part,
    run: async (signal) => {
      const { stdout, complaint } = await runProgram(process.execPath, [...flags(), "-e", PROBE], { signal, env: {} });
      const refused = readRefused(stdout);
      if (refused === null) {
        return [{ part, status: "failed", detail: `a process under the permission model did not start: ${complaint}` }];
      }
      const open = ["files", "processes"].filter((what) => refused[what] !== true);
      if (open.length > 0) {
        const detail = `a runtime process can reach ${open.join(" and ")}`;
        return [
          { part, status: "failed", detail, advice: "Use a Node.js whose permission model holds: 22.13 or newer." },
        ];
      }
      const kept = ["files", "processes", "network", "libraries"].filter((what) => refused[what] === true);
      const needs = Object.entries(NEEDS).filter(([what]) => refused[what] !== true);
      const detail = `runtime processes are kept from ${LIST.format(kept)}`;
      const notFrom = needs.map(([what, version]) => `${what}, which needs Node.js ${version}`);
      return [
        { part, status: "ok", detail: notFrom.length === 0 ? detail : `${detail}, not from ${LIST.format(notFrom)}` },
      ];
    },
  };
}

/** The Node.js from which on a runtime is kept from these. */
const NEEDS: Readonly<Record<string, string>> = { network: "26", libraries: "24.21" };

const LIST = new Intl.ListFormat("en-GB");

function readRefused(stdout: string): Readonly<Record<string, unknown>> | null {
  try {
    const parsed: unknown = JSON.parse(stdout);
    return typeof parsed === "object" && parsed !== null ? { ...parsed } : null;
  } catch {
    return null;
  }
}
