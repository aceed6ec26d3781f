import fc from "fast-check";
import { expect, test } from "vitest";
import { fittedSize } from "../../../../tools/builtin/view-image/fit.ts";
import type { Detail } from "../../../../tools/builtin/view-image/fit.ts";

const size = (width: number, height: number): { width: number; height: number } => ({ width, height });
const LIMITS = { high: [2_048, 2_500], original: [6_000, 10_000] } as const;

test.for([
  ["original", size(8_000, 6_000), size(3_669, 2_752)],
  ["original", size(3_000, 2_000), size(3_000, 2_000)],
  ["high", size(3_000, 2_000), size(1_920, 1_280)],
  ["high", size(2_000, 3_000), size(1_280, 1_920)],
  ["high", size(2_048, 2_048), size(1_600, 1_600)],
  ["high", size(2_049, 1_000), size(2_048, 1_000)],
  ["high", size(2_048, 1_248), size(2_048, 1_248)],
  ["high", size(20_000, 10), size(2_048, 1)],
  ["original", size(3_201, 3_201), size(3_200, 3_200)],
  ["original", size(12_000, 100), size(6_000, 50)],
  ["high", size(1, 1), size(1, 1)],
] as const)("With detail %s %o is shown as %o", ([detail, given, shown]) => {
  expect(fittedSize(given, detail)).toEqual(shown);
});

test("An image of any size fits then, is no larger than before, keeps its proportions, and fitting it again changes nothing", () => {
  const side = fc.integer({ min: 1, max: 30_000 });
  fc.assert(
    fc.property(side, side, fc.constantFrom<Detail>("high", "original"), (width, height, detail) => {
      const shown = fittedSize({ width, height }, detail);
      const [maxSide, maxPatches] = LIMITS[detail];
      expect(Math.max(shown.width, shown.height)).toBeLessThanOrEqual(maxSide);
      expect(Math.ceil(shown.width / 32) * Math.ceil(shown.height / 32)).toBeLessThanOrEqual(maxPatches);
      expect(shown.width <= width && shown.height <= height && shown.width >= 1 && shown.height >= 1).toBe(true);
      expect(Math.abs(shown.width - (width * shown.height) / height)).toBeLessThanOrEqual(1.5 * (1 + width / height));
      expect(fittedSize(shown, detail)).toEqual(shown);
    }),
    { numRuns: 2_000 },
  );
});
