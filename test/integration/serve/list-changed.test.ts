import { ToolListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { expect, test } from "vitest";
import { Emitter } from "../../../host/events/emitter.ts";
import type { Session } from "../../../host/index.ts";
import type { ServedHost } from "../../../host/serve/index.ts";
import { defineTool } from "../../../tools/index.ts";
import { testHost } from "../../support/test-host.ts";
import { call, connectStreams, texts } from "./clients.ts";

const named = (name: string): ReturnType<typeof defineTool> => defineTool({ name, handler: () => name });

/** A host whose tools can become others, as those of a server do that changes its list. */
async function changingHost(): Promise<{
  readonly host: ServedHost;
  readonly change: () => void;
  readonly emitter: Emitter;
}> {
  const hosts = [
    await testHost({ tools: [named("old")], mode: "direct" }),
    await testHost({ tools: [named("new")], mode: "direct" }),
  ] as const;
  const emitter = new Emitter();
  let current: 0 | 1 = 0;
  const host: ServedHost = {
    subscribe: emitter.subscribe,
    openSession: (options) => {
      const sessions = hosts.map((each) => each.openSession(options));
      return new Proxy(sessions[0] as Session, {
        get: (target, key) => {
          const session = key === "step" ? (sessions[current] ?? target) : target;
          const value: unknown = Reflect.get(session, key, session);
          return typeof value === "function" ? (value.bind(session) as unknown) : value;
        },
      });
    },
  };
  return { host, emitter, change: () => (current = 1) };
}

test("A client that knows the list is told when it has changed: at the event, and at its next call.", async () => {
  const { host, emitter, change } = await changingHost();
  const told = async (): Promise<{
    readonly client: Awaited<ReturnType<typeof connectStreams>>["client"];
    readonly heard: Promise<void>;
  }> => {
    const { client } = await connectStreams(host);
    const heard = new Promise<void>((resolve) => {
      client.setNotificationHandler(ToolListChangedNotificationSchema, () => resolve());
    });
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["old"]);
    return { client, heard };
  };
  const [first, second] = [await told(), await told()];
  emitter.emit({ type: "tools/changed", at: 0, source: "mcp:fix" });
  change();
  // What is called is what there is now, and the answer comes after the notification.
  await expect(call(first.client, "old", {})).rejects.toMatchObject({ code: -32_602 });
  await first.heard;
  emitter.emit({ type: "tools/changed", at: 0, source: "mcp:fix" });
  await second.heard;
  expect(texts(await call(second.client, "new", {}))).toEqual(["new"]);
  expect((await second.client.listTools()).tools.map(({ name }) => name)).toEqual(["new"]);
});

test("A client is told nothing when its list reads as before.", async () => {
  const { host, emitter } = await changingHost();
  const { client } = await connectStreams(host);
  let told = 0;
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
    told += 1;
  });
  await client.listTools();
  emitter.emit({ type: "tools/changed", at: 0, source: "mcp:fix" });
  await client.listTools();
  await client.ping();
  expect(told).toBe(0);
});
