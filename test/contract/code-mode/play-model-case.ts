import type { Host, StepCall } from "../../../host/index.ts";
import type { ContentItem, ToolOutput } from "../../../tools/index.ts";
import type { CaseItem, ModelCase } from "./case.ts";

/** One output item as the cases write it: texts bare, a lone text without its list. */
export interface PlayedOutput {
  readonly type: "custom_tool_call_output" | "function_call_output";
  readonly name?: string;
  readonly output: string | readonly (string | CaseItem)[];
}

const CELL_ID = /^Script running with cell ID (\S+)$/mu;

/** Makes a case's calls of `exec` and `wait` one after the other, and tells what a model would be shown of each. */
export async function playModelCase(one: ModelCase, host: Host): Promise<readonly (readonly PlayedOutput[])[]> {
  let notifications: string[] = [];
  const session = host.openSession({ onNotify: ({ text }) => notifications.push(text) });
  const outputs: PlayedOutput[][] = [];
  let cellId = "";
  try {
    for (const call of one.calls) {
      notifications = [];
      const step = await session.step();
      const output = await step.call(asStepCall(call, cellId));
      cellId = CELL_ID.exec(textOf(output.content[0]))?.[1] ?? cellId;
      const type = "exec" in call ? "custom_tool_call_output" : "function_call_output";
      outputs.push([
        { type, output: shownOf(output, cellId) },
        ...notifications.map((text) => ({ type, name: "exec", output: text }) as const),
      ]);
    }
    return outputs;
  } finally {
    await session.close();
  }
}

function asStepCall(call: ModelCase["calls"][number], cellId: string): StepCall {
  if ("exec" in call) return { name: "exec", input: call.exec };
  return { name: "wait", arguments: JSON.stringify(call.wait).replaceAll("$CELL", cellId) };
}

function textOf(item: ContentItem | undefined): string {
  return item?.type === "text" ? item.text : "";
}

function shownOf({ content }: ToolOutput, cellId: string): PlayedOutput["output"] {
  const items = content.map((item) => asShown(item, cellId));
  const [first] = items;
  return items.length === 1 && typeof first === "string" ? first : items;
}

function asShown(item: ContentItem, cellId: string): string | CaseItem {
  switch (item.type) {
    case "text":
      return withoutParticulars(item.text, cellId);
    case "image":
      return { type: "input_image", image_url: item.imageUrl, detail: item.detail };
    case "audio":
      return { type: "input_audio", audio_url: item.audioUrl };
  }
}

/** Puts the cases' placeholders where a time or the id of a cell stands. */
function withoutParticulars(text: string, cellId: string): string {
  const timed = text.replace(/^Wall time \d+\.\d seconds$/mu, "Wall time <T> seconds");
  if (cellId === "") return timed;
  return timed
    .replace(`cell ID ${cellId}\n`, "cell ID <CELL>\n")
    .replace(`exec cell ${cellId} not found`, "exec cell <CELL> not found");
}
