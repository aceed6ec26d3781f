import { writeSync } from "node:fs";
import { Socket } from "node:net";
import {
  encodeFrameForNow,
  FrameSplitter,
  IsocellError,
  MAX_FRAME_BYTES,
  parseHostFrame,
} from "../../protocol/index.ts";
import type { HostFrame, RuntimeFrame } from "../../protocol/index.ts";

/** Bytes read at once; a larger frame is copied together from several reads. */
const READ_BYTES = 256 * 1024;
/** How long to sleep when the pipe is full and, as on some systems, a write does not wait for room itself; in ms. */
const FULL_PIPE_NAP_MS = 0.1;

/**
 * The lane's own pipes from and to the host. Reading goes through the event loop; writing is synchronous, so that what a
 * script emits reaches the host although the script keeps the thread busy afterwards.
 */
export class Connection {
  readonly #writeFd: number;
  readonly #socket: Socket;
  readonly #nap: Int32Array = new Int32Array(new SharedArrayBuffer(4));

  constructor(
    readFd: number,
    writeFd: number,
    onFrame: (frame: HostFrame) => void,
    onClose: (error: Error | null) => void,
  ) {
    this.#writeFd = writeFd;
    const splitter = new FrameSplitter(MAX_FRAME_BYTES);
    const onBody = (body: Buffer): void => onFrame(parseHostFrame(body));
    this.#socket = new Socket({
      fd: readFd,
      readable: true,
      writable: false,
      onread: {
        buffer: Buffer.allocUnsafe(READ_BYTES),
        callback: (bytes, buffer) => {
          try {
            splitter.push(Buffer.from(buffer.buffer, buffer.byteOffset, bytes), onBody);
          } catch (error) {
            onClose(error instanceof Error ? error : new Error(String(error)));
          }
          return true;
        },
      },
    });
    this.#socket.on("end", () => onClose(null));
    this.#socket.on("error", (error) => onClose(error));
    this.#socket.resume();
  }

  /** Sends a frame; returns when the operating system has all of it. */
  send(frame: RuntimeFrame): void {
    const bytes = encodeFrameForNow(frame);
    let at = 0;
    while (at < bytes.length) {
      try {
        at += writeSync(this.#writeFd, bytes, at, bytes.length - at);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EAGAIN") {
          throw new IsocellError("protocol_violation", "the host closed the connection", { cause: error });
        }
        Atomics.wait(this.#nap, 0, 0, FULL_PIPE_NAP_MS);
      }
    }
  }
}
