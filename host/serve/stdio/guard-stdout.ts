import { Writable } from "node:stream";

/** Standard output for the protocol alone. */
export interface GuardedOutput {
  /** Writes to the real standard output. */
  readonly output: Writable;
  /** Gives standard output back to everybody. */
  readonly release: () => void;
}

/**
 * Sends what anything else in this process writes to standard output (a tool's `console.log`) to standard error: one
 * stray line there ends the conversation with many clients.
 */
export function guardStdout(): GuardedOutput {
  const { stdout, stderr } = process;
  const original = Object.getOwnPropertyDescriptor(stdout, "write");
  const write = stdout.write.bind(stdout);
  const output = new Writable({
    decodeStrings: false,
    write: (chunk: string | Buffer, encoding, done) => {
      if (typeof chunk === "string") write(chunk, encoding, done);
      else write(chunk, done);
    },
  });
  // Told by the real stream, to whoever watches that one.
  output.on("error", () => {});
  stdout.write = stderr.write.bind(stderr);
  return {
    output,
    release: () => {
      if (original === undefined) Reflect.deleteProperty(stdout, "write");
      else Object.defineProperty(stdout, "write", original);
    },
  };
}
