import { builtinProblems } from "../builtins/check.ts";
import type { BuiltinOptions } from "../builtins/options.ts";
import { UsageError } from "./usage-error.ts";

/**
 * The value of `--builtins`: names with commas between them, or `all`.
 * @throws {UsageError} for a name that is none, or that needs a program around it.
 */
export function readBuiltins(value: string): BuiltinOptions["tools"] {
  if (value === "all") return "all";
  const names = value.split(",").map((name) => name.trim());
  const [problem] = builtinProblems(names, false);
  if (problem === undefined) return names as unknown as BuiltinOptions["tools"];
  const wrong = names[Number(problem.path[0])];
  throw new UsageError(`--builtins: expected ${problem.expected}, not ${JSON.stringify(wrong)}`);
}
