import type { Arguments } from "../arguments.ts";
import { EXIT } from "../exit-codes.ts";
import { UsageError } from "../usage-error.ts";

const DEFAULT_LIMIT = 65_536;

/**
 * `isocell output`: prints what was cut from an output, out of the folder in which a host keeps such outputs.
 * @throws {UsageError} for a missing handle or folder, or a number that is none.
 */
export async function printOutput({ values, positionals }: Arguments): Promise<number> {
  const [handle] = positionals;
  if (handle === undefined) throw new UsageError("which output? Give the handle from the note under it, like out-1");
  const folder = values["dir"];
  if (folder === undefined)
    throw new UsageError("--dir needs the folder in which the host keeps outputs (outputs.folder)");
  const { readOutput } = await import("../../outputs/output-store.ts");
  const end = values["limit"] === undefined ? null : whole(values["limit"], "--limit");
  let offset: number | null = values["offset"] === undefined ? 0 : whole(values["offset"], "--offset");
  const stopAt = end === null ? Number.POSITIVE_INFINITY : offset + end;
  let found = false;
  while (offset !== null && offset < stopAt) {
    const part = readOutput(folder, handle, offset, Math.min(DEFAULT_LIMIT, stopAt - offset));
    if (part === null) {
      if (found) break;
      process.stderr.write(`isocell output: there is no ${JSON.stringify(handle)} in ${folder}\n`);
      return EXIT.scriptFailed;
    }
    found = true;
    process.stdout.write(part.text);
    offset = part.nextOffset;
  }
  return EXIT.completed;
}

function whole(text: string, flag: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0)
    throw new UsageError(`${flag} needs a whole number of bytes, not ${text}`);
  return value;
}
