import { createReadStream, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createTraceWriter, defineTool } from "../../../host/index.ts";
import { encodeTrajectoryLine } from "../../../host/eval/trajectory/format.ts";
import { readCodex } from "../../../host/eval/trajectory/read-codex.ts";
import { readIsocell } from "../../../host/eval/trajectory/read-isocell.ts";
import { readTrajectory } from "../../../host/eval/trajectory/read-trajectory.ts";
import { ROOT } from "../../support/project.ts";
import { textsOf, testHost } from "../../support/test-host.ts";
import { folderWith } from "./sample.ts";

const fixture = (name: string): string => join(ROOT, "test/fixtures/eval", name);

async function* bytes(...chunks: readonly string[]): AsyncGenerator<Buffer> {
  for (const chunk of chunks) yield Buffer.from(chunk);
}

describe("Events of codex exec --json", () => {
  test("become calls with arguments and results, the last message, tokens, and counts of what is not known.", async () => {
    expect(await readTrajectory(fixture("codex.jsonl"), "codex")).toEqual({
      origin: "recorded",
      calls: [
        command("item_1", "bash -lc 'git log --oneline'", {
          outcome: "ok",
          result: "c488215 Keep sessions\n",
          tokens: 6,
        }),
        command("item_2", "bash -lc 'rg login'", { outcome: "failed", error: "rg: not found", tokens: 4 }),
        tool("item_4", "analyze", {
          arguments: { data: "HEAD" },
          outcome: "failed",
          error: "user cancelled MCP tool call",
          tokens: 7,
        }),
        tool("item_5", "analyze", {
          arguments: { data: "HEAD~1..HEAD" },
          outcome: "ok",
          result: { changed_files: [{ path: "a" }] },
          tokens: 8,
        }),
        tool("item_6", "list", { outcome: "ok", result: [1, 2], tokens: 2 }),
        tool("item_8", "list", { arguments: {}, outcome: "unanswered" }),
      ],
      answer: "One file: a.",
      end: { reason: "answered" },
      usage: { inputTokens: 24763, outputTokens: 122 },
      rounds: null,
      ms: null,
      reading: {
        lines: 19,
        skipped: 1,
        problems: [{ number: 17, problem: "it is not JSON" }],
        unknown: { "item dream": 1, "weather.changed": 1 },
      },
    });
  });

  test("that end in a failure say so, unless the turn went on.", async () => {
    const failed = '{"type":"turn.failed","error":{"message":"no credit"}}\n';
    const retried = '{"type":"error","message":"reconnecting"}\n{"type":"turn.completed","usage":{}}\n';
    expect((await readCodex(bytes(failed))).end).toEqual({ reason: "error", message: "no credit" });
    expect((await readCodex(bytes(retried))).end).toEqual({ reason: "answered" });
  });

  test("that are wrong are skipped, counted and told.", async () => {
    const lines = [
      { type: "item.completed" },
      { type: "item.completed", item: {} },
      { type: "item.completed", item: { type: "mcp_tool_call", id: 1, tool: "x" } },
      { type: "item.completed", item: { type: "command_execution" } },
      { type: "item.completed", item: { type: "agent_message", text: 5 } },
      { type: "turn.completed", usage: { input_tokens: -1, output_tokens: "x" } },
    ];
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
    const { reading, answer, usage } = await readCodex(bytes(text));
    expect({ answer, usage, skipped: reading.skipped }).toEqual({ answer: null, usage: null, skipped: 4 });
    expect(reading.problems.map(({ problem }) => problem)).toEqual([
      "its item is missing",
      "its item has no type",
      "its item has no id or no tool",
      "its item has no id",
    ]);
  });
});

describe("Our own trajectories", () => {
  test("hold calls of models and of scripts, texts, rounds, tokens and times.", async () => {
    expect(await readTrajectory(fixture("isocell.jsonl"), "isocell")).toEqual({
      origin: "recorded",
      model: "some-model",
      calls: [
        {
          ...tool("1", "count", {
            arguments: { part: "nuts" },
            outcome: "failed",
            error: "There is no part nuts.",
            tokens: 6,
            ms: 4,
          }),
          namespace: "mcp__stock",
        },
        {
          ...tool("2", "exec", {
            arguments: "text(await tools.count({ part: 'nut' }))",
            outcome: "ok",
            result: { count: 3 },
            tokens: 3,
            ms: 9,
          }),
          namespace: "",
        },
        {
          ...tool("exec-1", "count", {
            arguments: { part: "nut" },
            outcome: "ok",
            result: { count: 3 },
            tokens: 3,
            ms: 2,
          }),
          namespace: "mcp__stock",
          nested: true,
        },
      ],
      answer: "There are 3.",
      end: { reason: "answered" },
      usage: { inputTokens: 300, outputTokens: 30 },
      rounds: 2,
      ms: 1500,
      reading: { lines: 14, skipped: 0, problems: [], unknown: {} },
    });
  });

  test("that are hostile end in counts: long, deep, cut and wrong lines, ids that are open twice or never.", async () => {
    const lines = [
      "[1]",
      '{"no":"type"}',
      `{"type":"message","text":"${"x".repeat(1_100_000)}"}`,
      `{"type":"message","text":${"[".repeat(5000)}${"]".repeat(5000)}}`,
      '{"type":"result","id":"1","ok":true}',
      '{"type":"call","id":"1","name":"a","__proto__":{"arguments":1},"constructor":2}',
      '{"type":"result","id":"1","ok":true,"value":1}',
      '{"type":"result","id":"1","ok":true,"value":2}',
      '{"type":"end","reason":"bored"}',
      '{"type":"usage","inputTokens":1e999,"outputTokens":1}',
      '{"type":"dream"}',
      '{"type":"mess',
    ];
    const { calls, reading } = await readIsocell(
      bytes(...lines.map((line, index) => (index === 11 ? line : `${line}\n`))),
    );
    expect(calls).toEqual([{ ...tool("1", "a", { outcome: "ok", result: 1, tokens: 1 }), namespace: "" }]);
    expect(reading).toMatchObject({ lines: 12, skipped: 9, unknown: { dream: 1 } });
    expect(reading.problems.map(({ number, problem }) => `${number} ${problem}`)).toEqual([
      "1 it is not a JSON object",
      "2 it has no type",
      "3 it is 1100028 bytes long, more than 1048576",
      "4 it is nested deeper than 200 levels",
      '5 there is no open call with the id "1"',
      '8 there is no open call with the id "1"',
      "9 its reason is none of answered, rounds, tokens, timeout, stopped, error",
      "10 inputTokens or outputTokens is missing",
      "12 it is cut off: the file ends within it",
    ]);
  });

  test("of very many lines keep the first, and count the rest.", async () => {
    const block = '{"type":"round"}\n'.repeat(50_000);
    const { rounds, reading } = await readIsocell(bytes(block, block, '{"type":"round"}\n{"type":"round"}\n'));
    expect({ rounds, lines: reading.lines, skipped: reading.skipped }).toEqual({
      rounds: 100_000,
      lines: 100_002,
      skipped: 2,
    });
  });

  test("are written so that they can be read: a result that is too long keeps its size alone.", async () => {
    const huge = "x".repeat(3_000_000);
    const call = encodeTrajectoryLine({ type: "call", id: "1", name: "a", arguments: { huge } });
    const result = encodeTrajectoryLine({ type: "result", id: "1", ok: true, value: { huge }, text: huge });
    const { calls, reading } = await readIsocell(bytes(call, result));
    expect(calls).toEqual([{ ...tool("1", "a", { outcome: "ok", tokens: 750_000 }), namespace: "" }]);
    expect(reading.skipped).toBe(0);
  });

  test("of a newer version are refused, as are files that hold nothing of the form.", async () => {
    const folder = folderWith({
      "new.jsonl": '{"type":"trajectory/header","format":2,"origin":"live"}\n',
      "empty.jsonl": "\n\n",
      "other.jsonl": '{"type":"thread.started"}\nx\n',
    });
    await expect(readTrajectory(join(folder, "new.jsonl"), "isocell")).rejects.toThrow(/format 2/);
    await expect(readTrajectory(join(folder, "empty.jsonl"), "isocell")).rejects.toThrow(/it is empty/);
    await expect(readTrajectory(join(folder, "other.jsonl"), "isocell")).rejects.toThrow(
      /none of its 2 lines is an event/,
    );
    await expect(readTrajectory(join(folder, "none.jsonl"), "codex")).rejects.toThrow(/there is no such file/);
    await expect(readTrajectory(folder, "codex")).rejects.toThrow(/it is no file/);
  });
});

describe("A trace", () => {
  test("tells calls, failures, times and sizes, and neither arguments, results nor texts.", async () => {
    const folder = mkdtempSync(join(tmpdir(), "isocell-eval-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "trace.jsonl");
    const writer = createTraceWriter(file);
    const fails = defineTool({
      name: "fails",
      description: "",
      inputSchema: true,
      handler: () => {
        throw new Error("it fails");
      },
    });
    const host = await testHost({ tools: [fails], onEvent: writer.write });
    const outcome = await host.openSession().run("try { await tools.fails({}) } catch { text('ok') }");
    expect(textsOf(outcome)).toEqual(["ok"]);
    await host.close();
    await writer.close();
    const trajectory = await readTrajectory(file, "trace");
    expect(trajectory.calls).toMatchObject([{ name: "fails", nested: true, outcome: "failed", error: "it fails" }]);
    expect(trajectory.calls[0]).not.toHaveProperty("arguments");
    expect(trajectory).not.toHaveProperty("answer");
    writeFileSync(file, "nothing\n");
    await expect(readTrajectory(file, "trace")).rejects.toThrow(/This is no trace file/);
  });
});

test("A file is read in chunks, whatever they cut.", async () => {
  const whole = await readTrajectory(fixture("codex.jsonl"), "codex");
  expect(await readCodex(createReadStream(fixture("codex.jsonl"), { highWaterMark: 7 }))).toEqual(whole);
});

function tool(id: string, name: string, rest: object): Record<string, unknown> {
  return { id, kind: "tool", namespace: "mcp__impact", name, nested: false, ...rest };
}

function command(id: string, line: string, rest: object): Record<string, unknown> {
  return {
    id,
    kind: "command",
    namespace: "",
    name: "command_execution",
    nested: false,
    arguments: { command: line },
    ...rest,
  };
}
