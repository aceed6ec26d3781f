import { expect, test } from "vitest";
import { defineTool } from "../../../host/index.ts";
import { echo, gist, testHost } from "../../support/test-host.ts";

const inner = defineTool({ name: "broken", description: "", inputSchema: {}, handler: async () => "done" });

function broken(): never {
  throw new Error("a mistake of its author");
}

test.each([
  ["its arguments", { parseArguments: broken }, ["a mistake of its author"]],
  ["whether it is parallel", { parallel: broken }, ["done"]],
  ["whether it is ready", { ready: broken }, ["a mistake of its author"]],
  ["the tool itself", { handle: broken }, ["a mistake of its author"]],
] as const)("An executor that throws when it is asked for %s fails its own call alone.", async (_, part, said) => {
  const host = await testHost({ tools: [{ ...inner, ...part }, echo], mode: "code" });
  const session = host.openSession();
  const script = "text(await tools.broken({}).catch((error) => error.message)); text(await tools.echo('on'))";
  const outcome = await session.run(script, { yieldTimeMs: null });
  expect(gist(outcome)).toMatchObject({ status: "completed", texts: [...said, "on"] });
});
