import type { OpenAI } from "openai";
import type { ContentItem } from "../../../tools/index.ts";
import { withheldText } from "../media.ts";
import type { AnsweredCall } from "../response-calls.ts";
import type { FoundDefinitions } from "./found-definitions.ts";

type InputItem = OpenAI.Responses.ResponseInputItem;

/** An output item that is a call, and is to be answered. */
export type ResponsesCallItem =
  | OpenAI.Responses.ResponseFunctionToolCall
  | OpenAI.Responses.ResponseCustomToolCall
  | (OpenAI.Responses.ResponseToolSearchCall & { readonly call_id: string });

/** Whether an output item is a call of the client's, with an id to answer to. */
export function isCallItem(item: OpenAI.Responses.ResponseOutputItem | null): item is ResponsesCallItem {
  switch (item?.type) {
    case "function_call":
    case "custom_tool_call":
      return typeof item.call_id === "string";
    case "tool_search_call":
      return item.execution === "client" && typeof item.call_id === "string";
    default:
      return false;
  }
}

/** The items that answer calls: outputs in order, then what the model is to know besides. */
export function outputItems(
  answered: readonly AnsweredCall<ResponsesCallItem>[],
  found: FoundDefinitions,
): InputItem[] {
  const outputs: InputItem[] = [];
  const notes: string[] = [];
  for (const { item, output } of answered) {
    if (item.type === "tool_search_call") {
      const tools = found.definitionsOf(output);
      outputs.push({
        type: "tool_search_output",
        call_id: item.call_id,
        execution: "client",
        status: "completed",
        tools: tools ?? [],
      });
      // The item has no room for words: why nothing was found would be lost.
      if (tools === null || tools.length === 0) notes.push(textsOf(output.content).join("\n"));
    } else {
      const caller = item.caller == null ? {} : { caller: item.caller };
      const body = { call_id: item.call_id, output: outputOf(output.content), ...caller };
      outputs.push(
        item.type === "custom_tool_call"
          ? { type: "custom_tool_call_output", ...body }
          : { type: "function_call_output", ...body },
      );
    }
    notes.push(...output.context);
  }
  const messages = notes
    .filter((text) => text !== "")
    .map((text): InputItem => ({ type: "message", role: "developer", content: [{ type: "input_text", text }] }));
  return [...outputs, ...messages];
}

/** One text as it is; everything else as a list. */
function outputOf(
  content: readonly ContentItem[],
): string | (OpenAI.Responses.ResponseInputText | OpenAI.Responses.ResponseInputImage)[] {
  const [first, second] = content;
  if (first === undefined) return "";
  if (second === undefined && first.type === "text") return first.text;
  return content.map((item) => {
    if (item.type === "image") return { type: "input_image", image_url: item.imageUrl, detail: item.detail };
    return { type: "input_text", text: item.type === "text" ? item.text : withheldText(item) };
  });
}

function textsOf(content: readonly ContentItem[]): string[] {
  return content.flatMap((item) => (item.type === "text" ? [item.text] : []));
}
