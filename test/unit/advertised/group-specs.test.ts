import { describe, expect, test } from "vitest";
import { groupSpecs } from "../../../tools/index.ts";
import type { CustomToolSpec, FunctionToolSpec, ToolSearchSpec, WebSearchSpec } from "../../../tools/index.ts";

function tool(namespace: string, name: string, namespaceDescription?: string): FunctionToolSpec {
  const described = namespaceDescription === undefined ? {} : { namespaceDescription };
  return { type: "function", namespace, name, description: "", inputSchema: {}, ...described };
}

const search: ToolSearchSpec = { type: "tool_search", execution: "client", description: "", parameters: {} };
const web: WebSearchSpec = { type: "web_search" };

describe("An advertised list", () => {
  test("has each namespace where its first member stood, members in the order of their bytes", () => {
    const freeform: CustomToolSpec = { type: "custom", namespace: "n", name: "Z", description: "" };
    const [a, b, high, low] = [tool("m", "a"), tool("n", "b"), tool("n", "\u{10000}"), tool("n", "\uffff")];
    const [first, last] = [tool("", "first"), tool("functions", "last")];
    expect(groupSpecs([first, high, b, a, search, freeform, last, low, web])).toEqual({
      specs: [
        first,
        { type: "namespace", name: "n", description: "Tools in the n namespace.", tools: [freeform, b, low, high] },
        { type: "namespace", name: "m", description: "Tools in the m namespace.", tools: [a] },
        search,
        last,
        web,
      ],
      conflicts: [],
    });
  });

  test("describes a namespace by the first description any member has, and tells of others", () => {
    const members = [
      tool("n", "z"),
      tool("n", "y", "  "),
      tool("n", "x", "One."),
      tool("n", "w", "Two."),
      tool("n", "v", "One."),
      tool("n", "u", "Two."),
    ];
    const { specs, conflicts } = groupSpecs(members);
    expect(specs).toMatchObject([{ name: "n", description: "One." }]);
    expect(conflicts).toEqual([{ namespace: "n", shown: "One.", ignored: ["Two."] }]);
  });

  test("does not change when it is made from the same specs again, and is empty for none", () => {
    const specs = Object.freeze([tool("n", "b"), tool("n", "a")]);
    expect([groupSpecs(specs), groupSpecs([])]).toEqual([groupSpecs(specs), { specs: [], conflicts: [] }]);
    expect(specs.map(({ name }) => name)).toEqual(["b", "a"]);
  });

  test("takes a namespace for what it is called, whatever that is", () => {
    const names = ["__proto__", "constructor", "tool_search", "namespace"];
    const { specs } = groupSpecs(names.map((name) => tool(name, "t")));
    expect(specs.map((spec) => spec.type === "namespace" && spec.name)).toEqual(names);
  });
});
