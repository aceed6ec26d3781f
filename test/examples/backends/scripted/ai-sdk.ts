// A model that calls `exec`, `count_parts` beside it, then `wait`, and then says what it read.
import { runningCell, SCRIPT } from "./endpoint.ts";
import { scriptGateway } from "./gateway.ts";

let requests = 0;

await scriptGateway(({ tools, output }) => {
  requests++;
  const call = (id: string, toolName: string, input: object) =>
    ({ type: "tool-call", toolCallId: id, toolName, input: JSON.stringify(input) }) as const;
  if (requests === 1) {
    console.log("tools:", tools.join(", "));
    return [call("call_1", "exec", { input: SCRIPT }), call("call_2", "count_parts", { part: "nuts" })];
  }
  if (requests === 2) {
    console.log("nuts:", output("call_2"));
    return [call("call_3", "wait", { cell_id: runningCell(output("call_1")), yield_time_ms: 10_000 })];
  }
  return [{ type: "text", text: `We have to ${output("call_3").split("Output:\n")[1]?.trim() ?? ""}.` }];
});
