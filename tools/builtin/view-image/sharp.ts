import type sharpFunction from "sharp";
import type { Sharp } from "sharp";
import { BrokenImage, EditorMissing } from "./image-editor.ts";
import type { ImageEditor, ImageToEdit } from "./image-editor.ts";

/** Changes images with `sharp`, which whoever wants that installs beside this package. */
export const sharpEditor: ImageEditor = {
  check: async (image) => {
    // The pixels are dropped: whether they come is what counts.
    await run(image, (sharp) => sharp.raw());
  },
  resize: (image, size) =>
    run(image, (sharp) => {
      // Orientation and colours are told beside the picture, and have to stay with it.
      const resized = sharp
        .resize({ ...size, fit: "fill", kernel: "linear" })
        .keepExif()
        .keepIccProfile();
      if (image.format === "jpeg") return resized.jpeg({ quality: 85 });
      return image.format === "webp" ? resized.webp({ lossless: true }) : resized.png();
    }),
};

async function run({ bytes, maxPixels }: ImageToEdit, edit: (sharp: Sharp) => Sharp): Promise<Buffer> {
  const sharp = await loadSharp();
  try {
    return await edit(sharp(bytes, { limitInputPixels: maxPixels, failOn: "error" })).toBuffer();
  } catch (error) {
    throw new BrokenImage("the image cannot be decoded", { cause: error });
  }
}

async function loadSharp(): Promise<typeof sharpFunction> {
  try {
    return (await import("sharp")).default;
  } catch (error) {
    throw new EditorMissing("sharp is not installed, or not for this platform", { cause: error });
  }
}
