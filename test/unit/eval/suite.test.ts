import { describe, expect, test } from "vitest";
import { loadSuite } from "../../../host/eval/suite/load-suite.ts";
import { sourceOf } from "../../../host/eval/suite/source-of.ts";
import { variantsOf } from "../../../host/eval/suite/variants.ts";
import { folderWith, sampleSuite, suiteJson } from "./sample.ts";

const task = { id: "a", prompt: "x" };

describe("A suite", () => {
  test("has every combination of its variables, and the source of each with names filled in.", async () => {
    const suite = await sampleSuite({
      variables: { tool: ["old", "new"], model: ["m 1", 2] },
      sources: [
        { type: "recorded", form: "codex", when: { model: 2, tool: ["new"] }, path: "codex/${variant}-${repetition}" },
        { type: "recorded", path: "${tool}/${model}/${task}" },
      ],
    });
    expect(suite.variants.map(({ id }) => id)).toEqual(["old.m-1", "old.2", "new.m-1", "new.2"]);
    const sources = suite.variants.map((variant) => sourceOf(suite, variant, { task: "count", repetition: 3 }));
    expect(sources).toEqual([
      { type: "recorded", path: "old/m 1/count" },
      { type: "recorded", path: "old/2/count" },
      { type: "recorded", path: "new/m 1/count" },
      { type: "recorded", form: "codex", path: "codex/new.2-3" },
    ]);
  });

  test("gives variants that would look alike ids of their own.", () => {
    expect(variantsOf({ variables: { a: ["x y", "x/y", "..", "x-y"] } }).map(({ id }) => id)).toEqual([
      "x-y",
      "x-y.2",
      "v",
      "x-y.3",
    ]);
  });

  test.for([
    [{ name: undefined }, "name: expected a string, but it is missing"],
    [{ nam: 1 }, 'nam: unknown key; did you mean "name"?'],
    [{ repetitions: 0 }, "repetitions: expected a whole number from 1 to 1000, got 0"],
    [{ tasks: [] }, "tasks: expected an array of tasks that is not empty, got []"],
    [{ tasks: [{ ...task, id: "../x" }] }, "tasks[0].id: expected a name of A-Z"],
    [{ tasks: [task, task] }, "tasks[1].id: expected an id of its own"],
    [{ tasks: [{ ...task, answer: {} }] }, "tasks[0].answer: expected exactly one of equals"],
    [{ tasks: [{ ...task, answer: { equals: 1, not: { equals: 1 } } }] }, "tasks[0].answer: expected exactly one of"],
    [
      { tasks: [{ ...task, answer: { all: [{ equals: 1 }, { regexp: "x" }] } }] },
      "tasks[0].answer.all[1].regexp: unknown key",
    ],
    [{ tasks: [{ ...task, answer: { regex: "(" } }] }, "tasks[0].answer.regex: expected a regular expression"],
    [
      { tasks: [{ ...task, answer: { regex: "a", flags: "g" } }] },
      "tasks[0].answer.regex: expected flags of i, m, s and u",
    ],
    [
      { tasks: [{ ...task, answer: { path: "$..a", list: { equals: 1 } } }] },
      "tasks[0].answer.path: expected a path of .name",
    ],
    [{ tasks: [{ ...task, answer: { path: "$.a" } }] }, "tasks[0].answer: expected either matches or list beside path"],
    [{ tasks: [{ ...task, answer: { contains: "a", flags: "i" } }] }, "tasks[0].answer.flags: expected nothing here"],
    [
      { tasks: [{ ...task, answer: { range: { min: 2, max: 1 } } }] },
      "tasks[0].answer.range: expected min to be at most max",
    ],
    [
      { tasks: [{ ...task, arguments: [{ arguments: { equals: 1 }, when: { tol: 1 } }] }] },
      "tasks[0].arguments[0].when.tol: expected a condition on one of variant, tool",
    ],
    [{ tasks: [{ ...task, scope: [{ arguments: { equals: 1 } }] }] }, "tasks[0].scope[0].arguments: unknown key"],
    [
      { variants: [{ id: "a", values: { tool: "older" } }] },
      "variants[0].values.tool: expected one of the values of tool: old, new",
    ],
    [{ variants: [{ id: "a", values: {} }] }, "variants[0].values: expected a value of the variable tool, too"],
    [{ variables: { task: ["x"] } }, "variables.task: expected another name"],
    [{ variables: { a: Array.from({ length: 201 }, (_, i) => i) } }, "more than 200 combinations"],
    [
      { sources: [{ type: "live" }] },
      "sources[0].type: expected a source whose type is one of recorded, script, openai-responses",
    ],
    [
      { sources: [{ type: "recorded", path: "x", when: { tool: "old" } }] },
      "sources: none of them is for the variant new",
    ],
    [
      { sources: [{ type: "recorded", path: "${tol}" }] },
      "sources[0].path: ${tol} is not known; known are tool, variant, task, repetition",
    ],
    [
      { sources: [{ type: "anthropic", model: "m", baseUrl: "file:///etc" }] },
      "sources[0].baseUrl: expected a URL that begins with http:// or https://",
    ],
    [{ tasks: [{ ...task, answer: { module: "./none.ts" } }] }, "none.ts could not be loaded"],
  ] as const)("that is wrong is refused with the place: %j", async ([changes, problem]) => {
    await expect(sampleSuite(changes)).rejects.toMatchObject({
      code: "invalid_config",
      message: expect.stringContaining(problem) as unknown,
    });
  });

  test("that is no JSON, nested without end, or not there is refused.", async () => {
    const folder = folderWith({ "a.json": "{", "deep.json": "[".repeat(100_000) });
    await expect(loadSuite("a.json", folder)).rejects.toThrow(/a\.json:1:2: not valid JSON/);
    await expect(loadSuite("deep.json", folder)).rejects.toThrow(/nested deeper than 200 levels/);
    await expect(loadSuite("none.json", folder)).rejects.toThrow(/there is no such suite/);
  });

  test("loads the functions of matchers beside its file, and no others.", async () => {
    const tasks = [{ ...task, answer: { all: [{ module: "./m.mjs" }, { equals: { module: "./never.mjs" } }] } }];
    const good = folderWith({
      "s.json": JSON.stringify(suiteJson({ tasks })),
      "m.mjs": "export const match = () => true;",
    });
    expect([...(await loadSuite("s.json", good)).matchModules.keys()]).toEqual(["./m.mjs"]);
    const bad = folderWith({ "s.json": JSON.stringify(suiteJson({ tasks })), "m.mjs": "export default 1;" });
    await expect(loadSuite("s.json", bad)).rejects.toThrow(/m\.mjs exports no function match/);
  });
});
