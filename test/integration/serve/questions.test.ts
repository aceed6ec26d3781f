import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import type { ElicitRequest, ElicitResult } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, test } from "vitest";
import type { ApprovalOptions, Host } from "../../../host/index.ts";
import { defineTool } from "../../../tools/index.ts";
import { hostile } from "../mcp/fixture.ts";
import { testHost } from "../../support/test-host.ts";
import { call, connectHttp, connectStreams, listen, texts, withoutOwnStream } from "./clients.ts";

type Params = ElicitRequest["params"];

const act = defineTool<{ target: string }>({
  name: "act",
  inputSchema: { type: "object", properties: { target: { type: "string" } } },
  handler: ({ target }) => `did ${target}`,
});

/** A host whose tool `act` needs an approval of each call. */
function guarded(mode: "direct" | "code-only", approvals: ApprovalOptions = {}): Promise<Host> {
  return testHost({
    tools: [act],
    mode,
    approvals: { access: "confined", modes: { "functions/act": "auto" }, ...approvals },
  });
}

/** Has a client answer its questions, and keeps them. */
function answering(
  client: Client,
  answer: (params: Params, index: number) => ElicitResult | Promise<ElicitResult>,
): Params[] {
  const asked: Params[] = [];
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => answer(params, asked.push(params) - 1));
  return asked;
}

const FORMS = { elicitation: { form: {} } };
const choose = (answer: string, more: object = {}): ElicitResult => ({
  action: "accept",
  content: { answer, ...more },
});

describe.each([
  ["streams", null],
  ["http", fetch],
  ["http without a stream of the client's own", withoutOwnStream],
] as const)("A call that needs an approval, over %s", (_, fetchWith) => {
  const connect = async (host: Host, capabilities: object = FORMS): Promise<Client> =>
    fetchWith === null
      ? (await connectStreams(host, {}, capabilities)).client
      : (await connectHttp((await listen(host)).url, {}, capabilities, fetchWith)).client;

  test("is a form of the client, whose answer decides", async () => {
    const client = await connect(await guarded("direct"));
    const answers = [
      choose("allow"),
      choose("deny", { reason: "not that one" }),
      { action: "decline" },
      { action: "cancel" },
    ] satisfies ElicitResult[];
    const asked = answering(client, (_params, index) => answers[index] ?? choose("deny"));
    const said: string[] = [];
    for (const target of ["a", "b", "c", "d"]) said.push(...texts(await call(client, "act", { target })));
    expect(said).toEqual([
      "did a",
      "user rejected tool call: not that one",
      "user rejected tool call",
      "user rejected tool call",
    ]);
    expect(asked[0]).toEqual({
      mode: "form",
      message: 'Allow the tool "act" to run?\n  act, called by the model\n  | target: a',
      requestedSchema: {
        type: "object",
        properties: {
          answer: {
            type: "string",
            title: "Answer",
            enum: ["allow", "allow-for-session", "deny"],
            enumNames: ["Allow this call", "Allow this tool for the session", "Deny"],
          },
          reason: { type: "string", title: "Reason", description: "What the model is told where you deny it." },
        },
        required: ["answer"],
      },
    });
  });

  test("is asked about once where it is allowed for the session, which another client does not share", async () => {
    const host = await guarded("direct");
    const client = await connect(host);
    const asked = answering(client, () => choose("allow-for-session"));
    const both = await Promise.all(["a", "b"].map((target) => call(client, "act", { target })));
    expect(both.flatMap(texts)).toEqual(["did a", "did b"]);
    expect(asked).toHaveLength(1);
    const other = await connect(host);
    const others = answering(other, () => choose("deny"));
    expect(texts(await call(other, "act", { target: "c" }))).toEqual(["user rejected tool call"]);
    expect(others).toHaveLength(1);
  });

  test("lets a script go on, whose wait has the result", async () => {
    const client = await connect(await guarded("code-only"));
    const { promise, resolve } = Promise.withResolvers<ElicitResult>();
    const asked = answering(client, () => promise);
    const source = 'text(await tools.act({ target: "a" }))';
    const [status] = texts(await call(client, "exec", { source }));
    expect(status).toMatch(/^Script running with cell ID 1/u);
    resolve(choose("allow"));
    expect(texts(await call(client, "wait", { cell_id: "1" }))).toContain("did a");
    expect(asked).toMatchObject([{ message: expect.stringContaining("called by a script, cell 1 line 1") as unknown }]);
  });

  test("is asked about while the script runs on its own, at the latest when somebody waits for it", async () => {
    const client = await connect(await guarded("code-only"));
    const asked = answering(client, () => choose("allow"));
    const source = 'yield_control(); text(await tools.act({ target: "a" })); text(await tools.act({ target: "b" }))';
    expect(texts(await call(client, "exec", { source }))[0]).toMatch(/^Script running with cell ID 1/u);
    const said: string[] = [];
    while (said.length < 2) {
      said.push(...texts(await call(client, "wait", { cell_id: "1" })).filter((text) => text.startsWith("did ")));
    }
    expect([said, asked.length]).toEqual([["did a", "did b"], 2]);
  });

  test("is refused in the policy's words where the client asks nobody", async () => {
    const onRequest = await connect(await guarded("direct", { policy: "on-request" }), {});
    expect(texts(await call(onRequest, "act", { target: "a" }))).toEqual([
      "tool call requires approval, but there is nobody to ask; go on without it, or have the user allow this tool in the configuration",
    ]);
    const unsaid = await connect(await guarded("direct"), {});
    expect(texts(await call(unsaid, "act", { target: "a" }))).toEqual([
      "tool call requires approval, but approval policy is never",
    ]);
  });

  test("is none of the client's business where the host has somebody of its own", async () => {
    const client = await connect(await guarded("direct", { ask: async () => ({ answer: "allow" }) }));
    const asked = answering(client, () => choose("deny"));
    expect(texts(await call(client, "act", { target: "a" }))).toEqual(["did a"]);
    expect(asked).toEqual([]);
  });
});

test("An answer that the form does not allow allows nothing.", async () => {
  const { client } = await connectStreams(await guarded("direct"), {}, FORMS);
  answering(client, () => choose("certainly"));
  expect(texts(await call(client, "act", { target: "a" }))[0]).toMatch(
    /^tool call requires approval, but asking for it failed: /u,
  );
});

test("Where nothing is said about approvals nobody is asked.", async () => {
  const { client } = await connectStreams(await testHost({ tools: [act], mode: "direct" }), {}, FORMS);
  const asked = answering(client, () => choose("deny"));
  expect(texts(await call(client, "act", { target: "a" }))).toEqual(["did a"]);
  expect(asked).toEqual([]);
});

const FORM = {
  message: "Who are you?",
  requestedSchema: {
    type: "object",
    properties: {
      name: { type: "string", title: "Name", minLength: 1, default: "nobody" },
      age: { type: "integer", minimum: 0 },
      size: { type: "number", maximum: 3 },
      sure: { type: "boolean", description: "Really?" },
      colour: { type: "string", enum: ["r", "g"], enumNames: ["red", "green"] },
      many: { type: "array", items: { type: "string", enum: ["x", "y"] }, maxItems: 2 },
    },
    required: ["name"],
  },
};
const PAGE = { mode: "url", message: "Log in", url: "https://example.com/login", elicitationId: "1" };

const asks = hostile({
  tools: ["form", "page"].map((name) => ({ name, inputSchema: { type: "object" } })),
  acts: { form: { elicit: FORM }, page: { elicit: PAGE } },
});

describe("A question of a server behind", () => {
  test("reaches the client whose call it is about, and its answer the server", async () => {
    const { url } = await listen(await testHost({ mcpServers: { m: asks }, mode: "direct" }));
    const [{ client }, { client: other }] = [await connectHttp(url, {}, FORMS), await connectHttp(url, {}, FORMS)];
    const content = { name: "Ada", age: 36, colour: "g", many: ["x", "y"] };
    const asked = answering(client, () => ({ action: "accept", content }));
    const others = answering(other, () => ({ action: "cancel" }));
    // Both have a session of their own by now.
    await Promise.all([client.listTools(), other.listTools()]);
    const answer = texts(await call(client, "mcp__m__form", {})).at(-1) ?? "";
    expect(JSON.parse(answer)).toEqual({ action: "accept", content });
    const { properties } = FORM.requestedSchema;
    expect(asked).toEqual([
      {
        mode: "form",
        message: 'The MCP server "m" asks: Who are you?',
        requestedSchema: {
          type: "object",
          properties: {
            ...properties,
            many: {
              type: "array",
              items: {
                anyOf: [
                  { const: "x", title: "x" },
                  { const: "y", title: "y" },
                ],
              },
              maxItems: 2,
            },
          },
          required: ["name"],
        },
      },
    ]);
    expect(others).toEqual([]);
  });

  test("with an address goes only to clients that open addresses", async () => {
    const host = await testHost({ mcpServers: { m: asks }, mode: "direct" });
    const { client } = await connectStreams(host, {}, { elicitation: { form: {}, url: {} } });
    const asked = answering(client, () => ({ action: "accept" }));
    expect(texts(await call(client, "mcp__m__page", {})).at(-1)).toBe('{"action":"accept"}');
    expect(asked).toMatchObject([
      {
        mode: "url",
        url: PAGE.url,
        message: 'The MCP server "m" asks: Log in',
        elicitationId: expect.any(String) as unknown,
      },
    ]);
    const { client: plain } = await connectStreams(host, {}, FORMS);
    expect(texts(await call(plain, "mcp__m__page", {})).at(-1)).toBe('{"action":"decline"}');
  });

  test("is declined where calls of two clients are under way: one must not see what is the other's", async () => {
    const silent = hostile({
      tools: ["form", "silent"].map((name) => ({ name, inputSchema: { type: "object" } })),
      acts: { form: { elicit: FORM }, silent: { progressEveryMs: 5 } },
    });
    const { url } = await listen(await testHost({ mcpServers: { m: silent }, mode: "direct" }));
    const [{ client }, { client: other }] = [await connectHttp(url, {}, FORMS), await connectHttp(url, {}, FORMS)];
    const asked = [client, other].map((each) => answering(each, () => ({ action: "cancel" })));
    const abort = new AbortController();
    await new Promise<void>((resolve) => {
      call(other, "mcp__m__silent", {}, { signal: abort.signal, onprogress: () => resolve() }).catch(() => undefined);
    });
    // Calls to it run side by side only from sessions of their own.
    expect(texts(await call(client, "mcp__m__form", {})).at(-1)).toBe('{"action":"decline"}');
    abort.abort();
    expect(asked).toEqual([[], []]);
  });
});
