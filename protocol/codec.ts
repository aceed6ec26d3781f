import type * as Msgpackr from "msgpackr";
// msgpackr's plain build: the package's main entry would load a native decoder into the host's process.
import * as plainBuild from "msgpackr/pack";
import { decodeHostFrame, decodeRuntimeFrame } from "./decode.ts";
import { IsocellError } from "./errors.ts";
import type { Frame, HostFrame, RuntimeFrame } from "./frames.ts";

// The declarations of the plain build do not resolve from an ES module (all of it would be `any`); it has the same
// classes as the main entry.
const { Packr, Unpackr, RESERVE_START_SPACE, RESET_BUFFER_MODE } = plainBuild as unknown as Pick<
  typeof Msgpackr,
  "Packr" | "Unpackr" | "RESERVE_START_SPACE" | "RESET_BUFFER_MODE"
>;

// Records and structure sharing stay off: they keep state between frames, so that one hostile frame could change
// the meaning of the next.
const OPTIONS = { useRecords: false, mapsAsObjects: true, moreTypes: false, int64AsType: "number" } as const;
const packr = new Packr(OPTIONS);
const unpackr = new Unpackr(OPTIONS);

/** Bytes of the length in front of every frame: one unsigned 32-bit little-endian number. */
export const PREFIX_BYTES = 4;

/** What msgpackr writes into is given up after a frame of this size: it has room for several times as much. */
const KEPT_BYTES = 4 * 1024 * 1024;
const NEW_TARGET_BYTES = 8192;

/** Encodes one frame with its length prefix, into bytes that the next call overwrites. */
export function encodeFrameForNow(frame: Frame): Buffer {
  const bytes = packr.pack(frame, RESERVE_START_SPACE + RESET_BUFFER_MODE + PREFIX_BYTES);
  bytes.writeUInt32LE(bytes.length - PREFIX_BYTES, 0);
  if (bytes.length > KEPT_BYTES) packr.useBuffer(Buffer.allocUnsafeSlow(NEW_TARGET_BYTES));
  return bytes;
}

/** Encodes one frame with its length prefix. */
export function encodeFrame(frame: Frame): Buffer {
  return Buffer.from(encodeFrameForNow(frame));
}

function unpack(body: Uint8Array): unknown {
  try {
    return unpackr.unpack(body);
  } catch (cause) {
    // A RangeError is what absurd nesting ends in; all that msgpackr throws means the same to a caller.
    throw new IsocellError("protocol_violation", "the frame is not one complete msgpack value", { cause });
  }
}

/** Decodes and checks the body of a frame that a host sent. Throws an IsocellError `protocol_violation`. */
export function parseHostFrame(body: Uint8Array): HostFrame {
  return decodeHostFrame(unpack(body));
}

/** Decodes and checks the body of a frame that a runtime sent. Throws an IsocellError `protocol_violation`. */
export function parseRuntimeFrame(body: Uint8Array): RuntimeFrame {
  return decodeRuntimeFrame(unpack(body));
}
