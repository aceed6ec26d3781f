import { expect, test } from "vitest";
import { checkOptions } from "../../../host/check-options.ts";

test("onEvent must be a function.", () => {
  expect(() => checkOptions({ onEvent: () => undefined })).not.toThrow();
  expect(() => checkOptions({ onEvent: "log" as unknown as () => void })).toThrow(
    expect.objectContaining({ code: "invalid_options", message: 'onEvent must be a function; it is "log".' }),
  );
});
