// The package's own helpers with an executor of ours. Its main entry and `/ai` import a module that only Workers have;
// `/browser` runs on Node.js as it is.
import { createBrowserCodeTool } from "@cloudflare/codemode/browser";
import { jsonSchema, tool } from "ai";
import { afterAll, describe, expect, test } from "vitest";
import { createExecutor } from "../../../host/backends/cloudflare/index.ts";

await import("../../../host/backends/cloudflare/register.ts");
const ai = await import("@cloudflare/codemode/ai");
const main = await import("@cloudflare/codemode");
const executor = createExecutor({ pool: { processes: 1 } });
afterAll(() => executor.close());

const properties = { city: { type: "string" } } as const;
const weather = tool({
  description: "Tells the weather.",
  inputSchema: jsonSchema<{ city: string }>({ type: "object", properties, required: ["city"] }),
  execute: async ({ city }) => `It rains in ${city}.`,
});
const options = { toolCallId: "c", messages: [], context: {} };

describe("With this executor", () => {
  test("`createCodeTool` runs code with AI SDK tools and other providers", async () => {
    const codemode = ai.createCodeTool({
      executor,
      tools: [
        ai.aiTools({ "get-weather": weather }),
        { name: "db", tools: { query: { execute: async () => [1, 2] } } },
      ],
    });
    expect(codemode.description).toContain("get_weather");
    const code =
      '```js\nconst rows = await db.query("x");\nconsole.log(rows.length);\nawait codemode.get_weather({ city: "Oslo" })\n```';
    expect(await codemode.execute?.({ code }, options)).toEqual({ result: "It rains in Oslo.", logs: ["2"] });
  });

  test("`createCodeTool` throws what code did wrong, with what it logged", async () => {
    const codemode = ai.createCodeTool({ executor, tools: { weather } });
    const code = 'async () => { console.log("a"); throw new Error("no luck"); }';
    await expect(Promise.resolve(codemode.execute?.({ code }, options))).rejects.toThrow(
      "Code execution failed: no luck\n\nConsole output:\na",
    );
  });

  test("`createBrowserCodeTool` runs code with tools of mere JSON Schema", async () => {
    const execute = async ({ city }: Record<string, unknown>): Promise<unknown> => ({ city });
    const codemode = createBrowserCodeTool({
      executor,
      tools: { weather: { inputSchema: { type: "object", properties }, execute } },
    });
    expect(await codemode.execute({ code: 'async () => (await codemode.weather({ city: "Rome" })).city' })).toEqual({
      result: "Rome",
    });
  });

  test.each([
    "async () => 1",
    "```ts\nconst x = 1;\nx\n```",
    "async function main() { return 1; }",
    "export default async () => 1",
    "const a = 1; a + 1;",
    "",
    "return 1",
  ])("%j gives what it gives once the package has put it in order", async (code) => {
    const [ours, theirs] = await Promise.all([
      executor.execute(code, []),
      executor.execute(main.normalizeCode(code), []),
    ]);
    expect(ours).toEqual(theirs);
    expect(ours.error).toBe(undefined);
  });

  test.each(["my-tool", "3d-render", "delete", "a.b c", "é", "", "$x", "class", "0"])(
    "a tool that is called %j has the name that the package shows to models",
    async (name) => {
      const code = "async () => Object.keys(codemode)";
      expect(await executor.execute(code, [{ name: "codemode", fns: { [name]: async () => 1 } }])).toEqual({
        result: [main.sanitizeToolName(name)],
        logs: [],
      });
    },
  );
});
