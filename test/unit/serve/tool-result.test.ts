import { beforeAll, describe, expect, test } from "vitest";
import { toolResult } from "../../../host/serve/results/tool-result.ts";
import { toBlocks } from "../../../host/serve/results/content-blocks.ts";
import { loadServerSdk } from "../../../host/serve/sdk.ts";
import type { ServerSdk } from "../../../host/serve/sdk.ts";
import { callToolResultSchema, defineTool } from "../../../tools/index.ts";
import type { ContentItem, ToolExecutor } from "../../../tools/index.ts";

let sdk: ServerSdk;
beforeAll(async () => {
  sdk = await loadServerSdk();
});

const output = (text: string, success = true): Parameters<typeof toolResult>[0] => ({
  content: [{ type: "text", text }],
  success,
  context: [],
  wallMs: 0,
});
const mcp = defineTool({ name: "m", outputSchema: callToolResultSchema({ type: "object" }), handler: () => null });
const plain = defineTool({ name: "p", outputSchema: { type: "object" }, handler: () => null });

describe("The result of a direct call", () => {
  const whole = { content: [{ type: "text", text: "t", annotations: { priority: 1 } }], structuredContent: { a: 1 } };

  test("of a tool of another server is what that one answered", () => {
    expect(toolResult(output("cut"), { value: whole }, { executor: mcp, structured: true }, sdk)).toEqual(whole);
    const failed = { content: [], isError: true };
    expect(toolResult(output("", false), { value: failed }, { executor: mcp, structured: true }, sdk)).toEqual(failed);
  });

  test("is what a model reads where the output is limited, or a hook replaced it", () => {
    const limited: ToolExecutor = { ...mcp, maxOutputTokens: 10 };
    const cut = { content: [{ type: "text", text: "cut" }] };
    expect(toolResult(output("cut"), { value: whole }, { executor: limited, structured: false }, sdk)).toEqual(cut);
    expect(toolResult(output("cut"), null, { executor: mcp, structured: false }, sdk)).toEqual(cut);
  });

  test("is an error where structured content was promised and there is none: a client would not show it", () => {
    const shown = { content: [{ type: "text", text: "withheld" }], isError: true };
    expect(toolResult(output("withheld"), null, { executor: mcp, structured: true }, sdk)).toEqual(shown);
    expect(toolResult(output("withheld"), { value: [1] }, { executor: plain, structured: true }, sdk)).toEqual(shown);
  });

  test("carries the value of a tool with an output schema as JSON has it, and what hooks add", () => {
    const value = { at: new Date(0), nothing: undefined, ["__proto__x"]: 1 };
    const result = toolResult(
      { ...output("o"), context: ["note"] },
      { value },
      { executor: plain, structured: true },
      sdk,
    );
    expect(result).toEqual({
      content: [
        { type: "text", text: "o" },
        { type: "text", text: "note" },
      ],
      structuredContent: { at: "1970-01-01T00:00:00.000Z", ["__proto__x"]: 1 },
    });
    const cyclic: Record<string, unknown> = {};
    cyclic["self"] = cyclic;
    expect(toolResult(output("o"), { value: cyclic }, { executor: plain, structured: true }, sdk).isError).toBe(true);
  });
});

test("Media become blocks of their type, and text where they are no base64.", () => {
  const items: readonly ContentItem[] = [
    { type: "image", imageUrl: "data:image/png;base64,AAAA", detail: "auto" },
    { type: "image", imageUrl: "DATA:IMAGE/PNG;charset=x;BASE64,AAAA", detail: "auto" },
    { type: "audio", audioUrl: "data:;base64,AAAA" },
    { type: "audio", audioUrl: "data:audio/wav,plain" },
    { type: "image", imageUrl: "data:image/png;base64,§", detail: "auto" },
  ];
  expect(toBlocks(items, sdk)).toEqual([
    { type: "image", data: "AAAA", mimeType: "image/png" },
    { type: "image", data: "AAAA", mimeType: "IMAGE/PNG" },
    { type: "audio", data: "AAAA", mimeType: "application/octet-stream" },
    { type: "text", text: "[audio that is no base64 data URL]" },
    { type: "text", text: "[image that is no base64 data URL]" },
  ]);
});
