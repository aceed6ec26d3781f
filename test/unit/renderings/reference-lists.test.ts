import { expect, test } from "vitest";
import { groupSpecs, toOpenAiLiteTools, toOpenAiTools } from "../../../tools/index.ts";
import type { OpenAiTool, ToolSearchSpec, ToolSpec, WebSearchSpec } from "../../../tools/index.ts";
import { specCases } from "../tools/spec-cases.ts";
import { functionTool } from "./sample-specs.ts";

interface Expected {
  readonly names?: readonly string[];
  readonly carrier?: string;
  readonly tool_choice?: string;
  readonly parallel_tool_calls?: boolean;
}

/** Which tools there are, with which schemas and descriptions, is for a whole session to show. */
const LEFT_TO_A_SESSION = [
  "tool_list/code_mode_config:direct_only_namespace",
  "tool_list/code_mode_config:excluded_namespace",
  "tool_list/code_mode_config:only:direct_only_namespace",
  "tool_list/code_mode_config:only:excluded_namespace_unreachable",
];

const cases = specCases<unknown, Expected>("tool-list-cases.json");

function specOf(listed: string): ToolSpec | ToolSearchSpec | WebSearchSpec {
  if (listed === "web_search") return { type: "web_search" };
  if (listed === "tool_search") return { type: "tool_search", execution: "client", description: "", parameters: {} };
  const [name = "", namespace = ""] = listed.split(".").toReversed();
  return functionTool(namespace, name);
}

function namesOf(tools: readonly OpenAiTool[]): string[] {
  return tools.flatMap((tool) => {
    if (tool.type === "namespace") return tool.tools.map(({ name }) => `${tool.name}.${name}`);
    return "name" in tool ? [tool.name] : [tool.type];
  });
}

test("Every list of the reference but those that only a session can make is looked at here", () => {
  expect(cases.filter(({ expected }) => expected.names === undefined).map(({ id }) => id)).toEqual(LEFT_TO_A_SESSION);
});

test.each(cases.filter(({ expected }) => expected.names !== undefined))(
  "$id: tools in the order of their registration are carried as the reference carries them",
  ({ expected }) => {
    const { names = [], carrier, tool_choice, parallel_tool_calls } = expected;
    const { specs } = groupSpecs(names.map(specOf));
    const { tools, request } = toOpenAiTools(specs);
    const lite = toOpenAiLiteTools([...specs, { type: "web_search" }]);
    const shown =
      carrier === "tools"
        ? { names: namesOf(tools), carrier: "tools", ...request }
        : { names: namesOf(lite.item.tools), carrier: `input[${lite.item.type}]`, ...lite.request };
    expect(shown).toEqual({ names, carrier, tool_choice, parallel_tool_calls });
  },
);
