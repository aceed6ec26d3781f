import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  approximateTokens,
  countLines,
  cutMiddle,
  truncateContent,
  truncateItems,
  truncateMiddle,
} from "../../../tools/index.ts";
import type { ContentItem } from "../../../tools/index.ts";
import { specCases } from "./spec-cases.ts";

interface Text {
  readonly body?: string;
  readonly text?: string;
  readonly digest?: { readonly bytes: number; readonly sha256: string };
}
interface Expected extends Text {
  readonly items?: readonly Text[];
}

const text = (content: string): ContentItem => ({ type: "text", text: content });
const image: ContentItem = { type: "image", imageUrl: "data:x", detail: "high" };

/** What a case has of a text: all of it, or its size and digest. */
function shownOf(content: string, expected: Text): unknown {
  if (expected.digest === undefined) return content;
  return { bytes: Buffer.byteLength(content), sha256: createHash("sha256").update(content).digest("hex") };
}

function wantedOf({ body, text: whole, digest }: Text): unknown {
  return digest === undefined ? (body ?? whole) : { bytes: digest.bytes, sha256: digest.sha256 };
}

function textsOf(items: readonly ContentItem[]): string[] {
  return items.map((item) => (item.type === "text" ? item.text : ""));
}

const cases = specCases<unknown, Expected>("truncation-cases.json");

describe("The reference's cases", () => {
  test.each([
    ["one", [100_000], "D"],
    ["four", [30_000, 30_000, 30_000, 1], "ABCD"],
  ])("Items beyond a budget are cut and counted as in the reference: dynamic:%s", (name, sizes, letters) => {
    const expected = cases.find(({ id }) => id === `truncation/dynamic:${name}`)?.expected ?? {};
    const wanted = expected.items ?? [expected];
    const items = sizes.map((size, index) => text(letters.charAt(index).repeat(size)));
    const cut = textsOf(truncateItems(items, { maxTokens: 12_000 }));
    expect(cut.map((one, index) => shownOf(one, wanted[index] ?? {}))).toEqual(wanted.map(wantedOf));
  });
});

test("Text that fits is returned as it is", () => {
  expect(truncateMiddle("x".repeat(40), { maxTokens: 10 })).toBe("x".repeat(40));
  expect(truncateMiddle("", { maxTokens: 0 })).toBe("");
  expect(truncateMiddle("x", { maxTokens: Infinity })).toBe("x");
});

test("A budget that is no number from 0 allows nothing", () => {
  const nothing = "Warning: truncated output (original token count: 2)\nTotal output lines: 1\n\n…2 tokens truncated…";
  for (const maxTokens of [0, -5, Number.NaN]) expect(truncateMiddle("anything", { maxTokens })).toBe(nothing);
});

test("Several texts that are too long together become one item with a warning", () => {
  const items = truncateContent([text("a".repeat(30)), text("b".repeat(30))], { maxTokens: 10 });
  const cut = `${"a".repeat(20)}…6 tokens truncated…${"b".repeat(20)}`;
  expect(items).toEqual([
    text(`Warning: truncated output (original token count: 16)\nTotal output lines: 2\n\n${cut}`),
  ]);
});

test("Texts that fit together stay the items they are", () => {
  const items = [text(""), text("a"), text("")];
  expect(truncateContent(items, { maxTokens: 1 })).toBe(items);
});

test("Beside an image the budget is spent item by item and the rest is counted", () => {
  const items = [text("x".repeat(60)), image, text("y".repeat(60)), text(""), text("z")];
  expect(truncateContent(items, { maxTokens: 10 })).toEqual([
    text(`${"x".repeat(20)}…5 tokens truncated…${"x".repeat(20)}`),
    image,
    text("[omitted 2 text items ...]"),
  ]);
});

test("Beside an image empty texts vanish", () => {
  expect(truncateContent([text(""), text("a"), image, text("")], { maxTokens: 10 })).toEqual([text("a"), image]);
});

test("Audio costs what its URL costs as text, and is counted where it does not fit", () => {
  const long: ContentItem = { type: "audio", audioUrl: `data:${"A".repeat(100)}` };
  const short: ContentItem = { type: "audio", audioUrl: "data:A" };
  expect(truncateContent([long, short, text("abcdefgh"), text("ij")], { maxTokens: 3 })).toEqual([
    short,
    text("ab…1 tokens truncated…gh"),
    text("[omitted 1 text items ...]"),
    text("[omitted 1 audio items ...]"),
  ]);
});

test("A line end at the very end of a text begins no further line", () => {
  expect(["", "a", "a\n", "a\nb", "\n", "\n\n"].map(countLines)).toEqual([0, 1, 1, 2, 1, 2]);
});

const anyText = fc.string({
  unit: fc.oneof(fc.constantFrom("a", "é", "€", "😀", "\n", "\ud800", "\udc00"), fc.string()),
});

test("What is kept never exceeds the budget and holds only whole characters of the beginning and the end", () => {
  fc.assert(
    fc.property(anyText, fc.nat({ max: 20 }), (original, maxTokens) => {
      const cut = cutMiddle(original, { maxTokens });
      const size = Buffer.byteLength(original);
      const fits = size <= maxTokens * 4;
      const marker = fits ? "" : `…${Math.ceil(size / 4) - maxTokens} tokens truncated…`;
      const at = fits ? cut.length : cut.indexOf(marker);
      const [head, tail] = [cut.slice(0, at), cut.slice(at + marker.length)];
      const restored = original.startsWith(head) && original.endsWith(tail) && at >= 0;
      const whole = Buffer.from(original).toString();
      const split = !whole.startsWith(Buffer.from(head).toString()) || !whole.endsWith(Buffer.from(tail).toString());
      const kept = Math.max(Buffer.byteLength(head), Buffer.byteLength(tail));
      const within = fits ? cut === original : kept <= maxTokens * 2;
      expect({ restored, split, within }).toEqual({ restored: true, split: false, within: true });
    }),
  );
});

test("Items beside media never cost more than the budget", () => {
  const item = fc.oneof(anyText.map(text), fc.constant(image));
  fc.assert(
    fc.property(fc.array(item), fc.nat({ max: 20 }), (items, maxTokens) => {
      const kept = truncateItems(items, { maxTokens });
      let cost = 0;
      for (const entry of kept) {
        if (entry.type !== "text" || entry.text.startsWith("[omitted ")) continue;
        cost += approximateTokens(entry.text.replace(/…\d+ tokens truncated…/, ""));
      }
      expect(cost).toBeLessThanOrEqual(maxTokens);
    }),
  );
});

test.each([
  ["one-byte characters", "x"],
  ["line ends", "a\n"],
  ["pairs", "😀"],
])("Thirty million bytes of %s are cut at once", (_, unit) => {
  const long = unit.repeat(30_000_000 / Buffer.byteLength(unit));
  const cut = truncateMiddle(long, { maxTokens: 10 });
  expect(cut.split("\n\n").at(-1)?.endsWith(unit)).toBe(true);
});
