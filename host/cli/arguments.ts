import { parseArgs } from "node:util";
import type { Command, Flag } from "./commands.ts";
import { UsageError } from "./usage-error.ts";

/** What was given after a command's name. */
export interface Arguments {
  /** Flags that take a value. */
  readonly values: Readonly<Record<string, string>>;
  /** Flags that were set. */
  readonly set: ReadonlySet<string>;
  readonly positionals: readonly string[];
}

const HELP: Flag = { short: "h", help: "show this" };

/**
 * Parses what follows a command's name.
 * @throws {UsageError} for an unknown flag (with the nearest known one), a value too many or one that is missing.
 */
export async function parseArguments(command: Command, args: readonly string[]): Promise<Arguments> {
  const flags: Readonly<Record<string, Flag>> = { ...command.flags, help: HELP };
  const options = Object.fromEntries(
    Object.entries(flags).map(([name, { value, short }]) => [
      name,
      {
        type: value === undefined ? ("boolean" as const) : ("string" as const),
        ...(short === undefined ? {} : { short }),
      },
    ]),
  );
  // Not strict: its errors name no flag that was meant.
  const { tokens, positionals } = parseArgs({
    args: [...args],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const values: Record<string, string> = {};
  const set = new Set<string>();
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const { name, rawName, value } = token;
    const flag = Object.hasOwn(flags, name) ? flags[name] : undefined;
    if (flag === undefined) throw new UsageError(`unknown flag ${rawName}${await suggest(name, Object.keys(flags))}`);
    if (flag.value === undefined) {
      if (value !== undefined) throw new UsageError(`${rawName} takes no value`);
      set.add(name);
      continue;
    }
    if (value === undefined || value === "") throw new UsageError(`${rawName} needs a value: ${rawName} ${flag.value}`);
    values[name] = value;
  }
  const extra = positionals[command.maxPositionals];
  if (extra !== undefined && !set.has("help"))
    throw new UsageError(`${JSON.stringify(extra)} is one argument too many`);
  return { values, set, positionals };
}

async function suggest(name: string, known: readonly string[]): Promise<string> {
  const { nearestNames } = await import("../../tools/index.ts");
  const [near] = nearestNames(name, known, 1);
  return near === undefined ? "" : `; did you mean --${near}?`;
}
