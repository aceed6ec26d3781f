import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHost } from "../../../host/index.ts";
import type { Host, Session, StepCall, StepOutput } from "../../../host/index.ts";
import { specCases } from "../../unit/tools/spec-cases.ts";

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

/** What a case needs that does not exist yet: tools of the reference, and its MCP server. */
const NEEDED = /exec_command|apply_patch|write_stdin|mcp__odd|ALL_TOOLS\.map/u;

/** Where isocell answers in another way, and why. */
const DIFFERENT: Readonly<Record<string, string>> = {
  "code_mode/syntax_error": "an excerpt of the line follows",
  "code_mode/not_nested": "the same, where search is off",
  "code_mode/budget_over_history": "cut once, with the warning, to the budget the script asked for",
};

const pending = cases.filter(({ input }) => NEEDED.test(input.exec ?? ""));
const ready = cases.filter((one) => !pending.includes(one) && DIFFERENT[one.id] === undefined);

let host: Host;
beforeAll(async () => {
  host = await createHost({ pool: { processes: 1 } });
});
afterAll(() => host.close());

function callOf({ exec, wait }: Input): StepCall {
  return exec === undefined ? { name: "wait", arguments: wait ?? "" } : { name: "exec", input: exec };
}

async function answer(session: Session, input: Input): Promise<StepOutput> {
  return (await session.step()).call(callOf(input));
}

/** Texts with the time taken out; those that a case gives as a digest alone, as one. */
function normal(texts: readonly string[], like: readonly Item[]): unknown[] {
  return texts.map((raw, index) => {
    const text = raw.replace(/Wall time [\d.]+ seconds/u, "Wall time <t> seconds");
    if (like[index]?.digest === undefined) return text;
    return { bytes: Buffer.byteLength(text), sha256: createHash("sha256").update(text).digest("hex") };
  });
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
        expect(normal(texts, like)).toEqual(
          like.map(({ text, digest }) =>
            digest === undefined ? text : { bytes: digest.bytes, sha256: digest.sha256 },
          ),
        );
      });
    });
  }

  test("but for differences on purpose, and for what needs tools that do not exist yet", () => {
    expect(Object.keys(DIFFERENT).filter((id) => !cases.some((one) => one.id === id))).toEqual([]);
    expect({ ready: ready.length, different: Object.keys(DIFFERENT).length, pending: pending.length }).toEqual({
      ready: 23,
      different: 3,
      pending: 13,
    });
  });
});

describe("What differs", () => {
  test("a budget above the usual one is honoured, and what is cut is said", async () => {
    const found = cases.find(({ id }) => id === "code_mode/budget_over_history");
    const { content } = await answer(host.openSession(), found?.input ?? {});
    const texts = content.map((item) => (item.type === "text" ? item.text : item.type));
    expect(texts[1]).toBe("A".repeat(70_000));
  });

  test("scripts reach neither exec, wait nor tool_search without deferred tools", async () => {
    const found = cases.find(({ id }) => id === "code_mode/not_nested");
    const { content } = await answer(host.openSession(), found?.input ?? {});
    expect(content.at(-1)).toEqual({ type: "text", text: JSON.stringify(Array(5).fill("undefined")) });
  });
});
