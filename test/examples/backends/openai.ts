import { createHost } from "isocell";
import { forResponses } from "isocell/openai";
import OpenAI from "openai";
import { toResponseInputItems } from "openai/lib/responses/ResponseInputItems";
import { countParts } from "./stock.ts";

// A model whose answers are written down. For the real one remove this line, and put your key into OPENAI_API_KEY.
await import("./scripted/openai.ts");

const host = await createHost({ tools: [countParts] });
try {
  const session = host.openSession();
  const client = new OpenAI();
  const input: OpenAI.Responses.ResponseInput = [{ role: "user", content: "Which parts do we have to order?" }];
  for (;;) {
    const isocell = forResponses(await session.step());
    const response = await client.responses.create({ model: "gpt-5.5", input, ...isocell.request });
    const outputs = await isocell.answer(response.output);
    input.push(...toResponseInputItems(response.output), ...outputs);
    if (outputs.length > 0) continue;
    console.log(response.output_text);
    break;
  }
} finally {
  await host.close();
}
