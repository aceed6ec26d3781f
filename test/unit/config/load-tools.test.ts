import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadToolModules } from "../../../host/config/load-tools.ts";

let cwd: string;
let config: string;

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "isocell-tools-"));
  config = join(cwd, "isocell.json");
});
afterEach(() => rm(cwd, { recursive: true }));

const TOOL = (name: string): string => `{ name: "${name}", spec: {}, handle: async () => {} }`;

test("Modules give one tool or an array, in the order of the configuration.", async () => {
  await writeFile(join(cwd, "one.mjs"), `export default ${TOOL("a")}`);
  await writeFile(join(cwd, "more.mjs"), `export default [${TOOL("b")}, ${TOOL("c")}]`);
  const tools = await loadToolModules(["./more.mjs", "one.mjs"], config);
  expect(tools.map(({ name }) => name)).toEqual(["b", "c", "a"]);
});

test.each([
  ["export default 3", "expected its default export to be a tool made with defineTool(), in CWD/bad.mjs."],
  ["export const tool = 3", "expected its default export to be a tool made with defineTool(), in CWD/bad.mjs."],
  [
    `export default [${TOOL("a")}, null]`,
    "expected item 1 of its default export to be a tool made with defineTool(), in CWD/bad.mjs.",
  ],
  ['throw new Error("no key")', "the module CWD/bad.mjs could not be loaded: no key."],
])("The module %j is refused.", async (source, expected) => {
  await writeFile(join(cwd, "bad.mjs"), source);
  const loading = loadToolModules(["./bad.mjs"], config);
  await expect(loading).rejects.toMatchObject({
    code: "invalid_config",
    message: `${config}: tools[0]: ${expected.replace("CWD", cwd)}`,
  });
});

test("A module that does not exist is named.", async () => {
  await expect(loadToolModules(["./none.mjs"], config)).rejects.toThrow(
    `${config}: tools[0]: the module ${cwd}/none.mjs could not be loaded`,
  );
});
