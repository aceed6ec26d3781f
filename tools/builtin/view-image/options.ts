import { IsocellError } from "../../../protocol/index.ts";
import { AllowedRoots } from "../paths/allowed-roots.ts";
import type { Detail } from "./fit.ts";
import type { ImageEditor } from "./image-editor.ts";
import { sharpEditor } from "./sharp.ts";

/** What {@link createViewImageTool} takes. */
export interface ViewImageOptions {
  /** Where images may be read, and where relative paths start. */
  readonly roots: AllowedRoots;
  /** How large images are where a call does not say. Default `high`; `original` for models that read images of any size. */
  readonly defaultDetail?: Detail;
  /** Whether models are told of `detail`. It is taken in any case. Default false. */
  readonly showDetail?: boolean;
  /** False: the model takes no images, and is told so. Default true. */
  readonly imageInput?: boolean;
  /** Largest file in bytes. Default 64 MiB. */
  readonly maxFileBytes?: number;
  /** Most pixels of an image; one that has more is not decoded. Default 100 million. */
  readonly maxPixels?: number;
  /** What decodes and changes images; null for nothing. Default: the package `sharp` where it is installed. */
  readonly editor?: ImageEditor | null;
}

export type ViewImageSettings = Required<ViewImageOptions>;

/** @throws {IsocellError} with the code `invalid_options`. */
export function settingsOf(options: ViewImageOptions): ViewImageSettings {
  const { roots, defaultDetail = "high", showDetail = false, imageInput = true, editor = sharpEditor } = options;
  const { maxFileBytes = 64 * 1024 * 1024, maxPixels = 100_000_000 } = options;
  if (!(roots instanceof AllowedRoots)) throw invalid("roots", "pass an AllowedRoots");
  if (!["high", "original"].includes(defaultDetail)) throw invalid("defaultDetail", 'use "high" or "original"');
  for (const [option, value] of Object.entries({ maxFileBytes, maxPixels })) {
    if (!Number.isSafeInteger(value) || value < 1) throw invalid(option, "pass a whole number from 1");
  }
  return { roots, defaultDetail, showDetail, imageInput, maxFileBytes, maxPixels, editor };
}

function invalid(option: string, advice: string): IsocellError {
  return new IsocellError("invalid_options", `createViewImageTool: the option \`${option}\` is not usable; ${advice}`, {
    data: { option },
  });
}
