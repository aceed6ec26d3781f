import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { Collector } from "../../../../tools/builtin/exec-command/output/collector.ts";
import { execResult } from "../../../../tools/builtin/exec-command/output/exec-result.ts";
import { notStarted } from "../../../../tools/builtin/exec-command/output/not-started.ts";
import type { ToolResult } from "../../../../tools/index.ts";
import { specCases } from "../../tools/spec-cases.ts";

interface Input {
  readonly output: string | { readonly repeat: string; readonly times: number; readonly then: string };
  readonly max_output_tokens?: number;
  readonly policy: string;
}
interface Expected {
  readonly body?: string;
  readonly digest?: { readonly bytes: number; readonly sha256: string };
}

const cases = specCases<Input, Expected>("truncation-cases.json").filter(({ id }) => id.includes("/exec:"));

function bytesOf(output: Input["output"]): Buffer {
  if (typeof output === "object") return Buffer.from(output.repeat.repeat(output.times) + output.then);
  if (output.startsWith("bytes ")) return Buffer.from(output.slice(6).replaceAll(" ", ""), "hex");
  const last = Number(/^seq 1 (\d+)/u.exec(output)?.[1]);
  return Buffer.from(Array.from({ length: last }, (_, index) => `${index + 1}\n`).join(""));
}

function resultOf(output: Buffer, maxOutputTokens?: number, policy = "10000 tokens"): ToolResult {
  const collector = new Collector();
  collector.push(output);
  return execResult(
    { wallMs: 1234.56, standing: { exitCode: 0 }, collected: collector.take(true), maxOutputTokens },
    policy.includes("bytes") ? { maxBytes: 10_000 } : { maxTokens: 10_000 },
  );
}

function textOf({ output }: ToolResult): string {
  const [item] = output.content;
  return item?.type === "text" ? item.text : "";
}

describe("What a model reads of a command", () => {
  test.for(cases)("is as in the reference: $id", ({ input, expected }) => {
    const shown = textOf(resultOf(bytesOf(input.output), input.max_output_tokens, input.policy))
      .replace(/^Chunk ID: [0-9a-f]{6}$/mu, "Chunk ID: <id>")
      .replace(/^Wall time: 1\.2346 seconds$/mu, "Wall time: <t> seconds");
    if (expected.digest === undefined) return expect(shown).toBe(expected.body);
    const sha256 = createHash("sha256").update(shown).digest("hex");
    expect({ bytes: Buffer.byteLength(shown), sha256 }).toMatchObject({
      bytes: expected.digest.bytes,
      sha256: expected.digest.sha256,
    });
  });

  test("says that it runs, and in which session", () => {
    const collected = { text: "", bytes: 0, omittedBytes: 0 };
    const answer = { wallMs: 0, standing: { sessionId: 7 }, collected, maxOutputTokens: undefined };
    const { value, output } = execResult(answer, { maxTokens: 10 });
    expect(textOf({ value, output })).toMatch(
      /^Chunk ID: [0-9a-f]{6}\nWall time: 0\.0000 seconds\nProcess running with session ID 7\nOriginal token count: 0\nOutput:\n$/u,
    );
    expect(value).toEqual({
      chunk_id: expect.stringMatching(/^[0-9a-f]{6}$/u) as string,
      wall_time_seconds: 0,
      session_id: 7,
      original_token_count: 0,
      output: "",
    });
  });
});

describe("What a script gets of a command", () => {
  test("is the whole output, where it names no budget", () => {
    const output = "x".repeat(300_000);
    expect(resultOf(Buffer.from(output)).value).toMatchObject({
      exit_code: 0,
      wall_time_seconds: 1.2346,
      original_token_count: 75_000,
      output,
    });
  });

  test("is cut where it names one, and by that alone", () => {
    const { output } = resultOf(Buffer.from("x".repeat(300_000)), 20_000).value as { readonly output: string };
    expect(output).toHaveLength(
      80_000 +
        "Warning: truncated output (original token count: 75000)\nTotal output lines: 1\n\n…55000 tokens truncated…"
          .length,
    );
  });

  test("says what was never kept", () => {
    const { output } = resultOf(Buffer.alloc(3_000_000, "x")).value as { readonly output: string };
    expect(output).toContain("\n... 1951424 bytes omitted ...\n");
  });
});

test("A reason that holds quotes is escaped at each level", () => {
  expect(notStarted('`sh -c "a"` rejected')).toBe(
    String.raw`exec_command failed: CreateProcess { message: "Rejected(\"` +
      "`sh -c " +
      String.raw`\\\"a\\\"` +
      "` rejected" +
      String.raw`\")" }`,
  );
});
