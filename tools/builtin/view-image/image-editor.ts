import type { Size } from "./fit.ts";
import type { ImageFacts } from "./image-facts.ts";

/** Thrown for an image that cannot be decoded. */
export class BrokenImage extends Error {
  override readonly name: string = "BrokenImage";
}

/** Thrown where what changes images is not installed. */
export class EditorMissing extends Error {
  override readonly name: string = "EditorMissing";
}

export interface ImageToEdit {
  readonly bytes: Buffer;
  readonly format: ImageFacts["format"];
  /** An image that turns out to have more is not decoded. */
  readonly maxPixels: number;
}

/** Decodes and changes images. */
export interface ImageEditor {
  /**
   * Decodes an image wholly.
   * @throws {BrokenImage} and {EditorMissing}.
   */
  readonly check: (image: ImageToEdit) => Promise<void>;
  /**
   * Brings an image to a size. Its format stays, but for GIF, of which the first picture becomes PNG.
   * @throws {BrokenImage} and {EditorMissing}.
   */
  readonly resize: (image: ImageToEdit, size: Size) => Promise<Buffer>;
}
