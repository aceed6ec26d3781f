import { describe, expect, test } from "vitest";
import { WholeCharacters } from "../../../../tools/builtin/exec-command/output/whole-characters.ts";

/** Two streams that write to the same place, and what has arrived there. */
function twoStreams(): { one: WholeCharacters; two: WholeCharacters; text: () => string } {
  const chunks: Buffer[] = [];
  const collect = (chunk: Uint8Array): void => void chunks.push(Buffer.from(chunk));
  return {
    one: new WholeCharacters(collect),
    two: new WholeCharacters(collect),
    text: () => Buffer.concat(chunks).toString(),
  };
}

describe("Characters of two streams", () => {
  test("are not cut by what the other one says between their bytes", () => {
    const { one, two, text } = twoStreams();
    // A chunk is only valid during the call.
    const reused = Buffer.alloc(1);
    for (const byte of Buffer.from("a😀ü")) {
      reused[0] = byte;
      one.push(reused);
      two.push(Buffer.from("."));
    }
    expect(text()).toBe("a....😀..ü.");
  });

  test("that are never completed come at the end, as bytes that are none do at once", () => {
    const { one, two, text } = twoStreams();
    one.push(Buffer.from([0x61, 0xf0, 0x9f]));
    two.push(Buffer.from([0xff, 0x62]));
    expect(text()).toBe("a\uFFFDb");
    one.end();
    one.end();
    expect(text()).toBe("a\uFFFDb\uFFFD");
  });
});
