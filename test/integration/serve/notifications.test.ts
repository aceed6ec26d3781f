import { LoggingMessageNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { Progress } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, test } from "vitest";
import type { Host, HostEvent } from "../../../host/index.ts";
import { defineTool } from "../../../tools/index.ts";
import { holdTool, testHost } from "../../support/test-host.ts";
import { call, connectHttp, connectStreams, listen, texts } from "./clients.ts";

interface Heard {
  readonly messages: unknown[];
  readonly progress: Progress[];
  readonly onprogress: (progress: Progress) => void;
}

function hear(client: Client): Heard {
  const messages: unknown[] = [];
  const progress: Progress[] = [];
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => {
    messages.push(params);
  });
  return { messages, progress, onprogress: (one) => progress.push(one) };
}

/** The first event that passes, once it was told. */
function eventOf(host: Host, passes: (event: HostEvent) => boolean): Promise<HostEvent> {
  return new Promise((resolve) => {
    host.subscribe((event) => {
      if (passes(event)) resolve(event);
    });
  });
}

/** Reports its progress, as often and with the values that its caller says. */
const steps = defineTool<{ values: number[] }>({
  name: "steps",
  inputSchema: true,
  handler: async ({ values }, { reportProgress }) => {
    for (const progress of values) {
      reportProgress({ progress, total: 10, message: `at ${progress}` });
      // The next one must not meet this one on its way.
      await new Promise((resolve) => setImmediate(resolve));
    }
    return "done";
  },
});

describe.each(["streams", "http"])("Over %s", (transport) => {
  const connect = async (host: Awaited<ReturnType<typeof testHost>>): Promise<Client> =>
    transport === "streams"
      ? (await connectStreams(host)).client
      : (await connectHttp((await listen(host)).url)).client;

  test("what a script tells its user is a log message, and progress where that is asked for", async () => {
    const client = await connect(await testHost({ mode: "code-only" }));
    const { messages, progress, onprogress } = hear(client);
    const source = "notify('one'); notify({ two: 2 }); text('end')";
    expect(texts(await call(client, "exec", { source }, { onprogress }))[1]).toBe("end");
    expect(messages).toEqual([
      { level: "info", logger: "exec", data: "one" },
      { level: "info", logger: "exec", data: '{"two":2}' },
    ]);
    expect(progress.map(({ message }) => message)).toContain('{"two":2}');
    expect(progress.map((one) => one.progress)).toEqual(progress.map((_, index) => 3 - progress.length + index));
  });

  test("a client that wants warnings only gets no such message", async () => {
    const client = await connect(await testHost({ mode: "code-only" }));
    const { messages } = hear(client);
    await client.setLoggingLevel("warning");
    await call(client, "exec", { source: "notify('one')" });
    await client.setLoggingLevel("debug");
    await call(client, "exec", { source: "notify('two')" });
    expect(messages).toEqual([{ level: "info", logger: "exec", data: "two" }]);
  });

  test("a script that yielded tells with the wait that looks at it", async () => {
    const { tool, call: held } = holdTool();
    const host = await testHost({ tools: [tool], mode: "code-only" });
    const client = await connect(host);
    const { messages, progress, onprogress } = hear(client);
    await call(client, "exec", { source: "yield_control(); await tools.hold(); notify('late')" });
    const waits = eventOf(host, (event) => event.type === "call/begin" && event.name === "wait");
    const waiting = call(client, "wait", { cell_id: "1" }, { onprogress });
    await waits;
    (await held(0)).resolve(null);
    await waiting;
    expect(messages).toEqual([{ level: "info", logger: "exec", data: "late" }]);
    expect(progress.map(({ message }) => message)).toContain("late");
  });

  test("progress of nested calls becomes progress of exec, always rising", async () => {
    const client = await connect(await testHost({ tools: [steps], mode: "code-only" }));
    const { progress, onprogress } = hear(client);
    await call(client, "exec", { source: "await tools.steps({ values: [1, 9, 3] })" }, { onprogress });
    expect(progress).toEqual([
      { progress: 1, message: "steps: 1/10 at 1" },
      { progress: 2, message: "steps: 9/10 at 9" },
      { progress: 3, message: "steps: 3/10 at 3" },
      { progress: 4, message: "steps succeeded (1 call done)" },
    ]);
  });

  test("progress of a direct call is passed on in its own units, as far as it rises", async () => {
    const client = await connect(await testHost({ tools: [steps], mode: "direct" }));
    const { progress, onprogress } = hear(client);
    await call(client, "steps", { values: [0, 5, 5, 4, 10] }, { onprogress });
    expect(progress).toEqual([0, 5, 10].map((at) => ({ progress: at, total: 10, message: `at ${at}` })));
  });

  test.each(["exec", "wait"])("cancelling %s ends its script and the script's calls", async (name) => {
    const { tool, call: held } = holdTool();
    const host = await testHost({ tools: [tool], mode: "code-only" });
    const client = await connect(host);
    const ended = eventOf(host, ({ type }) => type === "cell/end");
    const arrived = eventOf(host, (event) => event.type === "call/begin" && event.name === name);
    if (name === "wait") await call(client, "exec", { source: "yield_control(); await tools.hold()" });
    const args = name === "exec" ? { source: "await tools.hold()" } : { cell_id: "1" };
    const abort = new AbortController();
    const request = call(client, name, args, { signal: abort.signal });
    request.catch(() => undefined);
    const { signal } = await held(0);
    await arrived;
    abort.abort(new Error("enough"));
    await expect(request).rejects.toThrow("enough");
    expect(await ended).toMatchObject({ status: "terminated" });
    expect(signal.aborted).toBe(true);
  });
});

test("Cancelling a wait before it has begun ends the script, too.", async () => {
  const { tool, call: held } = holdTool();
  const host = await testHost({ tools: [tool], mode: "code-only" });
  const { client } = await connectStreams(host);
  const ended = eventOf(host, ({ type }) => type === "cell/end");
  await call(client, "exec", { source: "yield_control(); await tools.hold()" });
  await held(0);
  const abort = new AbortController();
  const request = call(client, "wait", { cell_id: "1" }, { signal: abort.signal });
  abort.abort(new Error("enough"));
  await expect(request).rejects.toThrow("enough");
  expect(await ended).toMatchObject({ status: "terminated" });
});
