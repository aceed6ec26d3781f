import { Anthropic } from "@anthropic-ai/sdk";
import { createHost } from "isocell";
import { forMessages } from "isocell/anthropic";
import { countParts } from "./stock.ts";

// A model whose answers are written down. For the real one remove this line, and put your key into ANTHROPIC_API_KEY.
await import("./scripted/anthropic.ts");

const host = await createHost({ tools: [countParts] });
try {
  const session = host.openSession();
  const client = new Anthropic();
  const messages: Anthropic.MessageParam[] = [{ role: "user", content: "Which parts do we have to order?" }];
  for (;;) {
    const isocell = forMessages(await session.step());
    const turn = isocell.begin();
    const stream = client.messages.stream({
      model: "claude-sonnet-5",
      max_tokens: 4096,
      messages,
      tools: isocell.tools,
    });
    // Calls start while the rest of the message is still coming in.
    stream.on("contentBlock", turn.add);
    const { content } = await stream.finalMessage();
    const outputs = await turn.outputs();
    messages.push({ role: "assistant", content }, ...outputs);
    if (outputs.length > 0) continue;
    for (const block of content) if (block.type === "text") console.log(block.text.trim());
    break;
  }
} finally {
  await host.close();
}
