/** What a model is told about `exec`. `toolList` is the section on nested tools, or empty. */
export function describeExec(yieldTimeMs: number, maxOutputTokens: number, toolList: string): string {
  const seconds = yieldTimeMs / 1000;
  return `Runs a JavaScript program that can call many tools, and returns what the program emits.

- Send the program as plain source text: no JSON around it, no quotes, no Markdown fence. It runs as a module: top-level \`await\` works, imports do not.
- Tools are asynchronous functions on the global \`tools\`: \`const result = await tools.NAME(arguments)\`. A function tool takes one object, a freeform tool one string. Use \`Promise.all\` for calls that do not depend on each other. A call that fails rejects with an Error whose message says why.
- \`ALL_TOOLS\` lists every callable tool as \`{ name, description }\`. Some may be missing below: search it by name and description.
- There is no file system, network or Node.js in the program; whatever is to be reached is reached through tools.
- Only what the program emits comes back. Loop, filter and combine in the program, and emit the result, not the raw data.
- The first line may be \`// @exec: {"yield_time_ms": ${yieldTimeMs}, "max_output_tokens": ${maxOutputTokens}}\` (those are the defaults). After yield_time_ms (${seconds} s) a program that still runs is answered with a cell ID, and goes on; use \`wait\` with that ID.
- The program ends when its last statement has run. Calls that are not awaited by then are cancelled.

Globals:
- \`text(value)\`: emits text; anything that is not a string is shown as JSON.
- \`image(value, detail?)\`: emits an image: a base64 \`data:\` URL, \`{ image_url, detail? }\` or an MCP image block. \`detail\` is auto, low, high or original.
- \`audio(value)\`: emits audio: a base64 \`data:\` URL, \`{ audio_url }\` or an MCP audio block.
- \`generatedImage(result)\`: emits the result of an image generation tool.
- \`store(key, value)\` and \`load(key)\`: keep JSON values for later programs of this conversation.
- \`notify(value)\`: tells the user something at once, while the program runs.
- \`yield_control()\`: answers now with what was emitted so far; the program goes on.
- \`setTimeout(callback, ms)\` and \`clearTimeout(id)\`.
- \`exit()\`: ends the program at once, successfully.${toolList === "" ? "" : `\n\n${toolList}`}`;
}
