import { readdir } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import type { ApprovalQuestion, HostOptions, Step, StepOutput } from "../../../../host/index.ts";
import { specCases } from "../../../unit/tools/spec-cases.ts";
import { gist, testHost, textsOf } from "../../../support/test-host.ts";
import { NO_CONFINEMENT, normal, testTools } from "./command-tools.ts";
import type { TestTools } from "./command-tools.ts";

type Options = Parameters<typeof testTools>[0];

async function stepWith(
  options: Options,
  host: HostOptions = {},
): Promise<{ readonly tools: TestTools; readonly step: Step }> {
  const tools = await testTools(options);
  const made = await testHost({ tools: tools.executors, mode: "direct", pool: { processes: 1 }, ...host });
  return { tools, step: await made.openSession().step() };
}

function call(step: Step, input: object, callId?: string): Promise<StepOutput> {
  return step.call({
    name: "exec_command",
    arguments: JSON.stringify(input),
    ...(callId === undefined ? {} : { callId }),
  });
}

function textOf({ content }: Pick<StepOutput, "content">): string {
  return normal(content.map((item) => (item.type === "text" ? item.text : item.type)).join(""));
}

function exited(code: number, tokens: number, output: string): string {
  return `Chunk ID: <id>\nWall time: <t> seconds\nProcess exited with code ${code}\nOriginal token count: ${tokens}\nOutput:\n${output}`;
}

describe("A turn that is interrupted", () => {
  test("answers every command as in the reference, and stops those that run", async () => {
    const found = specCases<unknown, { readonly history: readonly { readonly output?: string }[] }>(
      "abort-cases.json",
    )[0]?.expected.history.flatMap(({ output }) => (output === undefined ? [] : [output]));
    const { tools, step } = await stepWith({ parallel: "always" });
    const turn = step.turn();
    await turn.add({ callId: "done", name: "exec_command", arguments: '{"cmd":"echo quick"}' });
    void turn.add({
      callId: "running",
      name: "exec_command",
      arguments: '{"cmd":"touch began; sleep 60; touch ended"}',
    });
    await tools.run("until [ -e began ]; do sleep 0.01; done");
    turn.abort();
    const texts: string[] = [];
    for await (const { output } of turn.outputs()) texts.push(textOf(output));
    expect(texts).toEqual(found?.slice(0, 2));
    await tools.close();
    expect(await readdir(tools.work)).toEqual(["began"]);
  });
});

describe("Commands share the gate", () => {
  /** Whether a command starts while another runs: each waits for the other. */
  async function meet(options: Options, first: string, second: string): Promise<readonly string[]> {
    const { step } = await stepWith(options);
    return (await Promise.all([call(step, { cmd: first }), call(step, { cmd: second })])).map(textOf);
  }
  const wait = (mine: string, other: string): string =>
    `touch ${mine}; for i in $(seq 100); do [ -e ${other} ] && exec echo met; sleep 0.01; done; rm ${mine}`;

  test("always, where that is asked for", async () => {
    expect(await meet({ parallel: "always" }, wait("a", "b"), wait("b", "a"))).toEqual([
      exited(0, 1, "met\n"),
      exited(0, 1, "met\n"),
    ]);
  });

  test("not, unless they are known to only read", async () => {
    expect(await meet({}, wait("a", "b"), wait("b", "a"))).toEqual([exited(0, 0, ""), exited(0, 0, "")]);
  });

  test("where they are known to only read, by what the whole call asks for", async () => {
    const { executors } = await testTools({});
    const inputs = [
      { cmd: "git status && ls | head" },
      { cmd: "ls", shell: "/bin/sh" },
      { cmd: "make" },
      { cmd: "ls", tty: true },
      { cmd: "ls", shell: "./ls" },
      { cmd: "ls", sandbox_permissions: "require_escalated" },
      null,
    ];
    expect(inputs.map((input) => executors[0]?.parallel(input))).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});

describe("Somebody is asked", () => {
  async function asked(
    options: Options,
    answer: "allow" | "deny",
    input: object,
  ): Promise<{ readonly questions: readonly string[]; readonly text: string }> {
    const questions: string[] = [];
    const ask = async ({ message, detail }: ApprovalQuestion): Promise<{ readonly answer: "allow" | "deny" }> => {
      questions.push(`${message} ${detail}`);
      return { answer };
    };
    const { step } = await stepWith(options, { approvals: { ask } });
    return { questions, text: textOf(await call(step, input)) };
  }

  test("whether a denied command may run again without confinement", async ({ skip }) => {
    skip(NO_CONFINEMENT !== null, NO_CONFINEMENT ?? "");
    const input = { cmd: "touch inside.txt" };
    const denied = "touch: cannot touch 'inside.txt': Read-only file system\n";
    const question =
      'Allow the tool "exec_command" to run again without confinement? It was denied: write ' +
      `(${denied.trim()}), running: touch inside.txt Run: touch inside.txt`;
    const confinement = { profile: "read-only" } as const;
    expect(await asked({ confinement }, "allow", input)).toEqual({ questions: [question], text: exited(0, 0, "") });
    expect(await asked({ confinement }, "deny", input)).toEqual({ questions: [question], text: exited(1, 14, denied) });
  });

  test("whether a command may leave the confinement, and refuses for itself where nobody ever is", async ({ skip }) => {
    skip(NO_CONFINEMENT !== null, NO_CONFINEMENT ?? "");
    const input = {
      cmd: "touch /etc/hostname && echo esc",
      sandbox_permissions: "require_escalated",
      justification: "q",
    };
    const confinement = {};
    expect(await asked({ confinement }, "allow", input)).toMatchObject({ text: exited(0, 1, "esc\n") });
    expect(await asked({ confinement }, "deny", input)).toMatchObject({
      text: 'exec_command failed: CreateProcess { message: "Rejected(\\"rejected by user\\")" }',
    });
    const { step } = await stepWith({ confinement });
    expect(textOf(await call(step, input))).toBe(
      "approval policy is Never; reject command — you cannot ask for escalated permissions if the approval policy is Never",
    );
    expect(textOf(await call(step, { cmd: "rm -rf x" }))).toBe(
      "exec_command failed: CreateProcess { message: \"Rejected(\\\"`/usr/bin/bash -lc 'rm -rf x'` rejected: " +
        'rm -f style commands are not permitted. Use a safer approach\\")" }',
    );
  });

  test("nothing of a command that stays within its confinement, or where nothing is confined on purpose", async () => {
    const input = { cmd: "touch a && echo ok" };
    expect(await asked({}, "deny", input)).toEqual({ questions: [], text: exited(0, 1, "ok\n") });
  });

  test.for(
    specCases<{ readonly sandbox: "read-only" | "workspace-write" }, { readonly body?: string }>(
      "approval-cases.json",
    ).filter(({ id }) => /shell:(?:read-only:write_cwd|workspace-write:(?:write_cwd|escalate))/u.test(id)),
  )("as in the reference: $id", async ({ id, input, expected }, { skip }) => {
    skip(NO_CONFINEMENT !== null, NO_CONFINEMENT ?? "");
    const { step } = await stepWith({ confinement: { profile: input.sandbox } });
    const command = id.endsWith("escalate")
      ? { cmd: "echo x", sandbox_permissions: "require_escalated" }
      : { cmd: "touch inside.txt && echo ok" };
    expect(textOf(await call(step, command))).toBe(expected.body);
  });
});

describe("Hooks see a command", () => {
  test("as one of a shell, may rewrite it, and see its output once it has ended", async () => {
    const seen: unknown[] = [];
    const { step } = await stepWith(
      {},
      {
        hooks: [
          {
            before: ({ name, input }) => {
              seen.push({ name, input });
              return { input: { command: "echo rewritten" } };
            },
            after: ({ name, input }, response) => {
              seen.push({ name, input, response });
              return undefined;
            },
          },
        ],
      },
    );
    expect(textOf(await call(step, { cmd: "echo orig" }))).toBe(exited(0, 3, "rewritten\n"));
    expect(seen).toEqual([
      { name: "Bash", input: { command: "echo orig" } },
      { name: "Bash", input: { command: "echo rewritten" }, response: "rewritten\n" },
    ]);
  });
});

describe("A script", () => {
  test("runs 200 commands at once, and its ledger has them all", async () => {
    const tools = await testTools({ parallel: "always" });
    const host = await testHost({ tools: tools.executors, pool: { processes: 1 } });
    const outcome = await host.openSession().run(
      `const all = await Promise.all(Array.from({ length: 200 }, (_, i) => tools.exec_command({ cmd: "echo " + i })));
       text(all.every((one, i) => one.exit_code === 0 && one.output === i + "\\n"));`,
      { yieldTimeMs: null },
    );
    expect(textsOf(outcome)).toEqual(["true"]);
    expect(outcome.calls.filter((one) => one.name === "exec_command" && one.outcome === "succeeded")).toHaveLength(200);
  });

  test("that is cancelled half-way leaves nothing running, and its ledger says what became of each call", async () => {
    const tools = await testTools({ parallel: "always" });
    const host = await testHost({ tools: tools.executors, pool: { processes: 1 } });
    const cancel = new AbortController();
    const running = host.openSession().run(
      `for (let i = 0; i < 5; i++) await tools.exec_command({ cmd: "echo " + i });
       await Promise.all(Array.from({ length: 20 }, (_, i) => tools.exec_command({ cmd: "touch began" + i + "; sleep 60; touch ended" + i })));`,
      { yieldTimeMs: null, signal: cancel.signal },
    );
    await tools.run("until [ $(ls | wc -l) -ge 20 ]; do sleep 0.01; done");
    cancel.abort(new Error("half-way"));
    const { status, calls } = gist(await running);
    expect(status).toBe("terminated");
    expect(calls.filter((one) => one === "exec_command succeeded")).toHaveLength(5);
    expect(calls.filter((one) => one === "exec_command cancelled")).toHaveLength(20);
    await tools.close();
    const names = await readdir(tools.work);
    expect(names.filter((name) => name.startsWith("ended"))).toEqual([]);
  });

  test("gets a result it can go by, and an error it can catch", async () => {
    const tools = await testTools();
    const host = await testHost({ tools: tools.executors, pool: { processes: 1 } });
    const outcome = await host.openSession().run(
      `const bad = await tools.exec_command({ cmd: "ls unawaited", unknown: 1 });
       const session = await tools.exec_command({ cmd: "sleep 0.4; echo late", yield_time_ms: 250 });
       const late = await tools.write_stdin({ session_id: session.session_id });
       const failed = await tools.write_stdin({ session_id: 1 }).catch((error) => String(error.message ?? error));
       const wrong = await tools.exec_command({ cmd: "x", yield_time_ms: 1.5 }).catch((error) => "refused");
       text([bad.exit_code, "exit_code" in session, late.output, failed, wrong]);`,
      { yieldTimeMs: null },
    );
    expect(textsOf(outcome)).toEqual([
      JSON.stringify([2, false, "late\n", "write_stdin failed: Unknown process id 1", "refused"]),
    ]);
  });
});

test("The list shows both tools with the parameters of the reference", async () => {
  const { step } = await stepWith({});
  interface Parameters {
    readonly properties?: Readonly<Record<string, { readonly description?: string }>>;
  }
  interface Definition {
    readonly name: string;
    readonly parameters?: { readonly properties: Readonly<Record<string, { readonly type: string }>> };
  }
  const found = specCases<unknown, { readonly definitions: readonly Definition[] }>("tool-list-cases.json").find(
    ({ id }) => id === "tool_list/direct",
  )?.expected.definitions;
  for (const spec of step.advertised) {
    if (spec.type !== "function") continue;
    const { properties = {}, ...rest } = spec.inputSchema as Parameters;
    const bare = Object.entries(properties).map(([name, { description: _, ...schema }]) => {
      const { items, ...more } = schema as { readonly items?: { readonly type: string } };
      return [name, { ...more, ...(items === undefined ? {} : { items: { type: items.type } }) }];
    });
    const expected = found?.find(({ name }) => name === spec.name)?.parameters;
    expect({ properties: Object.fromEntries(bare) as unknown, ...rest }).toEqual(expected);
    expect(bare.map(([name]) => name)).toEqual(Object.keys(expected?.properties ?? {}));
  }
});
