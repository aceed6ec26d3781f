import { describe, expect, test } from "vitest";
import type { UserQuestion } from "../../../../host/index.ts";
import { hostile, stepWith, textOf } from "./call.ts";

const OPTIONS = [{ label: "x", description: "d" }];
const ONE = { questions: [{ id: "a", header: "H", question: "Q?", options: OPTIONS }] };
const NO_ANSWERS = '{"answers":{}}';

describe("request_user_input", () => {
  test("is not available outside of plan mode, which is said before anything is said of the arguments", async () => {
    let mode: "plan" | "default" = "default";
    const step = await stepWith({ collaborationMode: () => mode, requestUserInput: () => ({ answers: {} }) });
    for (const args of ["", "{", "[]", ONE]) {
      expect(await textOf(step, "request_user_input", args)).toBe("request_user_input is unavailable in Default mode");
    }
    mode = "plan";
    expect(await textOf(step, "request_user_input", ONE)).toBe(NO_ANSWERS);
  });

  test("is not available where the host cannot tell its mode", async () => {
    const collaborationMode = (): "plan" => {
      throw new Error("no mode");
    };
    const step = await stepWith({ collaborationMode, requestUserInput: () => ({ answers: {} }) });
    expect(await textOf(step, "request_user_input", ONE)).toBe("request_user_input is unavailable in Default mode");
  });

  test("is always available where there are no modes, and takes words of the user's own", async () => {
    const answers = { a: { answers: ["x", "none of these: \u{1f600}"] } };
    const step = await stepWith({ requestUserInput: () => ({ answers }) });
    expect(await textOf(step, "request_user_input", ONE)).toBe(JSON.stringify({ answers }));
  });

  test("asks an empty list of questions, too", async () => {
    const asked: (readonly UserQuestion[])[] = [];
    const step = await stepWith({
      requestUserInput: (questions) => {
        asked.push(questions);
        return { answers: {} };
      },
    });
    expect(await textOf(step, "request_user_input", { questions: [] })).toBe(NO_ANSWERS);
    expect(asked).toEqual([[]]);
  });

  test.each([
    ["{}", "missing field `questions` at line 1 column 2"],
    ['{"questions":[{"id":"a"}]}', "missing field `header` at line 1 column 24"],
    ['{"questions":[{"id":1}]}', "invalid type: integer `1`, expected a string at line 1 column 21"],
    ["", "EOF while parsing a value at line 1 column 0"],
  ])("refuses %s with the words of the decoder", async (args, problem) => {
    const step = await stepWith({ requestUserInput: () => ({ answers: {} }) });
    expect(await textOf(step, "request_user_input", args)).toBe(`failed to parse function arguments: ${problem}`);
  });

  const circular: { answers?: unknown } = {};
  circular.answers = circular;
  test.each([
    ["nothing", undefined],
    ["a text", "x"],
    ["answers of another type", { answers: { a: "x" } }],
    ["a circle", circular],
    ["an object that must not be looked at", hostile],
    ["too much", { answers: { a: { answers: ["x".repeat(2_000_000)] } } }],
  ])("takes %s from a client for no answers", async (_, answer) => {
    const step = await stepWith({ requestUserInput: () => answer as never });
    expect(await textOf(step, "request_user_input", ONE)).toBe(NO_ANSWERS);
  });

  test("gives a client that never answers up when the call is aborted", async () => {
    const abort = new AbortController();
    let told: AbortSignal | null = null;
    const step = await stepWith({
      requestUserInput: (_, { signal }) => {
        told = signal;
        queueMicrotask(() => abort.abort());
        return new Promise(() => {});
      },
    });
    const call = { name: "request_user_input", arguments: JSON.stringify(ONE) };
    const { content, success } = await step.call(call, { signal: abort.signal });
    expect([content, success]).toEqual([[{ type: "text", text: "aborted by user after 0.1s" }], false]);
    expect((told as AbortSignal | null)?.aborted).toBe(true);
  });
});
