import type { ConfinementReport } from "../../../tools/builtin/index.ts";
import type { Check } from "../check.ts";
import { runProgram } from "../program.ts";

/** A program that some tools make use of. */
interface OptionalProgram {
  readonly part: string;
  readonly command: string;
  /** What is missing without it, and how to get it. */
  readonly without: string;
  readonly advice: string;
}

const PROGRAMS: readonly OptionalProgram[] = [
  {
    part: "ripgrep",
    command: "rg",
    without: "search_text goes without it, more slowly",
    advice: "Install ripgrep (apt install ripgrep, brew install ripgrep) to search faster.",
  },
  {
    part: "git",
    command: "git",
    without: "scripts cannot look at the history of a project",
    advice: "Install git (apt install git, brew install git).",
  },
];

/** Whether programs are there that tools make use of. */
export function programChecks(): readonly Check[] {
  return PROGRAMS.map(({ part, command, without, advice }) => ({
    part,
    run: async (signal) => {
      const { code, missing, stdout, complaint } = await runProgram(command, ["--version"], { signal });
      if (code === 0) return [{ part, status: "ok", detail: stdout.split("\n", 1)[0]?.trim() ?? "" }];
      const detail = missing ? `not found; ${without}` : `does not run: ${complaint}`;
      return [{ part, status: "warning", detail, advice }];
    },
  }));
}

/** Whether commands can be confined here. */
export function bubblewrapCheck(
  describe: () => Promise<Pick<ConfinementReport, "by" | "reason" | "advice">> = described,
): Check {
  const part = "bubblewrap";
  return {
    part,
    run: async () => {
      const { by, reason, advice } = await describe();
      if (by !== null) return [{ part, status: "ok", detail: `${by.name} ${by.version} confines commands` }];
      const detail = `commands run unconfined${reason === null ? "" : `: ${reason}`}`;
      return [{ part, status: "warning", detail, ...(advice === null ? {} : { advice }) }];
    },
  };
}

/** As the tools for commands find it out themselves. They are loaded for this alone. */
async function described(): Promise<ConfinementReport> {
  const { describeConfinement } = await import("../../../tools/builtin/index.ts");
  return describeConfinement();
}
