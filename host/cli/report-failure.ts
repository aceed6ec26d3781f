import { IsocellError } from "../../protocol/index.ts";
import { EXIT, exitCodeOfError } from "./exit-codes.ts";
import { UsageError } from "./usage-error.ts";

/** Prints what kept a command from working and answers the exit code for it. */
export function reportFailure(error: unknown, command: string | undefined): number {
  const prefix = command === undefined ? "isocell" : `isocell ${command}`;
  if (error instanceof UsageError) {
    const help = command === undefined ? "isocell --help" : `isocell help ${command}`;
    process.stderr.write(`${prefix}: ${error.message}\nSee: ${help}\n`);
    return EXIT.usage;
  }
  if (error instanceof IsocellError) {
    process.stderr.write(`${prefix}: ${error.message} [${error.code}]\n`);
    return exitCodeOfError(error.code);
  }
  const details = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${prefix}: unexpected error; please report it.\n${details}\n`);
  return EXIT.limitOrCrash;
}
