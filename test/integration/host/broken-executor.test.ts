import { expect, test } from "vitest";
import { defineTool } from "../../../host/index.ts";
import type { ToolResult } from "../../../tools/index.ts";
import { echo, gist, testHost, textsOf } from "../../support/test-host.ts";

const inner = defineTool({ name: "broken", description: "", inputSchema: {}, handler: async () => "done" });

function broken(): never {
  throw new Error("a mistake of its author");
}

test("An executor may be an object of a class, and its handler need not be asynchronous.", async () => {
  class Executor {
    readonly #word: string = "done";
    readonly name = inner.name;
    readonly namespace = inner.namespace;
    readonly kind = inner.kind;
    readonly spec = inner.spec;
    readonly exposure = inner.exposure;
    parallel(): boolean {
      return this.#word === "";
    }
    async ready(): Promise<void> {
      if (this.#word === "") throw new Error("no word");
    }
    handle(): Promise<ToolResult> {
      const result = { value: this.#word, output: { content: [], success: true } };
      return result as unknown as Promise<ToolResult>;
    }
  }
  const host = await testHost({ tools: [new Executor()], mode: "code" });
  const session = host.openSession();
  expect(textsOf(await session.run("text(await tools.broken({}))", { yieldTimeMs: null }))).toEqual(["done"]);
  const step = await session.step();
  expect(await step.call({ name: "broken", arguments: "{}" })).toMatchObject({ success: true });
});

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
