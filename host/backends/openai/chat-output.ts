import type { OpenAI } from "openai";
import type { ContentItem } from "../../../tools/index.ts";
import { inlineData, withheldText } from "../media.ts";
import type { AnsweredCall } from "../response-calls.ts";

type Message = OpenAI.Chat.ChatCompletionMessageParam;
type Part = OpenAI.Chat.ChatCompletionContentPart;

/** The formats of audio that the API takes, by media type. */
const AUDIO_FORMATS: ReadonlyMap<string, "mp3" | "wav"> = new Map([
  ["audio/mpeg", "mp3"],
  ["audio/mp3", "mp3"],
  ["audio/wav", "wav"],
  ["audio/x-wav", "wav"],
  ["audio/wave", "wav"],
]);

/**
 * The messages that answer calls. The API wants all `tool` messages right after the calls, and only texts in them: what
 * else belongs to a result follows in one user message, to which the results point.
 */
export function outputMessages(answered: readonly AnsweredCall<{ readonly id: string }>[]): Message[] {
  const attached: Part[] = [];
  const tools = answered.map(({ item, output }): Message => {
    const texts = output.content.map((part) => {
      if (part.type === "text") return part.text;
      const shown = partOf(part);
      if (shown === null) return withheldText(part);
      const title = `${part.type} ${attached.length / 2 + 1}`;
      attached.push({ type: "text", text: `Result of call ${item.id}, ${title}:` }, shown);
      return `[${title}: in the user message that follows]`;
    });
    const content = texts.length > 1 ? texts.map((text) => ({ type: "text" as const, text })) : (texts[0] ?? "");
    return { role: "tool", tool_call_id: item.id, content };
  });
  const notes = answered.flatMap(({ output }) => output.context).filter((text) => text !== "");
  return [
    ...tools,
    ...(attached.length === 0 ? [] : [{ role: "user" as const, content: attached }]),
    ...notes.map((content): Message => ({ role: "developer", content })),
  ];
}

/** An image or audio as a part of a user message; null where the API has no form for it. */
function partOf(item: Exclude<ContentItem, { readonly type: "text" }>): Part | null {
  if (item.type === "image") return { type: "image_url", image_url: { url: item.imageUrl, detail: item.detail } };
  const inline = inlineData(item.audioUrl);
  const format = inline === null ? undefined : AUDIO_FORMATS.get(inline.mediaType);
  return inline === null || format === undefined
    ? null
    : { type: "input_audio", input_audio: { data: inline.data, format } };
}
