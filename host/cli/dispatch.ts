import { parseArguments } from "./arguments.ts";
import { COMMANDS } from "./commands.ts";
import type { Command } from "./commands.ts";
import { EXIT } from "./exit-codes.ts";
import { UsageError } from "./usage-error.ts";

/** Runs the command line and answers the exit code. Nothing is thrown: errors are printed. */
export async function dispatch(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args;
  const command = COMMANDS.find((candidate) => candidate.name === name);
  try {
    return command === undefined ? await withoutCommand(name, rest) : await runCommand(command, rest);
  } catch (error) {
    const { reportFailure } = await import("./report-failure.ts");
    return reportFailure(error, command?.name);
  }
}

async function runCommand(command: Command, args: readonly string[]): Promise<number> {
  const parsed = await parseArguments(command, args);
  if (!parsed.set.has("help")) return command.run(parsed);
  return showHelp(command);
}

async function withoutCommand(name: string | undefined, rest: readonly string[]): Promise<number> {
  switch (name) {
    case undefined:
      process.stderr.write((await import("./help.ts")).generalHelp());
      return EXIT.usage;
    case "--version":
    case "-v":
      process.stdout.write(`${(await import("../version.ts")).packageVersion()}\n`);
      return EXIT.completed;
    case "help":
    case "--help":
    case "-h": {
      const [topic] = rest;
      if (topic === undefined) return showHelp(undefined);
      const command = COMMANDS.find((candidate) => candidate.name === topic);
      if (command === undefined) throw await unknownCommand(topic);
      return showHelp(command);
    }
    default:
      throw await unknownCommand(name);
  }
}

async function showHelp(command: Command | undefined): Promise<number> {
  const { commandHelp, generalHelp } = await import("./help.ts");
  process.stdout.write(command === undefined ? generalHelp() : commandHelp(command));
  return EXIT.completed;
}

async function unknownCommand(name: string): Promise<UsageError> {
  if (name.startsWith("-")) return new UsageError(`unknown flag ${name}; flags of a command follow its name`);
  if (/\.[cm]?[jt]s$/.test(name))
    return new UsageError(`unknown command ${name}; to run a script: isocell run ${name}`);
  const { nearestNames } = await import("../../tools/index.ts");
  const [near] = nearestNames(name, [...COMMANDS.map((command) => command.name), "help"], 1);
  return new UsageError(`unknown command ${name}${near === undefined ? "" : `; did you mean ${near}?`}`);
}
