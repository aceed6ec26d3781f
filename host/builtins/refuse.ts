import { IsocellError } from "../../protocol/index.ts";
import type { ToolExecutor } from "../../tools/index.ts";
import { builtinProblems, wantedGroups } from "./check.ts";
import type { BuiltinTools } from "./options.ts";

/**
 * Refuses `builtins` that cannot be mounted.
 * @throws {IsocellError} `invalid_options`, with the place of the first mistake; `duplicate_tool` for a name that a tool of the
 * options has, too.
 */
export function checkBuiltins(builtins: BuiltinTools, tools: readonly ToolExecutor[]): void {
  const [problem] = builtinProblems(builtins, true);
  if (problem !== undefined) {
    const { path, expected } = problem;
    const where = path.map((key) => (typeof key === "number" ? `[${key}]` : `.${key}`)).join("");
    throw new IsocellError("invalid_options", `builtins${where}: expected ${expected}.`, {
      data: { path: ["builtins", ...path] },
    });
  }
  const own = new Set(tools.map(({ namespace, name }) => (namespace === "" ? name : `${namespace}.${name}`)));
  const taken = wantedGroups(builtins)
    .flatMap(({ wanted }) => wanted)
    .find((name) => own.has(name));
  if (taken === undefined) return;
  throw new IsocellError(
    "duplicate_tool",
    `builtins and tools both bring ${taken}. Rename your tool, or name the built-in tools without this one.`,
    { data: { name: taken } },
  );
}
