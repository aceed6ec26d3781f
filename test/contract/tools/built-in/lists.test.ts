import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { ListedSpec, Step } from "../../../../host/index.ts";
import { BUILTIN_NAMES } from "../../../../tools/index.ts";
import { specCases } from "../../../unit/tools/spec-cases.ts";
import { listStep, OF_OTHERS, OWN } from "./list-steps.ts";
import type { ListExpected, ListInput } from "./list-steps.ts";

const cases = specCases<ListInput, ListExpected>("tool-list-cases.json");

/** Names as the reference spells them, but for a tool that this project does not have. */
function theirs(names: readonly string[]): readonly string[] {
  return names.map((name) => name.replace(/^functions\./u, "")).filter((name) => !OF_OTHERS.includes(name));
}

/** Names of what is listed, without what the reference does not have. */
function ours(specs: readonly ListedSpec[]): readonly string[] {
  return specs
    .map(({ namespace, name }) => (namespace === "" ? name : `${namespace}.${name}`))
    .filter((name) => !OWN.includes(name));
}

function nestedNames({ plan }: Step): readonly string[] {
  return plan.nested
    .map(({ namespace, name }) => (namespace === "" ? name : `${namespace}__${name}`))
    .filter((name) => !OWN.includes(name))
    .toSorted();
}

/** A schema without what it says in words. */
function bare(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(bare);
  if (typeof schema !== "object" || schema === null) return schema;
  const entries = Object.entries(schema).filter(([key, value]) => key !== "description" || typeof value !== "string");
  return Object.fromEntries(entries.map(([key, value]) => [key, bare(value)]));
}

/** Where the list is another one on purpose, and how. */
const DIFFERENT: Readonly<Record<string, (expected: readonly string[]) => readonly string[]>> = {
  // What code may not call in code-only operation stays listed, so that it can be called at all.
  "tool_list/code_mode_config:only:excluded_namespace_unreachable": (names) => names.toSpliced(3, 0, "mcp__a.t"),
};

describe("A host with all built-in tools", () => {
  test.for(cases)("lists what the reference lists, in its order: $id", async ({ id, input, expected }) => {
    const step = await listStep(id, input);
    const names = theirs(expected.names ?? expected.listed ?? []);
    expect(ours(step.specs)).toEqual(DIFFERENT[id]?.(names) ?? names);
    if (expected.nested !== undefined) expect(nestedNames(step)).toEqual(expected.nested);
  });

  const defined = cases.filter(({ expected }) => (expected.definitions ?? []).length > 0);
  test.for(defined)(
    "gives the built-in tools the parameters of the reference: $id",
    async ({ id, input, expected }) => {
      const step = await listStep(id, input);
      const compared: string[] = [];
      for (const { name, parameters, format } of expected.definitions ?? []) {
        const spec = step.specs.find((one) => one.name === name);
        if (!(BUILTIN_NAMES as readonly string[]).includes(name) || spec === undefined) continue;
        compared.push(name);
        if (spec.type === "function") expect([name, bare(spec.inputSchema)]).toEqual([name, bare(parameters)]);
        else if (spec.type === "custom") expect([name, spec.grammar?.syntax]).toEqual([name, format?.syntax]);
      }
      expect(compared.length).toBe(id === "tool_list/code_mode_only" ? 1 : 8);
    },
  );

  test("brings tools of its own besides, which stand behind those that models know", async () => {
    const step = await listStep("tool_list/direct", { options: { model: "gpt-5.5", mcp: false } });
    const names = step.specs.map(({ name }) => name);
    expect(names.slice(names.indexOf("view_image") + 1, names.indexOf("get_goal"))).toEqual(OWN);
  });

  test("is given one list for one configuration, byte for byte", async () => {
    const digests = new Set<string>();
    for (let round = 0; round < 2; round += 1) {
      const { advertised } = await listStep("tool_list/code_mode", {
        options: { enable: ["code_mode"], model: "gpt-5.5", mcp: false },
      });
      digests.add(createHash("sha256").update(JSON.stringify(advertised)).digest("hex"));
    }
    expect(digests.size).toBe(1);
  });
});

test("Every difference is one of the cases, and is one", () => {
  for (const [id, differ] of Object.entries(DIFFERENT)) {
    const { names, listed } = cases.find((one) => one.id === id)?.expected ?? {};
    const expected = theirs(names ?? listed ?? []);
    expect(expected.length).toBeGreaterThan(0);
    expect(differ(expected)).not.toEqual(expected);
  }
});
