import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Host, Session, StepCall, StepOutput } from "../../../host/index.ts";
import { hostile } from "../../integration/mcp/fixture.ts";
import { makeBuiltinHost } from "../../support/builtin-host.ts";
import { specCases } from "../../unit/tools/spec-cases.ts";
import { agentTools, ALL_CALLBACKS, OWN } from "./built-in/list-steps.ts";

interface Item {
  readonly text?: string;
  readonly digest?: { readonly bytes: number; readonly sha256: string };
}
interface Input {
  readonly exec?: string;
  readonly wait?: string;
}
interface Expected {
  readonly body?: string | readonly Item[];
  readonly items?: readonly Item[];
}

const cases = specCases<Input, Expected>("tool-code-mode-cases.json");

/** Where isocell answers in another way, and why. */
const DIFFERENT: Readonly<Record<string, string>> = {
  "code_mode/syntax_error": "an excerpt of the line follows",
  "code_mode/budget_over_history": "cut once, with the warning, to the budget the script asked for",
};
/** What a call rejects with is an error with a stack here, not a string. Its text is the same. */
const REJECTED = '["string",';

const ready = cases.filter(({ id }) => DIFFERENT[id] === undefined);

let made: Awaited<ReturnType<typeof makeBuiltinHost>>;
let host: Host;
beforeAll(async () => {
  const odd = hostile({
    tools: ["bad", "echo", "rpcerr", "with-dash"].map((name) => ({ name, inputSchema: { type: "object" } })),
    acts: {
      bad: { result: { content: [{ type: "text", text: "tool failed" }], isError: true } },
      rpcerr: { error: { code: -32000, message: "rpc went wrong" } },
      echo: { echo: true },
    },
  });
  const { getGoal, createGoal, updateGoal, requestUserInput } = ALL_CALLBACKS;
  made = await makeBuiltinHost({
    builtins: { callbacks: { getGoal, createGoal, updateGoal, requestUserInput } },
    tools: agentTools(false, false),
    mcpServers: { odd },
    hosted: [{ type: "web_search" }],
    mode: "code-only",
  });
  ({ host } = made);
});
afterAll(() => made.close());

function callOf({ exec, wait }: Input): StepCall {
  return exec === undefined ? { name: "wait", arguments: wait ?? "" } : { name: "exec", input: exec };
}

async function answer(session: Session, input: Input): Promise<StepOutput> {
  return (await session.step()).call(callOf(input));
}

/** Texts with the time taken out; those that a case gives as a digest alone, as one. */
function normal(texts: readonly string[], like: readonly Item[]): unknown[] {
  return texts.map((raw, index) => {
    const text = withoutOwn(raw).replace(/Wall time [\d.]+ seconds/u, "Wall time <t> seconds");
    if (like[index]?.digest === undefined) return text;
    return { bytes: Buffer.byteLength(text), sha256: createHash("sha256").update(text).digest("hex") };
  });
}

/** The names of all tools, without those that the reference does not have. */
function withoutOwn(text: string): string {
  if (!text.startsWith('["apply_patch",')) return text;
  return JSON.stringify((JSON.parse(text) as string[]).filter((name) => !OWN.includes(name)));
}

function expectedOf({ body, items }: Expected): readonly Item[] {
  return items ?? (typeof body === "string" ? [{ text: body }] : (body ?? []));
}

describe("exec and wait answer as in the reference", () => {
  const groups = {
    wait: ready.filter(({ id }) => id.includes("/wait:")),
    exec: ready.filter(({ id }) => !id.includes("/wait:")),
  };
  for (const [name, members] of Object.entries(groups)) {
    describe(`in one session (${name})`, () => {
      let session: Session;
      beforeAll(() => {
        session = host.openSession();
      });
      test.for(members)("$id", async ({ input, expected }) => {
        const { content } = await answer(session, input);
        const texts = content.map((item) => (item.type === "text" ? item.text : item.type));
        const like = expectedOf(expected);
        // The scripts before a yielding one are more in the reference's session than in the cases.
        const numbered = (text: string): string =>
          name === "exec" ? text.replace(/cell ID \d+/u, "cell ID <n>") : text;
        expect(normal(texts.map(numbered), like)).toEqual(
          like.map(({ text = "", digest }) =>
            digest === undefined
              ? numbered(text).replace(REJECTED, '["object",')
              : { bytes: digest.bytes, sha256: digest.sha256 },
          ),
        );
      });
    });
  }
});

describe("What differs", () => {
  test("a budget above the usual one is honoured, and what is cut is said", async () => {
    const found = cases.find(({ id }) => id === "code_mode/budget_over_history");
    const { content } = await answer(host.openSession(), found?.input ?? {});
    const texts = content.map((item) => (item.type === "text" ? item.text : item.type));
    expect(texts[1]).toBe("A".repeat(70_000));
  });

  test("a mistake of syntax is shown in its line", async () => {
    const found = cases.find(({ id }) => id === "code_mode/syntax_error");
    const { content } = await answer(host.openSession(), found?.input ?? {});
    const [, error] = content.map((item) => (item.type === "text" ? item.text : item.type));
    const [, wanted] = expectedOf(found?.expected ?? {});
    expect(error).toBe(`${wanted?.text}\n1 | text("a"\n  |      ^`);
  });
});
