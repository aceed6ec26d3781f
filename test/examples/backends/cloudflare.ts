import { createBrowserCodeTool } from "@cloudflare/codemode/browser";
import { generateText, isStepCount, jsonSchema, tool } from "ai";
import { createExecutor } from "isocell/cloudflare";

// A model whose answers are written down. For a real one remove this line, and put your key into AI_GATEWAY_API_KEY.
await import("./scripted/cloudflare.ts");

const stock: Readonly<Record<string, number>> = { bolts: 120, nuts: 80, washers: 4 };

// In place of a browser's frame or a Worker: V8 isolates of this machine. On Workers, `createCodeTool` takes an executor
// just as this function does.
await using executor = createExecutor();
const { description, inputSchema, execute } = createBrowserCodeTool({
  executor,
  tools: {
    "count-parts": {
      description: "Tells how many of a part are in stock.",
      inputSchema: { type: "object", properties: { part: { type: "string" } }, required: ["part"] },
      execute: async ({ part }) => stock[String(part)] ?? 0,
    },
  },
});
const codemode = tool({ description, inputSchema: jsonSchema<{ code: string }>(inputSchema), execute });
const { text } = await generateText({
  model: "openai/gpt-5.5",
  prompt: "Which parts do we have to order?",
  tools: { codemode },
  stopWhen: isStepCount(20),
});
console.log(text);
