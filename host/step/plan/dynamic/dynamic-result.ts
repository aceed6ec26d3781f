import type { ContentItem, ToolResult } from "../../../../tools/index.ts";
import { imageProblem } from "./image-problem.ts";

const DETAILS = ["auto", "low", "high", "original"] as const;
const MAX_ITEMS = 10_000;

/**
 * A client's answer as a result. One text is that text, everything else a list of items, for a script as for a model.
 * Throws (for the model) where the answer is missing or has another shape.
 */
export function dynamicResult(tool: string, answer: unknown): ToolResult {
  if (answer === null || answer === undefined) {
    throw new Error("dynamic tool call was cancelled before receiving a response");
  }
  const { success, contentItems } = answer as { success?: unknown; contentItems?: unknown };
  if (typeof success !== "boolean") throw unusable(tool, "`success` must be true or false");
  if (!Array.isArray(contentItems)) throw unusable(tool, "`contentItems` must be a list");
  if (contentItems.length > MAX_ITEMS) throw unusable(tool, `\`contentItems\` has more than ${MAX_ITEMS} items`);
  const content = contentItems.map((item, index) => toContent(tool, item, index));
  const [only] = content;
  const value = content.length === 1 && only?.type === "text" ? only.text : content.map(toScriptItem);
  return { value, output: { content, success } };
}

function toContent(tool: string, item: unknown, index: number): ContentItem {
  const { type, text, imageUrl, detail } = (item ?? {}) as { readonly [key: string]: unknown };
  if (type === "inputText" && typeof text === "string") return { type: "text", text };
  if (type === "inputImage" && typeof imageUrl === "string") {
    const problem = imageProblem(imageUrl);
    if (problem !== null) return { type: "text", text: `[An image was left out: ${problem}.]` };
    return { type: "image", imageUrl, detail: DETAILS.find((known) => known === detail) ?? "high" };
  }
  const expected = 'must be { type: "inputText", text } or { type: "inputImage", imageUrl }';
  throw unusable(tool, `\`contentItems[${index}]\` ${expected}`);
}

/** Items as the helpers of a script take and make them. */
function toScriptItem(item: ContentItem): unknown {
  if (item.type === "text") return { type: "input_text", text: item.text };
  if (item.type === "image") return { type: "input_image", image_url: item.imageUrl, detail: item.detail };
  return { type: "input_audio", audio_url: item.audioUrl };
}

function unusable(tool: string, problem: string): Error {
  return new Error(`dynamic tool \`${tool}\` got an unusable answer: ${problem}`);
}
