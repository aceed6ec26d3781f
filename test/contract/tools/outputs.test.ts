import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { dynamicTools } from "../../../host/index.ts";
import type { ContentItem, Step } from "../../../host/index.ts";
import { hostile } from "../../integration/mcp/fixture.ts";
import { testHost } from "../../support/test-host.ts";
import { specCases } from "../../unit/tools/spec-cases.ts";

interface Text {
  readonly text?: string;
  readonly body?: string;
  readonly digest?: { readonly bytes: number; readonly sha256: string };
}
interface Expected extends Text {
  readonly items?: readonly Text[];
}

const cases = specCases<unknown, Expected>("truncation-cases.json");

function digestOf(text: string): { readonly bytes: number; readonly sha256: string } {
  return { bytes: Buffer.byteLength(text), sha256: createHash("sha256").update(text).digest("hex") };
}

function textsOf(content: readonly ContentItem[]): readonly string[] {
  return content.map((item) => (item.type === "text" ? item.text : item.type));
}

/** What each text is, as a case tells it. */
function likeCase(texts: readonly string[], wanted: readonly Text[]): readonly unknown[] {
  return texts.map((text, index) => (wanted[index]?.digest === undefined ? text : digestOf(text)));
}

describe("Outputs of many texts", () => {
  const TEXTS: Readonly<Record<string, readonly string[]>> = {
    one: ["D".repeat(100_000)],
    four: ["A".repeat(30_000), "B".repeat(30_000), "C".repeat(30_000), "D"],
  };
  const dynamic = cases.filter(({ id }) => id.startsWith("truncation/dynamic:"));
  test.for(dynamic)("of a tool from outside are cut once, as in the reference: $id", async ({ id, expected }) => {
    const texts = TEXTS[id.split(":")[1] ?? ""] ?? [];
    const tools = dynamicTools([{ type: "function", name: "big", description: "", inputSchema: {} }], async () => ({
      success: true,
      contentItems: texts.map((text) => ({ type: "inputText", text })),
    }));
    const host = await testHost({ mode: "direct", pool: { processes: 1 } });
    const step = await host.openSession({ dynamicTools: tools }).step();
    const shown = textsOf((await step.call({ name: "big", arguments: "{}" })).content);
    const wanted = expected.items ?? [expected];
    expect(likeCase(shown, wanted)).toEqual(
      wanted.map(({ text, body, digest }) =>
        digest === undefined ? (text ?? body) : { bytes: digest.bytes, sha256: digest.sha256 },
      ),
    );
  });
});

describe("Outputs of an MCP server", () => {
  const RESULTS: Readonly<Record<string, readonly string[]>> = {
    "truncation/mcp:default:big": ["x".repeat(100_000)],
    "truncation/mcp:default:multi": ["a", "b", "c"].map((letter) => letter.repeat(30_000)),
  };

  async function shownBy(step: Step): Promise<readonly string[]> {
    const { content } = await step.call({ namespace: "mcp__m", name: "t", arguments: "{}" });
    return textsOf(content).map((text) => text.replace(/\d+\.\d{4}/u, "<t>"));
  }

  test.for(cases.filter(({ id }) => id.startsWith("truncation/mcp:")))(
    "are cut at the reference's place, and what is missing is told truly, which it is not there: $id",
    async ({ id, expected }) => {
      const content = (RESULTS[id] ?? []).map((text) => ({ type: "text", text }));
      const tools = [{ name: "t", inputSchema: { type: "object" } }];
      const host = await testHost({
        mcpServers: { m: hostile({ tools, acts: { t: { result: { content } } } }) },
        mode: "direct",
        pool: { processes: 1 },
      });
      const shown = await shownBy(await host.openSession().step());
      // The reference cuts a second time, through its own marker, which then tells of 7 tokens.
      const MARKER = /…(\d+) tokens truncated…/u;
      const wanted = expected.items ?? [];
      expect(shown.length).toBe(wanted.length);
      const at = shown.findIndex((text) => MARKER.test(text));
      const cut = shown[at] ?? "";
      expect(Math.abs(Buffer.byteLength(cut) - (wanted[at]?.digest?.bytes ?? 0))).toBeLessThan(50);
      const whole = (RESULTS[id] ?? []).find((text) => text[0] === cut[0]) ?? "";
      expect(Number(MARKER.exec(cut)?.[1])).toBe((whole.length - cut.replace(MARKER, "").length) / 4);
      // All others are as in the reference.
      const others = shown.filter((text) => !MARKER.test(text));
      const theirOthers = wanted.filter((_, index) => !MARKER.test(shown[index] ?? ""));
      expect(likeCase(others, theirOthers)).toEqual(
        theirOthers.map(({ text, digest }) =>
          digest === undefined ? text : { bytes: digest.bytes, sha256: digest.sha256 },
        ),
      );
    },
  );
});
