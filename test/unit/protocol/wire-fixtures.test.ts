import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  encodeFrame,
  parseHostFrame,
  parseRuntimeFrame,
  PREFIX_BYTES,
  PROTOCOL_VERSION,
} from "../../../protocol/index.ts";
import { HOST_FRAMES, RUNTIME_FRAMES } from "./arbitrary-frames.ts";
import { HOST_SAMPLES, SAMPLES } from "./sample-frames.ts";

const FOLDER = join(import.meta.dirname, `../../wire/v${PROTOCOL_VERSION}`);
const FROZEN = `The bytes of protocol version ${PROTOCOL_VERSION} are frozen. What changes them needs a new PROTOCOL_VERSION and a folder of its own in test/wire/.`;

/** The fixture's bytes: length prefix and body. */
function fixture(name: string): Buffer {
  return Buffer.from(readFileSync(join(FOLDER, `${name}.hex`), "utf8").trim(), "hex");
}

describe("Frozen frames", () => {
  test("There is a fixture for every frame type, and none that no test reads", () => {
    const types = [...new Set(SAMPLES.map(([, { type }]) => type))].toSorted();
    expect(types).toEqual([...new Set([...Object.keys(HOST_FRAMES), ...Object.keys(RUNTIME_FRAMES)])].toSorted());
    expect(readdirSync(FOLDER).toSorted()).toEqual(SAMPLES.map(([name]) => `${name}.hex`).toSorted());
  });

  test.each(SAMPLES)("Encoding gives exactly the bytes of %s", (name, frame) => {
    expect(encodeFrame(frame).toString("hex"), FROZEN).toBe(fixture(name).toString("hex"));
  });

  test.each(SAMPLES)("Decoding the bytes of %s gives the frame", (name, frame) => {
    const parse = Object.hasOwn(HOST_SAMPLES, name) ? parseHostFrame : parseRuntimeFrame;
    expect(parse(fixture(name).subarray(PREFIX_BYTES)), FROZEN).toEqual(frame);
  });
});
