import type { ToolResultPart } from "ai";
import type { ContentItem } from "../../../tools/index.ts";
import { inlineData, withheldText } from "../media.ts";
import type { ToolSetOutput } from "./tool-set.ts";

type ModelOutput = ToolResultPart["output"];
type Part = Extract<ModelOutput, { type: "content" }>["value"][number];

/** A call's result as the SDK hands it to the provider: texts as text, else as a list of parts. */
export function modelOutput({ content, success }: ToolSetOutput): ModelOutput {
  const texts = content.flatMap((item) => (item.type === "text" ? [item.text] : []));
  if (texts.length === content.length) {
    const value = texts.join("\n");
    return success ? { type: "text", value } : { type: "error-text", value };
  }
  return { type: "content", value: content.map(partOf) };
}

function partOf(item: ContentItem): Part {
  if (item.type === "text") return { type: "text", text: item.text };
  const url = item.type === "image" ? item.imageUrl : item.audioUrl;
  const inline = inlineData(url);
  // Of a URL the SDK would fetch the content from here, for whoever wrote the URL, and fail as a whole where it cannot.
  if (inline === null) return { type: "text", text: withheldText(item) };
  return { type: "file", mediaType: inline.mediaType, data: { type: "data", data: inline.data } };
}
