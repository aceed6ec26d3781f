import * as fc from "fast-check";
import { expect, test } from "vitest";
import { findJsonError } from "../../../host/config/json-error.ts";

test("No error is found in any JSON text.", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2, "\t"), (value, space) => {
      expect(findJsonError(JSON.stringify(value, undefined, space))).toBeUndefined();
    }),
  );
});

test("An error is found exactly where JSON.parse finds one.", () => {
  const damaged = fc.tuple(
    fc.json(),
    fc.nat(),
    fc.constantFrom("", '"', "{", "}", "]", ",", ":", "\\", "0", "-", "e", "x", "\n"),
  );
  fc.assert(
    fc.property(damaged, ([json, position, inserted]) => {
      const at = position % (json.length + 1);
      const text = json.slice(0, at) + inserted + json.slice(at + (inserted === "" ? 1 : 0));
      expect(findJsonError(text) === undefined).toBe(isJson(text));
    }),
    { numRuns: 2000 },
  );
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
