import { describe, expect, test } from "vitest";
import { fitContent, fitOutput } from "../../../host/outputs/fit-output.ts";
import { OutputStore } from "../../../host/outputs/output-store.ts";
import type { ContentItem, ToolOutput } from "../../../tools/index.ts";

const textItem = (text: string): ContentItem => ({ type: "text", text });
const outputOf = (...content: ContentItem[]): ToolOutput => ({ content, success: true });
const texts = (content: readonly ContentItem[]): string[] =>
  content.map((item) => (item.type === "text" ? item.text : item.type));

describe("An output that is too long", () => {
  test("is cut once, to its tool's budget and a fifth, and says truly how much is missing", () => {
    const { content } = fitOutput(outputOf(textItem("x".repeat(100_000))));
    expect(texts(content)[0]).toContain("…13000 tokens truncated…");
    expect(texts(content)).toHaveLength(1);
  });

  test("names the handle under which the whole of it can be read", () => {
    const store = new OutputStore();
    const whole = "y".repeat(5000);
    const { content } = fitOutput(outputOf(textItem(whole)), 100, store);
    const handle = /"handle":"(out-\w+)"/u.exec(texts(content).at(-1) ?? "")?.[1] ?? "";
    expect(store.read(handle, 0, 9000)?.text).toBe(whole);
  });
});

describe("An output that its tool cut", () => {
  const content = [textItem("a…b")];

  test("has a note of what it was cut from, where that is kept", () => {
    const store = new OutputStore();
    const output = { content, success: true, uncut: { text: "a and b", omittedBytes: 0 } };
    const shown = texts(fitOutput(output, Number.POSITIVE_INFINITY, store).content);
    const [, handle = ""] = /"handle":"(out-\w+)"/u.exec(shown[1] ?? "") ?? [];
    expect(shown).toEqual(["a…b", `[The whole output has 7 bytes: read_output({"handle":"${handle}"})]`]);
    expect(store.read(handle)?.text).toBe("a and b");
  });

  test("is shown as it is, where nothing is kept", () => {
    const output = { content, success: true, uncut: { text: "a and b", omittedBytes: 5 } };
    expect(fitOutput(output, Number.POSITIVE_INFINITY)).toEqual({ content, success: true });
    expect(fitOutput(output, 100, new OutputStore({ maxBytes: 1 }))).toEqual({ content, success: true });
  });
});

describe("An output that fits", () => {
  test("stays the very same object, empty texts or not", () => {
    const output = outputOf(textItem("a"), textItem(""), textItem("b"));
    expect(fitOutput(output, 100, new OutputStore())).toBe(output);
    expect(fitContent(output.content, 100, new OutputStore())).toEqual(output.content);
  });

  test("of a tool that cuts its output itself is never touched", () => {
    const output = outputOf(textItem("x".repeat(1_000_000)));
    expect(fitOutput(output, Number.POSITIVE_INFINITY)).toBe(output);
  });
});
