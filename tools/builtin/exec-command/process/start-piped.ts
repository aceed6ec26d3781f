import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { closeSync } from "node:fs";
import { Socket } from "node:net";
import { constants } from "node:os";
import type { Readable } from "node:stream";
import { WholeCharacters } from "../output/whole-characters.ts";
import type { Pipes } from "./pipes.ts";
import { DRAIN_MS } from "./running-process.ts";
import type { ProcessPlan, RunningProcess } from "./running-process.ts";

/** One buffer a command, filled again and again: a new one for each read would pile up while much is written. */
const READ_BYTES = 64 * 1024;

/**
 * Starts a program without input, and hands over what it writes to either output, in the order it was written. A chunk is
 * only valid during the call. Rejects when the program can't be started.
 */
export async function startPiped(
  plan: ProcessPlan,
  pipes: Pipes,
  onOutput: (chunk: Uint8Array) => void,
): Promise<RunningProcess> {
  const pipe = await pipes.open();
  let child: ChildProcess;
  try {
    child = spawn(plan.file, plan.args, {
      cwd: plan.cwd,
      env: plan.env,
      detached: process.platform !== "win32",
      windowsHide: true,
      stdio: ["ignore", pipe?.write ?? "pipe", pipe?.write ?? "pipe"],
    });
  } catch (error) {
    if (pipe !== null) for (const end of [pipe.read, pipe.write]) closeSync(end);
    throw error;
  }
  // The other end of the pipe is the child's alone, so that it is at its end when the child is.
  if (pipe !== null) closeSync(pipe.write);
  const streams = pipe === null ? ownStreams(child, onOutput) : [readFrom(pipe.read, onOutput)];
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  try {
    await new Promise<void>((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", reject);
    });
  } catch (error) {
    for (const stream of streams) stream.destroy();
    throw error;
  }
  // A signal that could not be sent is nobody's failure.
  child.on("error", () => undefined);
  return {
    pid: child.pid ?? 0,
    exitCode: () => exitCodeOf(child),
    ended: afterwards(exited, streams),
    write: null,
    unref: () => {
      child.unref();
      for (const stream of streams) if (stream instanceof Socket) stream.unref();
    },
    close: () => {
      for (const stream of streams) stream.destroy();
    },
  };
}

function readFrom(fd: number, onOutput: (chunk: Uint8Array) => void): Readable {
  const socket = new Socket({
    fd,
    readable: true,
    writable: false,
    onread: {
      buffer: Buffer.allocUnsafeSlow(READ_BYTES),
      callback: (length: number, buffer: Uint8Array) => {
        onOutput(buffer.subarray(0, length));
        return true;
      },
    },
  });
  socket.on("error", () => undefined);
  return socket.resume();
}

function ownStreams(child: ChildProcess, onOutput: (chunk: Uint8Array) => void): Readable[] {
  return [child.stdout, child.stderr].flatMap((stream) => {
    if (stream === null) return [];
    const output = new WholeCharacters(onOutput);
    stream.on("data", (chunk: Buffer) => output.push(chunk));
    stream.on("close", () => output.end());
    stream.on("error", () => undefined);
    return [stream];
  });
}

async function afterwards(exited: Promise<void>, streams: readonly Readable[]): Promise<void> {
  const closed = Promise.all(
    streams.map((stream) => new Promise<void>((resolve) => stream.once("close", () => resolve()))),
  );
  await exited;
  let timer: NodeJS.Timeout | undefined;
  const drained = new Promise<void>((resolve) => (timer = setTimeout(resolve, DRAIN_MS)));
  await Promise.race([closed, drained]);
  clearTimeout(timer);
  // What the command left running may go on writing, but keeps nobody here.
  for (const stream of streams) if (stream instanceof Socket) stream.unref();
}

function exitCodeOf({ exitCode, signalCode }: ChildProcess): number | null {
  return signalCode === null ? exitCode : 128 + constants.signals[signalCode];
}
