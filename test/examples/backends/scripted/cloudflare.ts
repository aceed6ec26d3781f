// A model that writes a function for `codemode`, and then says what it gave.
import { scriptGateway } from "./gateway.ts";

const CODE = `async () => {
  const parts = ["bolts", "nuts", "washers"];
  const counts = await Promise.all(parts.map((part) => codemode.count_parts({ part })));
  console.log("counted", counts.length, "parts");
  return parts.filter((part, index) => counts[index] < 10);
}`;

let requests = 0;

await scriptGateway(({ tools, output }) => {
  requests++;
  if (requests === 1) {
    console.log("tools:", tools.join(", "));
    return [{ type: "tool-call", toolCallId: "call_1", toolName: "codemode", input: JSON.stringify({ code: CODE }) }];
  }
  return [{ type: "text", text: `The code gave ${output("call_1")}.` }];
});
