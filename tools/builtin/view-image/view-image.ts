import { nullable, readArguments, struct, text } from "../../arguments/readers.ts";
import type { CallContext, ToolExecutor, ToolOutput } from "../../contract/executor.ts";
import type { FunctionToolSpec, JsonSchema } from "../../contract/spec.ts";
import type { Detail } from "./fit.ts";
import { settingsOf } from "./options.ts";
import type { ViewImageOptions } from "./options.ts";
import { prepareImage } from "./prepare-image.ts";
import { readImage } from "./read-image.ts";

interface Input {
  readonly path: string;
  readonly detail?: string | null;
}

const PATH: JsonSchema = { type: "string", description: "Image file, absolute or from the working directory." };
const DETAIL: JsonSchema = {
  type: "string",
  enum: ["high", "original"],
  description: "original keeps more of large images, for small print and exact places.",
};

const ARGUMENTS = struct("ViewImageArgs", { path: text, detail: nullable(text) });

/** The value is what a script's `image()` takes. */
const OUTPUT_SCHEMA: JsonSchema = {
  type: "object",
  properties: {
    image_url: { type: "string", description: "Data URL of the image." },
    detail: { type: "string", enum: ["high", "original"] },
  },
  required: ["image_url", "detail"],
  additionalProperties: false,
};

/**
 * The tool that shows a model an image of the file system. PNG, JPEG, WebP and GIF, by their content; larger ones are scaled
 * down with the optional package `sharp`.
 * @throws {IsocellError} with the code `invalid_options`.
 */
export function createViewImageTool(options: ViewImageOptions): ToolExecutor {
  const settings = settingsOf(options);
  const object = { type: "object", required: ["path"] } as const;
  const shown = settings.showDetail ? { path: PATH, detail: DETAIL } : { path: PATH };
  const spec: FunctionToolSpec = Object.freeze({
    type: "function",
    namespace: "",
    name: "view_image",
    description:
      "Shows you an image file of this machine. Use it only for images you were not given otherwise. In a script pass the " +
      "result to image().",
    inputSchema: { ...object, properties: shown, additionalProperties: false },
    // What `detail` may be is said by the tool itself, in words that models know.
    argumentsSchema: { ...object, properties: { path: PATH, detail: { type: ["string", "null"] } } },
    outputSchema: OUTPUT_SCHEMA,
  });
  return Object.freeze({
    name: spec.name,
    namespace: spec.namespace,
    kind: "function",
    spec,
    exposure: "direct",
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    parallel: () => true,
    parseArguments: (json: string) => readArguments(json, ARGUMENTS),
    handle: async (input: unknown, { signal }: CallContext) => {
      if (!settings.imageInput) throw new Error("view_image is not allowed because you do not support image inputs");
      const { path, detail: asked } = input as Input;
      const detail = detailOf(asked ?? settings.defaultDetail);
      const bytes = await readImage(path, settings);
      signal.throwIfAborted();
      const imageUrl = await prepareImage(bytes, detail, settings);
      const output: ToolOutput = { content: [{ type: "image", imageUrl, detail }], success: true };
      return { value: { image_url: imageUrl, detail }, output };
    },
  });
}

function detailOf(detail: string): Detail {
  if (detail === "high" || detail === "original") return detail;
  throw new Error(
    `view_image.detail only supports \`high\` or \`original\`; omit \`detail\` for default high resized behavior, got \`${detail}\``,
  );
}
