import { onTestFinished } from "vitest";
import { createHost } from "../../../../host/index.ts";
import type { BuiltinCallbacks, BuiltinName, Step } from "../../../../host/index.ts";

/** A step whose only tools are the built-in ones of these callbacks. */
export async function stepWith(
  callbacks: BuiltinCallbacks,
  tools: readonly BuiltinName[] | "all" = "all",
): Promise<Step> {
  const host = await createHost({ builtins: { tools, callbacks }, mode: "direct", pool: { processes: 1 } });
  onTestFinished(() => host.close());
  return host.openSession().step();
}

/** What a model reads of a call. */
export async function textOf(step: Step, name: string, args: unknown, namespace = ""): Promise<string> {
  const json = typeof args === "string" ? args : JSON.stringify(args);
  const { content } = await step.call({ name, namespace, arguments: json });
  return content.map((item) => (item.type === "text" ? item.text : item.type)).join("");
}

/** Throws as soon as anybody looks at it. */
export const hostile: never = new Proxy(
  {},
  {
    get: () => {
      throw new Error("looked at");
    },
    ownKeys: () => {
      throw new Error("looked at");
    },
  },
) as never;
