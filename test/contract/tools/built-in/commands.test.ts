import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { createHost } from "../../../../host/index.ts";
import type { Host, Step } from "../../../../host/index.ts";
import { NO_TERMINAL } from "../../../integration/builtin/exec-command/command-tools.ts";
import { builtinHost, callWith, shownText, steady } from "../../../support/builtin-host.ts";
import { specCases } from "../../../unit/tools/spec-cases.ts";

const TOOLS = ["exec_command"] as const;

interface Call {
  readonly name?: string;
  readonly namespace?: string;
  readonly arguments?: string;
}
interface Expected {
  readonly body?: unknown;
  readonly digest?: { readonly bytes: number; readonly sha256: string };
}

const sessions = specCases<Call, Expected>("exec-session-cases.json");
const dispatched = specCases<Call, Expected>("dispatch-cases.json").filter(
  ({ input, expected }) =>
    /^(?:exec_command|write_stdin)$/u.test(input.name ?? "") && typeof expected.body === "string",
);

describe("Commands in one session of a host", () => {
  let host: Host;
  let step: Step;
  let sessionId = "";
  beforeAll(async () => {
    host = await createHost({
      builtins: {
        tools: TOOLS,
        cwd: "/tmp",
        roots: null,
        commands: {
          shell: "/bin/bash",
          confinement: { profile: "full-access" },
          // The reference's own name for what is called ISOCELL_CI here.
          environment: { set: { CODEX_CI: "1" } },
        },
      },
      mode: "direct",
    });
    step = await host.openSession().step();
    return () => host.close();
  });

  async function answer({ name = "", namespace, arguments: text = "" }: Call): Promise<string> {
    const output = await step.call({
      name,
      arguments: text.replace('"<sid>"', sessionId),
      ...(namespace === undefined ? {} : { namespace }),
    });
    const [first] = output.content;
    sessionId = /session ID (\d+)/u.exec(first?.type === "text" ? first.text : "")?.[1] ?? sessionId;
    return shownText(output);
  }

  test.for(sessions)("are answered as in the reference: $id", async ({ id, input, expected }, { skip }) => {
    if (id.includes("/tty_")) skip(NO_TERMINAL !== null, NO_TERMINAL ?? "");
    expect(await answer(input)).toBe(expected.body);
  });

  test.for(dispatched)("are called as in the reference: $id", async ({ input, expected }) => {
    expect(await answer(input)).toBe(steady(String(expected.body)));
  });
});

interface Cut {
  readonly output: string | { readonly repeat: string; readonly times: number; readonly then: string };
  readonly max_output_tokens?: number;
  readonly policy: string;
}

describe("What a model reads of a command's output", () => {
  const cut = specCases<Cut, Expected>("truncation-cases.json").filter(({ id }) => id.includes("/exec:"));

  /** A command that writes what a case says. */
  async function commandFor(output: Cut["output"], work: string): Promise<string> {
    if (typeof output !== "string") {
      await writeFile(join(work, "output"), output.repeat.repeat(output.times) + output.then);
      return "cat output";
    }
    if (output.startsWith("seq ")) return output.replace(/ \(.*\)$/u, "");
    const bytes = /^bytes ((?:[0-9a-f]{2} ?)+)$/u.exec(output)?.[1];
    if (bytes === undefined) throw new Error(`what is ${output}?`);
    return `printf '${bytes.replaceAll(/([0-9a-f]{2}) ?/gu, String.raw`\x$1`)}'`;
  }

  test.for(cut)("is cut as in the reference: $id", async ({ input, expected }) => {
    const outputBudget = input.policy.includes("bytes") ? { maxBytes: 10_000 } : { maxTokens: 10_000 };
    const builtins = { tools: TOOLS, commands: { outputBudget } };
    const { host, work } = await builtinHost({ builtins, mode: "direct" });
    const step = await host.openSession().step();
    const cmd = await commandFor(input.output, work);
    const asked = input.max_output_tokens === undefined ? {} : { max_output_tokens: input.max_output_tokens };
    const shown = shownText(await step.call(callWith("exec_command", { cmd, ...asked })));
    if (expected.digest === undefined) return expect(shown).toBe(expected.body);
    const sha256 = createHash("sha256").update(shown).digest("hex");
    const { bytes, sha256: wanted } = expected.digest;
    expect({ bytes: Buffer.byteLength(shown), sha256 }).toEqual({ bytes, sha256: wanted });
  });
});
