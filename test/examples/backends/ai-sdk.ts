import { generateText, isStepCount } from "ai";
import { createHost } from "isocell";
import { forAiSdk } from "isocell/ai-sdk";
import { countParts } from "./stock.ts";

// A model whose answers are written down. For a real one remove this line, and put your key into AI_GATEWAY_API_KEY.
await import("./scripted/ai-sdk.ts");

const host = await createHost({ tools: [countParts] });
try {
  const session = host.openSession();
  const { text } = await generateText({
    model: "openai/gpt-5.5",
    prompt: "Which parts do we have to order?",
    ...forAiSdk(await session.step()),
    stopWhen: isStepCount(20),
  });
  console.log(text);
} finally {
  await host.close();
}
