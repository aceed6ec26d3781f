// OpenAI's Responses API with a model that calls `exec`, `count_parts` beside it, then `wait`, and then says what it read.
import { runningCell, SCRIPT, startEndpoint } from "./endpoint.ts";
import type { Reply } from "./endpoint.ts";

interface Item {
  readonly type?: string;
  readonly call_id?: string;
  readonly output?: unknown;
}

let requests = 0;

function answer(body: unknown): Reply {
  const { input, tools } = body as { input: readonly Item[]; tools: readonly { type: string; name: string }[] };
  const missing = input.find(
    ({ type, call_id: id }) =>
      type?.endsWith("_call") && !input.some((item) => item.type === `${type}_output` && item.call_id === id),
  );
  // As the real one does.
  if (missing !== undefined) {
    return { status: 400, json: { error: { message: `No tool output found for call ${missing.call_id}.` } } };
  }
  const output = (id: string): string => {
    const given = input.find((item) => item.type?.endsWith("_output") && item.call_id === id)?.output;
    return Array.isArray(given) ? given.map(({ text }: { text: string }) => text).join("") : String(given);
  };
  requests++;
  if (requests === 1) {
    console.log("tools:", tools.map(({ type, name }) => `${name} (${type})`).join(", "));
    return respond([
      { type: "custom_tool_call", id: "ctc_1", call_id: "call_1", name: "exec", input: SCRIPT },
      { type: "function_call", id: "fc_2", call_id: "call_2", name: "count_parts", arguments: '{"part":"nuts"}' },
    ]);
  }
  if (requests === 2) {
    console.log("nuts:", output("call_2"));
    const wait = JSON.stringify({ cell_id: runningCell(output("call_1")), yield_time_ms: 10_000 });
    return respond([{ type: "function_call", id: "fc_3", call_id: "call_3", name: "wait", arguments: wait }]);
  }
  const text = `We have to ${output("call_3").split("Output:\n")[1] ?? ""}.`;
  const content = [{ type: "output_text", text, annotations: [] }];
  return respond([{ type: "message", id: "msg_4", role: "assistant", status: "completed", content }]);
}

function respond(output: readonly object[]): Reply {
  return { json: { id: `resp_${requests}`, object: "response", model: "scripted", status: "completed", output } };
}

process.env["OPENAI_BASE_URL"] = `${await startEndpoint("/v1/responses", answer)}/v1`;
process.env["OPENAI_API_KEY"] = "none";
