import { defineTool } from "../../tools/index.ts";
import type { ToolExecutor } from "../../tools/index.ts";
import type { OutputPart, OutputStore } from "./output-store.ts";

interface Input {
  readonly handle: string;
  readonly offset?: number;
  readonly limit?: number;
}

/** The tool that gives back what was cut from an output. */
export function createReadOutputTool(store: OutputStore): ToolExecutor {
  return defineTool<Input>({
    name: "read_output",
    description:
      "Returns a part of an output that was cut because it was too long. The note under such an output names its handle.",
    inputSchema: {
      type: "object",
      properties: {
        handle: { type: "string", description: "The handle from the note, like out-1." },
        offset: { type: "integer", minimum: 0, description: "Byte to start at. Default 0." },
        limit: { type: "integer", minimum: 1, description: "Most bytes to return. Default 16384, at most 65536." },
      },
      required: ["handle"],
      additionalProperties: false,
    },
    parallel: true,
    handler: ({ handle, offset, limit }): OutputPart => {
      const part = store.read(handle, offset, limit);
      if (part === null) {
        throw new Error(
          `There is no output ${JSON.stringify(handle)}: the handle is wrong, or newer outputs took its place.`,
        );
      }
      return part;
    },
  });
}
