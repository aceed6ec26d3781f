import type { Command, Flag } from "./commands.ts";
import { COMMANDS } from "./commands.ts";

/** The text of `isocell --help`. */
export function generalHelp(): string {
  return [
    "isocell: one script calls many tools, in an isolate of its own",
    "",
    "Usage: isocell COMMAND [arguments]",
    "",
    "Commands:",
    ...columns([
      ...COMMANDS.map(({ name, summary }) => [name, summary] as const),
      ["help", "show this, or more about a command: isocell help run"],
    ]),
    "",
    "Flags:",
    ...columns([
      ["-h, --help", "show this"],
      ["-v, --version", "show the version"],
    ]),
    "",
  ].join("\n");
}

/** The text of `isocell help COMMAND`. */
export function commandHelp({ name, summary, usage, details, flags }: Command): string {
  const rows = Object.entries({ ...flags, help: { short: "h", help: "show this" } });
  return [
    `isocell ${name}: ${summary}`,
    "",
    `Usage: isocell ${name} ${usage}`,
    "",
    ...details,
    "",
    "Flags:",
    ...columns(rows.map(([flag, description]) => [flagText(flag, description), description.help])),
    "",
  ].join("\n");
}

function flagText(name: string, { value, short }: Flag): string {
  return `${short === undefined ? "    " : `-${short}, `}--${name}${value === undefined ? "" : ` ${value}`}`;
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
