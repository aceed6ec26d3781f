import type { Anthropic } from "@anthropic-ai/sdk";
import type { ContentItem } from "../../../tools/index.ts";
import { foundTools, toolKey } from "../found-tools.ts";
import { inlineData, isWebUrl, withheldText } from "../media.ts";
import type { AnsweredCall } from "../response-calls.ts";

type Part = Anthropic.TextBlockParam | Anthropic.ImageBlockParam | Anthropic.ToolReferenceBlockParam;

const IMAGE_TYPES: ReadonlySet<string> = new Set<Anthropic.Base64ImageSource["media_type"]>([
  "image/jpeg",
  "image/png",
  "image/gif",
  "image/webp",
]);

/**
 * The message that answers calls: results in order, which the API wants first, then what hooks want the model to know.
 *
 * @param references names of tools as the API has them, where a search is answered with references to them
 */
export function userMessages(
  answered: readonly AnsweredCall<Anthropic.ToolUseBlock>[],
  references: ReadonlyMap<string, string> | null,
): Anthropic.MessageParam[] {
  if (answered.length === 0) return [];
  const results = answered.map(({ item, output }): Anthropic.ToolResultBlockParam => {
    const found = references !== null && item.name === "tool_search" ? referencesIn(output, references) : [];
    const content = found.length > 0 ? found : output.content.flatMap(partsOf);
    return {
      type: "tool_result",
      tool_use_id: item.id,
      ...(content.length === 0 ? {} : { content }),
      ...(output.success ? {} : { is_error: true }),
    };
  });
  const notes = answered.flatMap(({ output }) => output.context).filter(isVisible);
  return [{ role: "user", content: [...results, ...notes.map((text) => ({ type: "text" as const, text }))] }];
}

function referencesIn(
  output: AnsweredCall<Anthropic.ToolUseBlock>["output"],
  references: ReadonlyMap<string, string>,
): Part[] {
  return (foundTools(output) ?? []).flatMap((tool): Part[] => {
    const name = references.get(toolKey(tool));
    return name === undefined ? [] : [{ type: "tool_reference", tool_name: name }];
  });
}

function partsOf(item: ContentItem): Part[] {
  // The API refuses texts in which nothing can be seen.
  if (item.type === "text") return isVisible(item.text) ? [{ type: "text", text: item.text }] : [];
  const source = item.type === "image" ? imageSource(item.imageUrl) : null;
  return [source === null ? { type: "text", text: withheldText(item) } : { type: "image", source }];
}

function imageSource(url: string): Anthropic.Base64ImageSource | Anthropic.URLImageSource | null {
  if (isWebUrl(url)) return { type: "url", url };
  const inline = inlineData(url);
  if (inline === null || !isImageType(inline.mediaType)) return null;
  return { type: "base64", media_type: inline.mediaType, data: inline.data };
}

function isImageType(mediaType: string): mediaType is Anthropic.Base64ImageSource["media_type"] {
  return IMAGE_TYPES.has(mediaType);
}

function isVisible(text: string): boolean {
  return text.trim() !== "";
}
