import { expect, test } from "vitest";
import type { SessionOptions } from "../../../host/index.ts";
import { defineTool } from "../../../tools/index.ts";
import { testHost } from "../../support/test-host.ts";
import { hostile } from "../mcp/fixture.ts";

const act = defineTool({ name: "act", handler: () => "done" });
const approvals = { access: "confined", modes: { "functions/act": "prompt" } } as const;

test("Who is asked in one session is not asked in another.", async () => {
  const host = await testHost({ tools: [act], mode: "direct", approvals });
  const asked: string[] = [];
  const people: SessionOptions["people"] = {
    ask: async ({ sessionId }) => {
      asked.push(sessionId);
      return { answer: "allow" };
    },
  };
  const [own, other] = [host.openSession({ people }), host.openSession()];
  const [yes, no] = [await (await own.step()).call({ name: "act" }), await (await other.step()).call({ name: "act" })];
  expect([yes.success, no.success]).toEqual([true, false]);
  expect(asked).toEqual([own.id]);
});

test("A server's question goes to the session whose call it is about, as long as that is open.", async () => {
  const form = { message: "Name?", requestedSchema: { type: "object", properties: { name: { type: "string" } } } };
  const server = hostile({
    tools: [{ name: "ask", inputSchema: { type: "object" } }],
    acts: { ask: { elicit: form } },
  });
  const host = await testHost({ mcpServers: { m: server }, mode: "direct" });
  const answering = (name: string): SessionOptions => ({
    people: { elicit: async () => ({ action: "accept", content: { name } }) },
  });
  const [a, b, nobody] = [host.openSession(answering("a")), host.openSession(answering("b")), host.openSession()];
  const answers: unknown[] = [];
  for (const session of [a, b, nobody]) {
    const step = await session.step();
    const { content } = await step.call({ namespace: "mcp__m", name: "ask", arguments: "{}" });
    answers.push(content.at(-1));
    await session.close();
  }
  expect(answers).toMatchObject(
    [
      '{"action":"accept","content":{"name":"a"}}',
      '{"action":"accept","content":{"name":"b"}}',
      '{"action":"decline"}',
    ].map((text) => ({ text: expect.stringContaining(text) as unknown })),
  );
});

test("People that are no functions are refused.", async () => {
  const host = await testHost({ mode: "direct" });
  for (const [people, message] of [
    [3, "people must be an object; it is 3."],
    [{ ask: true }, "people.ask must be a function; it is true."],
    [{ phone: () => null }, "people has no phone. It may have: ask, elicit."],
  ] as const) {
    expect(() => host.openSession({ people } as unknown as SessionOptions)).toThrow(message);
  }
});
