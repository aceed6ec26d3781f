// An agent that repairs a project whose tests fail: in the folder it is given, else in a copy of the sample.
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHost } from "isocell";
import { forResponses } from "isocell/openai";
import OpenAI from "openai";
import { toResponseInputItems } from "openai/lib/responses/ResponseInputItems";

// A model that goes by fixed rules. For a real one remove this line, and put your key into OPENAI_API_KEY.
await import("./scripted-model.ts");

const [given] = process.argv.slice(2);
const folder = given ?? (await mkdtemp(join(tmpdir(), "isocell-agent-")));
if (given === undefined) await cp(join(import.meta.dirname, "project"), folder, { recursive: true });

const host = await createHost({
  builtins: { tools: ["exec_command", "apply_patch"], cwd: folder },
  onEvent: (event) => {
    if (event.type === "call/end")
      console.log(`${event.name}, called by a ${caller(event.source.kind)}: ${event.outcome}`);
  },
});

function caller(kind: "direct" | "cell"): string {
  return kind === "cell" ? "script" : "model";
}

try {
  const session = host.openSession();
  const client = new OpenAI();
  const task = "The tests of this project fail. Find out why, mend it, and make sure that they pass.";
  const input: OpenAI.Responses.ResponseInput = [{ role: "user", content: task }];
  for (;;) {
    const isocell = forResponses(await session.step());
    const response = await client.responses.create({ model: "gpt-5.5", input, ...isocell.request });
    if (response.output_text !== "") console.log(response.output_text);
    const outputs = await isocell.answer(response.output);
    if (outputs.length === 0) break;
    input.push(...toResponseInputItems(response.output), ...outputs);
  }
} finally {
  await host.close();
  if (given === undefined) await rm(folder, { recursive: true });
}
