import { describe, expect, test } from "vitest";
import { excerptOf, reportError } from "../../../host/cells/error-report.ts";

const NO_TOOLS = (): string[] => [];

describe("an excerpt", () => {
  test("shows two lines before and after, numbered, with a marker under the column", () => {
    expect(excerptOf("a\nb\nthrow x\nd\ne\nf", 3, 7)).toBe("1 | a\n2 | b\n3 | throw x\n  |       ^\n4 | d\n5 | e");
  });

  test("gives all numbers the width of the longest", () => {
    const source = Array.from({ length: 11 }, (_, index) => `line${index + 1}`).join("\n");
    expect(excerptOf(source, 9, 1)).toBe(
      [" 7 | line7", " 8 | line8", " 9 | line9", "   | ^", "10 | line10", "11 | line11"].join("\n"),
    );
  });

  test("shows a long line around the column", () => {
    const [shown = "", marker = ""] = excerptOf(`${"a".repeat(500)}B${"c".repeat(500)}`, 1, 501).split("\n");
    expect(shown.length).toBeLessThan(170);
    expect(shown[marker.indexOf("^")]).toBe("B");
  });

  test.each(["a\r\nb", "a\u2028b", "a\rb"])("counts lines of %j as JavaScript does", (source) => {
    expect(excerptOf(source, 2, 1)).toBe("1 | a\n2 | b\n  | ^");
  });
});

describe("the report of an error", () => {
  test("takes the position from the topmost frame in the script", () => {
    const message = "Error: boom\n    at f (exec_main.mjs:2:9)\n    at exec_main.mjs:3:1";
    expect(reportError({ code: "script", message }, "1\n  throw boom\nf()", NO_TOOLS)).toEqual({
      code: "script",
      message,
      stack: message,
      line: 2,
      column: 9,
      excerpt: "1 | 1\n2 |   throw boom\n  |         ^\n3 | f()",
    });
  });

  test("leaves frames of the prelude out", () => {
    const message = "Error: x\n    at emit (isocell:prelude:10:2)\n    at exec_main.mjs:1:1";
    expect(reportError({ code: "script", message }, "f()", NO_TOOLS).message).toBe(
      "Error: x\n    at exec_main.mjs:1:1",
    );
  });

  test("names the tools that are near to one that does not exist", () => {
    const message = "TypeError: tools.raed is not a function\n    at exec_main.mjs:1:7";
    expect(reportError({ code: "script", message }, "await tools.raed()", () => ["read", "write"]).message).toBe(
      `${message}\nTools with a similar name: read.`,
    );
  });

  test("has no position where there is none", () => {
    expect(reportError({ code: "script", message: "plain" }, "throw 'plain'", NO_TOOLS)).toEqual({
      code: "script",
      message: "plain",
    });
  });
});
