// Anthropic's Messages API, streaming, with a model that calls `exec`, `count_parts` beside it, then `wait`, and then
// says what it read.
import { runningCell, SCRIPT, startEndpoint } from "./endpoint.ts";
import type { Reply } from "./endpoint.ts";

interface Block {
  readonly type: string;
  readonly id?: string;
  readonly tool_use_id?: string;
  readonly text?: string;
  readonly content?: readonly { readonly text?: string }[];
}

interface Body {
  readonly stream: boolean;
  readonly tools: readonly { name: string }[];
  readonly messages: readonly { readonly role: string; readonly content: string | readonly Block[] }[];
}

let requests = 0;

function answer(body: unknown): Reply {
  const { stream, tools, messages } = body as Body;
  const blocks = (index: number): readonly Block[] => {
    const content = messages.at(index)?.content ?? [];
    return typeof content === "string" ? [{ type: "text", text: content }] : content;
  };
  const calls = blocks(-2).flatMap(({ type, id }) => (type === "tool_use" ? [id] : []));
  const results = blocks(-1).flatMap(({ tool_use_id: id }) => (id === undefined ? [] : [id]));
  // As the real one does.
  if (!stream || calls.some((id, index) => results[index] !== id)) {
    const message = "`tool_use` ids were found without `tool_result` blocks immediately after";
    return { status: 400, json: { type: "error", error: { type: "invalid_request_error", message } } };
  }
  const output = (id: string): string =>
    (blocks(-1).find((block) => block.tool_use_id === id)?.content ?? []).map(({ text }) => text).join("");
  requests++;
  if (requests === 1) {
    console.log("tools:", tools.map(({ name }) => name).join(", "));
    return respond([
      { type: "tool_use", id: "toolu_1", name: "exec", input: { input: SCRIPT } },
      { type: "tool_use", id: "toolu_2", name: "count_parts", input: { part: "nuts" } },
    ]);
  }
  if (requests === 2) {
    console.log("nuts:", output("toolu_2"));
    const input = { cell_id: runningCell(output("toolu_1")), yield_time_ms: 10_000 };
    return respond([{ type: "tool_use", id: "toolu_3", name: "wait", input }]);
  }
  return respond([{ type: "text", text: `We have to ${output("toolu_3").split("Output:\n")[1] ?? ""}.` }]);
}

type Answer =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "tool_use"; readonly id: string; readonly name: string; readonly input: unknown };

function respond(content: readonly Answer[]): Reply {
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = { id: `msg_${requests}`, type: "message", role: "assistant", model: "scripted", content: [], usage };
  const stopReason = content.some(({ type }) => type === "tool_use") ? "tool_use" : "end_turn";
  return {
    events: [
      { type: "message_start", message: { ...message, stop_reason: null, stop_sequence: null } },
      ...content.flatMap((block, index) => blockEvents(block, index)),
      { type: "message_delta", delta: { stop_reason: stopReason, stop_sequence: null }, usage: { output_tokens: 1 } },
      { type: "message_stop" },
    ],
  };
}

/** A block as it comes in: begun empty, then piece by piece. */
function blockEvents(block: Answer, index: number): { type: string; [key: string]: unknown }[] {
  const whole = block.type === "text" ? block.text : JSON.stringify(block.input);
  const begun = block.type === "text" ? { ...block, text: "" } : { ...block, input: {} };
  const pieces = whole.match(/[\s\S]{1,40}/gu) ?? [];
  return [
    { type: "content_block_start", index, content_block: begun },
    ...pieces.map((piece) => ({
      type: "content_block_delta",
      index,
      delta:
        block.type === "text" ? { type: "text_delta", text: piece } : { type: "input_json_delta", partial_json: piece },
    })),
    { type: "content_block_stop", index },
  ];
}

process.env["ANTHROPIC_BASE_URL"] = await startEndpoint("/v1/messages", answer);
process.env["ANTHROPIC_API_KEY"] = "none";
