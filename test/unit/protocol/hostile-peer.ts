import { isDeepStrictEqual } from "node:util";
import { encodeFrame, IsocellError, parseHostFrame, parseRuntimeFrame, PREFIX_BYTES } from "../../../protocol/index.ts";
import type { Frame } from "../../../protocol/index.ts";
import { SAMPLES } from "./sample-frames.ts";

/** The body of an encoded frame. */
export function bodyOf(frame: Frame): Buffer {
  return encodeFrame(frame).subarray(PREFIX_BYTES);
}

/** The bodies of all samples. */
export const SAMPLE_BODIES: readonly Buffer[] = SAMPLES.map(([, frame]) => bodyOf(frame));

const SHARED = [Object, Array, Map, Set, Error, RegExp, Function, String, Number, Boolean, Date, Promise];

/** All own keys of the built-in prototypes and of the global object, to see whether something was added to them. */
export function builtins(): readonly (readonly PropertyKey[])[] {
  return [globalThis, ...SHARED.map(({ prototype }) => prototype as object)].map((object) => Reflect.ownKeys(object));
}

const PROBE: Frame = { type: "connection/ping", nonce: 1 };
const PROBE_BODY = bodyOf(PROBE);

function decode(parse: (body: Uint8Array) => Frame, body: Uint8Array): Frame | null {
  try {
    return parse(body);
  } catch (error) {
    if (!(error instanceof IsocellError) || error.code !== "protocol_violation") throw error;
    return null;
  }
}

/**
 * Decodes a body as either side would: it must give a frame or `protocol_violation`, and leave the decoder as it was.
 * A frame that comes out must be a real one, which encodes and decodes to itself. Returns the frames.
 */
export function decodeHostile(body: Uint8Array): readonly Frame[] {
  const frames: Frame[] = [];
  for (const parse of [parseHostFrame, parseRuntimeFrame]) {
    const frame = decode(parse, body);
    if (!isDeepStrictEqual(parseHostFrame(PROBE_BODY), PROBE)) throw new Error("the decoder kept something of a frame");
    if (frame === null) continue;
    if (!isDeepStrictEqual(parse(bodyOf(frame)), frame)) throw new Error(`not a frame: ${JSON.stringify(frame)}`);
    frames.push(frame);
  }
  return frames;
}
