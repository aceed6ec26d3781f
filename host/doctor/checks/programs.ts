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

/** What confines a command: everything may be read, nothing written, and there is no network. */
const CONFINED = [
  "--die-with-parent",
  "--ro-bind",
  "/",
  "/",
  "--dev",
  "/dev",
  "--proc",
  "/proc",
  "--unshare-net",
  "--",
];
const UNCONFINED = "commands run unconfined";

/** Whether bubblewrap can confine a command here. */
export function bubblewrapCheck(platform: NodeJS.Platform, command = "bwrap"): Check {
  const part = "bubblewrap";
  return {
    part,
    run: async (signal) => {
      if (platform !== "linux") return [{ part, status: "warning", detail: `only on Linux; ${UNCONFINED}` }];
      const tried = await runProgram(command, [...CONFINED, "true"], { signal });
      if (tried.code === 0) {
        const { stdout } = await runProgram(command, ["--version"], { signal });
        return [{ part, status: "ok", detail: `${stdout.trim()} confines commands` }];
      }
      if (tried.missing) {
        const advice = "Install bubblewrap (apt install bubblewrap, dnf install bubblewrap).";
        return [{ part, status: "warning", detail: `not found; ${UNCONFINED}`, advice }];
      }
      const advice =
        "Allow unprivileged user namespaces: sysctl kernel.unprivileged_userns_clone=1 or user.max_user_namespaces, an " +
        "AppArmor profile for bwrap, or, in a container, a seccomp profile that lets it create them.";
      return [{ part, status: "warning", detail: `${UNCONFINED}: ${tried.complaint}`, advice }];
    },
  };
}
