import { describe, expect, test } from "vitest";
import { ERROR_CODES, IsocellError, isOutcomeErrorCode } from "../../../protocol/index.ts";

describe("The table of error codes", () => {
  test.each(Object.entries(ERROR_CODES))("says who is told of %s and when", (code, entry) => {
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(Object.keys(entry)).toEqual(["audience", "when"]);
    expect(["outcome", "caller"]).toContain(entry.audience);
    // A clause for a table's cell: starts small (names of ours apart), ends without a stop.
    expect(entry.when).toMatch(/^(?:[a-z]|MCP|[A-Z]{2,}).{10,}[^.\s]$/s);
  });

  test("tells no two codes with the same words", () => {
    const words = Object.values(ERROR_CODES).map(({ when }) => when);
    expect(new Set(words).size).toBe(words.length);
  });

  test("decides what an outcome may carry, and no inherited key is a code", () => {
    const codes = Object.entries(ERROR_CODES).map(([code, { audience }]) => [code, audience === "outcome"]);
    const inherited = ["toString", "constructor", "__proto__", "hasOwnProperty", ""].map((code) => [code, false]);
    const all = [...codes, ...inherited];
    expect(all.map(([code]) => [code, isOutcomeErrorCode(String(code))])).toEqual(all);
  });
});

describe("An IsocellError", () => {
  test("carries its code, frozen data of its own, and its cause", () => {
    const data = { name: "x" };
    const cause = new Error("why");
    const error = new IsocellError("invalid_options", "Option x is unknown.", { data, cause });
    data.name = "y";
    expect(error).toMatchObject({ name: "IsocellError", code: "invalid_options", message: "Option x is unknown." });
    expect(error.data).toEqual({ name: "x" });
    expect(Object.isFrozen(error.data)).toBe(true);
    expect(error.cause).toBe(cause);
  });

  test("has no `cause` when there is none", () => {
    expect(Object.hasOwn(new IsocellError("host_closed", "The host was closed."), "cause")).toBe(false);
  });
});
