import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ScriptOutput } from "../../../host/cli/output/script-output.ts";

const CLEAR = "\r\u001b[2K";
let written: string[] = [];
let terminals: readonly (readonly [NodeJS.WriteStream, boolean | undefined])[] = [];

function pretend(stream: NodeJS.WriteStream, isTTY: boolean): void {
  Object.defineProperty(stream, "isTTY", { value: isTTY, configurable: true });
}

beforeEach(() => {
  vi.useFakeTimers();
  written = [];
  terminals = [process.stdout, process.stderr].map((stream) => [stream, stream.isTTY] as const);
  for (const [stream] of terminals) {
    pretend(stream, true);
    vi.spyOn(stream, "write").mockImplementation((text) => written.push(String(text)) > 0);
  }
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  for (const [stream, isTTY] of terminals) {
    Object.defineProperty(stream, "isTTY", { value: isTTY, configurable: true });
  }
});

function watched(): ScriptOutput {
  const output = new ScriptOutput({ folder: undefined, json: false, quiet: false });
  output.watch(() => ({ calls: 1, pending: 1 }));
  vi.advanceTimersByTime(100);
  written = [];
  return output;
}

const emit = (output: ScriptOutput, text: string): void => output.emit({ type: "text", text });

describe("While the terminal is held for a question", () => {
  test("the live line is taken away and what is emitted waits; both come back afterwards", () => {
    const output = watched();
    const release = output.hold();
    emit(output, "one");
    vi.advanceTimersByTime(1000);
    emit(output, "two\n");
    expect(written).toEqual([CLEAR]);
    release();
    expect(written).toEqual([CLEAR, "one\ntwo\n"]);
    vi.advanceTimersByTime(100);
    expect(written[2]).toMatch(/running 1\.20 s/u);
    output.stop();
  });

  test("what reads a pipe gets what is emitted at once", () => {
    const output = watched();
    pretend(process.stdout, false);
    const release = output.hold();
    emit(output, "one");
    expect(written).toEqual([CLEAR, "one\n"]);
    release();
    output.stop();
    expect(written).toEqual([CLEAR, "one\n"]);
  });

  test("nothing is lost and no line comes back when the script ends meanwhile", () => {
    const output = watched();
    const release = output.hold();
    emit(output, "last words");
    output.stop();
    release();
    vi.advanceTimersByTime(1000);
    expect(written).toEqual([CLEAR, "last words\n"]);
  });
});
