import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { IsocellError } from "../../../protocol/index.ts";
import type { Form } from "../suite/suite.ts";
import { readCodex } from "./read-codex.ts";
import { readIsocell } from "./read-isocell.ts";
import { readTraceTrajectory } from "./read-trace.ts";
import type { Trajectory } from "./trajectory.ts";

/** Larger files are refused, in bytes. */
const MAX_FILE_BYTES = 268_435_456;
const CHUNK_BYTES = 262_144;

const READERS: Readonly<Record<Form, (chunks: AsyncIterable<Buffer>) => Promise<Trajectory>>> = {
  isocell: readIsocell,
  codex: readCodex,
  trace: readTraceTrajectory,
};

/**
 * Reads a trajectory from a file. Lines that can't be read are counted and told in it.
 * @throws {IsocellError} `invalid_options` when there is no such file, or nothing in it could be read.
 */
export async function readTrajectory(file: string, form: Form): Promise<Trajectory> {
  const refuse = (why: string, cause?: unknown): IsocellError =>
    new IsocellError("invalid_options", `The trajectory ${file} can't be read: ${why}.`, { cause });
  const found = await stat(file).catch((error: unknown) => {
    const { code, message } = error as NodeJS.ErrnoException;
    throw refuse(code === "ENOENT" ? "there is no such file" : message, error);
  });
  if (!found.isFile()) throw refuse("it is no file");
  if (found.size > MAX_FILE_BYTES) throw refuse(`it is ${found.size} bytes long, more than ${MAX_FILE_BYTES}`);
  const chunks = createReadStream(file, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>;
  const trajectory = await READERS[form](chunks);
  const { lines, skipped, unknown } = trajectory.reading;
  const others = Object.values(unknown).reduce((sum, count) => sum + count, 0);
  if (lines === 0) throw refuse("it is empty");
  if (skipped + others >= lines) throw refuse(`none of its ${lines} lines is an event of the form ${form}`);
  return trajectory;
}
