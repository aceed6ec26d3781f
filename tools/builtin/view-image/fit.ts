/** How large an image a model is shown. `high` is what most can use; `original` keeps small print readable. */
export type Detail = "high" | "original";

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Models read images as squares of so many pixels a side. */
const PATCH = 32;

const LIMITS: Readonly<Record<Detail, { readonly maxSide: number; readonly maxPatches: number }>> = {
  high: { maxSide: 2048, maxPatches: 2_500 },
  original: { maxSide: 6000, maxPatches: 10_000 },
};

/**
 * The size at which an image is shown: its own where it fits, else as large as fits, with the same proportions. First the longer
 * side is brought to the limit; where the image then still needs too many patches, it is made smaller by area, and a little more so
 * that the patches of the side that loses most come out whole. This is how the providers' own arithmetic goes, so that nothing
 * is scaled twice.
 */
export function fittedSize(size: Size, detail: Detail): Size {
  const { maxSide, maxPatches } = LIMITS[detail];
  const sideScale = Math.min(1, maxSide / Math.max(size.width, size.height));
  const bySide = scaled(size, sideScale, Math.round);
  const { width, height } = bySide;
  if (patches(width) * patches(height) <= maxPatches) return bySide;
  // In this order of operations, because the last digit decides over a pixel.
  const areaScale = Math.sqrt((PATCH * PATCH * maxPatches) / width / height);
  const [across, down] = [(width * areaScale) / PATCH, (height * areaScale) / PATCH];
  return scaled(bySide, areaScale * Math.min(wholeShare(across), wholeShare(down)), Math.floor);
}

function patches(side: number): number {
  return Math.ceil(side / PATCH);
}

/** By how much a number of patches shrinks to be whole; less than one patch stays as it is. */
function wholeShare(count: number): number {
  return count < 1 ? 1 : Math.floor(count) / count;
}

function scaled({ width, height }: Size, scale: number, round: (value: number) => number): Size {
  const side = (length: number): number => Math.max(1, round(length * scale));
  return { width: side(width), height: side(height) };
}
