import { fittedSize } from "./fit.ts";
import type { Detail } from "./fit.ts";
import { BrokenImage, EditorMissing } from "./image-editor.ts";
import type { ImageEditor, ImageToEdit } from "./image-editor.ts";
import { imageFacts } from "./image-facts.ts";
import type { ViewImageSettings } from "./options.ts";
import { isWhole } from "./whole-image.ts";

const INVALID = "unable to process image: invalid or unsupported image data";

/**
 * Makes a data URL of an image as a model may be shown it: PNG, JPEG or WebP, no larger than the detail has it. One that is
 * so already passes as it is.
 * @throws {Error} with a text for the model.
 */
export async function prepareImage(bytes: Buffer, detail: Detail, settings: ViewImageSettings): Promise<string> {
  const facts = imageFacts(bytes);
  if (facts === null) throw new Error(INVALID);
  const { width, height } = facts;
  const { maxPixels, editor } = settings;
  if (width * height > maxPixels) {
    throw new Error(`unable to process image: its ${width}x${height} pixels are more than the ${maxPixels} allowed`);
  }
  const size = fittedSize(facts, detail);
  const { format } = facts;
  const image = { bytes, format, maxPixels };
  const fits = size.width === width && size.height === height;
  try {
    if (fits && format !== "gif") {
      if (!isWhole(bytes, format)) throw new Error(INVALID);
      await decode(image, editor);
      return dataUrl(format, bytes);
    }
    if (editor === null) throw new EditorMissing("nothing changes images here");
    return dataUrl(format === "gif" ? "png" : format, await editor.resize(image, size));
  } catch (error) {
    if (error instanceof BrokenImage) throw new Error(INVALID, { cause: error });
    if (!(error instanceof EditorMissing)) throw error;
    const need = fits ? "converting a GIF" : `scaling ${width}x${height} down to ${size.width}x${size.height}`;
    throw new Error(
      `unable to process image: ${need} needs the package \`sharp\`, which has to be installed (npm install sharp)`,
      {
        cause: error,
      },
    );
  }
}

/** One that cannot be decoded makes a model's provider refuse all that is sent with it. Without an editor nobody can tell. */
async function decode(image: ImageToEdit, editor: ImageEditor | null): Promise<void> {
  try {
    await editor?.check(image);
  } catch (error) {
    if (!(error instanceof EditorMissing)) throw error;
  }
}

function dataUrl(format: string, bytes: Buffer): string {
  return `data:image/${format};base64,${bytes.toString("base64")}`;
}
