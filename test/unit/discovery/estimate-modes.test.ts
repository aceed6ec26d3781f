import { expect, test } from "vitest";
import { createExecTool, createWaitTool } from "../../../host/code-mode/exec-tool.ts";
import type { ExecBackend } from "../../../host/code-mode/exec-tool.ts";
import { defineTools } from "../../../host/discovery/definitions.ts";
import { describeDeferredNamespaces } from "../../../host/discovery/deferred.ts";
import { estimateModes } from "../../../host/discovery/estimate-modes.ts";
import { createToolSearch } from "../../../host/discovery/tool-search.ts";
import { describeNestedTools } from "../../../host/code-mode/tool-list.ts";
import { describeNestedTool, EXPOSURES } from "../../../tools/index.ts";
import type { ToolExecutor } from "../../../tools/index.ts";
import { sampleTool } from "./sample-tools.ts";

const NEVER = (): Promise<never> => Promise.reject(new Error("not called"));
const BACKEND: ExecBackend = { run: NEVER, wait: NEVER, terminate: NEVER, outputs: null };

/** A quarter of the bytes of a list's JSON, rounded up. */
function cost(executors: readonly ToolExecutor[], describe?: (executor: ToolExecutor) => string): number {
  const list = defineTools(executors, describe === undefined ? {} : { describe });
  return Math.ceil(Buffer.byteLength(JSON.stringify(list)) / 4);
}

const plain = sampleTool({ name: "plain", description: "Is listed.", exposure: "direct" });
const a = sampleTool({ namespace: "mcp__s", name: "a", description: "Does ä.", exposure: "direct" });
const b = sampleTool({ namespace: "mcp__s", name: "b", description: "B. ".repeat(50), exposure: "direct" });
const modelOnly = sampleTool({ name: "ask", description: "Asks.", exposure: "direct-model-only" });

test("Each mode is the cost of what it gives a model.", () => {
  const all = [plain, a, b, modelOnly];
  const { total } = estimateModes(all);
  const asDeferred = [a, b].map((tool) => ({ ...tool, exposure: "deferred" as const }));
  const namespaces = describeDeferredNamespaces(asDeferred);
  const declared = (tool: ToolExecutor): string =>
    [plain, a, b].includes(tool) ? describeNestedTool(tool.spec) : tool.spec.description;
  const codeMode = (toolList: string): ToolExecutor[] => [createExecTool(BACKEND, toolList), createWaitTool(BACKEND)];
  expect(total).toEqual({
    direct: cost(all),
    deferred:
      cost([createToolSearch({ deferred: () => [a, b] }), plain, modelOnly]) +
      Math.ceil(Buffer.byteLength(namespaces) / 4),
    code: cost([...codeMode(""), ...all], declared),
    "code-only": cost([
      ...codeMode(
        describeNestedTools([plain, a, b], ({ namespace, name }) =>
          namespace === "" ? name : `${namespace}__${name}`,
        ),
      ),
      modelOnly,
    ]),
  });
});

test("Namespaces are given sorted, with the default one under the empty name, and add up to nearly the total.", () => {
  const { namespaces, own, total } = estimateModes([a, plain, b]);
  expect(namespaces.map(({ namespace, tools }) => [namespace, tools])).toEqual([
    ["", 1],
    ["mcp__s", 2],
  ]);
  for (const mode of ["direct", "deferred", "code", "code-only"] as const) {
    const sum = namespaces.reduce((all, { tokens }) => all + tokens[mode], own[mode]);
    expect(Math.abs(sum - total[mode])).toBeLessThanOrEqual(4);
  }
});

test("The largest tools are named, largest first, by what they alone cost.", () => {
  const { largest } = estimateModes([a, plain, b], { largest: 2 });
  expect(largest).toEqual([
    { namespace: "mcp__s", name: "b", tokens: cost([{ ...b, namespace: "" }]) },
    { namespace: "", name: "plain", tokens: cost([plain]) },
  ]);
});

test("A tool costs only where a model could be shown it.", () => {
  const costs = EXPOSURES.map((exposure) => {
    const { namespaces } = estimateModes([sampleTool({ namespace: "n", name: "t", exposure })]);
    const tokens = namespaces[0]?.tokens;
    return [exposure, tokens === undefined ? "" : Object.entries(tokens).flatMap(([mode, n]) => (n > 0 ? [mode] : []))];
  });
  expect(Object.fromEntries(costs)).toEqual({
    direct: ["direct", "deferred", "code", "code-only"],
    deferred: ["direct", "deferred", "code"],
    "code-mode-only": ["code-only"],
    "direct-model-only": ["direct", "deferred", "code", "code-only"],
    "deferred-model-only": ["direct", "deferred", "code"],
    hidden: "",
  });
});

test("Without tools, only exec and wait cost anything.", () => {
  const { total, own, namespaces, largest } = estimateModes([]);
  expect({ namespaces, largest }).toEqual({ namespaces: [], largest: [] });
  expect(total).toEqual(own);
  expect([total.direct, total.deferred]).toEqual([0, 0]);
  expect(total.code).toBeGreaterThan(300);
});
