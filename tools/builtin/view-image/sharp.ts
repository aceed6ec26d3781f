import type { ImageFacts } from "./image-facts.ts";
import type { Size } from "./fit.ts";

/** Images that cannot be decoded. */
export class BrokenImage extends Error {
  override readonly name: string = "BrokenImage";
}

/** Thrown where the optional package that changes images is not there. */
export class SharpMissing extends Error {
  override readonly name: string = "SharpMissing";
}

/** Makes an image of another size or format. */
export type Resize = (
  bytes: Buffer,
  size: Size,
  format: ImageFacts["format"],
  maxPixels: number,
) => Promise<{ readonly bytes: Buffer; readonly mime: string }>;

/** With `sharp`, which whoever wants images changed installs. */
export const resizeWithSharp: Resize = async (bytes, size, format, maxPixels) => {
  const sharp = await loadSharp();
  try {
    const image = sharp(bytes, { limitInputPixels: maxPixels, failOn: "error", animated: false, sequentialRead: true })
      // What a camera says about orientation is lost with the rest of what it says, so the picture itself is turned. The
      // size was read before that.
      .autoOrient()
      .resize({ ...size, fit: "fill", kernel: "linear" })
      .keepIccProfile();
    if (format === "jpeg") return { bytes: await image.jpeg({ quality: 85 }).toBuffer(), mime: "image/jpeg" };
    if (format === "webp") return { bytes: await image.webp({ lossless: true }).toBuffer(), mime: "image/webp" };
    return { bytes: await image.png().toBuffer(), mime: "image/png" };
  } catch (error) {
    throw new BrokenImage("the image cannot be decoded", { cause: error });
  }
};

async function loadSharp(): Promise<typeof import("sharp").default> {
  try {
    return (await import("sharp")).default;
  } catch (error) {
    throw new SharpMissing("sharp is not installed, or not for this platform", { cause: error });
  }
}
