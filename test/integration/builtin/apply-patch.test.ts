import { mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createHost, defineTool } from "../../../host/index.ts";
import type { ApprovalQuestion, Ask, HostOptions, Session, StepOutput } from "../../../host/index.ts";
import { createApplyPatchTool } from "../../../tools/builtin/index.ts";
import type { ApplyPatchOptions } from "../../../tools/builtin/index.ts";
import { specCases } from "../../unit/tools/spec-cases.ts";

interface Place {
  readonly cwd: string;
  readonly session: Session;
}

async function place(options: HostOptions = {}, patchOptions: Partial<ApplyPatchOptions> = {}): Promise<Place> {
  const cwd = await realpath(await mkdtemp(join(tmpdir(), "isocell-patched-")));
  const tools = [createApplyPatchTool({ cwd, ...patchOptions }), ...(options.tools ?? [])];
  const host = await createHost({ pool: { processes: 1 }, ...options, tools });
  onTestFinished(async () => {
    await host.close();
    await rm(cwd, { recursive: true, force: true });
  });
  return { cwd, session: host.openSession() };
}

const ADD = "*** Begin Patch\n*** Add File: n.txt\n+hi\n*** End Patch";
const textOf = ({ content }: Pick<StepOutput, "content">): string =>
  content.map((item) => (item.type === "text" ? item.text : item.type)).join("\n");
const withoutTime = (text: string): string => text.replaceAll(/(Wall time:?) [\d.]+ seconds/g, "$1 <t> seconds");
const SUCCESS = "Exit code: 0\nWall time: <t> seconds\nOutput:\nSuccess. Updated the following files:\nA n.txt\n";

async function direct({ session }: Place, patch = ADD): Promise<string> {
  const step = await session.step();
  return withoutTime(textOf(await step.call({ name: "apply_patch", input: patch })));
}

const waitToTheEnd = { yieldTimeMs: null };

describe("apply_patch", () => {
  test("takes freeform text from a model and shows it what changed", async () => {
    const here = await place({ mode: "direct" });
    expect(await direct(here)).toBe(SUCCESS);
    expect(await readFile(join(here.cwd, "n.txt"), "utf8")).toBe("hi\n");
    expect(await direct(here, "no patch")).toBe(
      "apply_patch verification failed: invalid patch: The first line of the patch must be '*** Begin Patch'",
    );
  });

  const nested = specCases<{ readonly exec?: string }, { readonly body: readonly { readonly text: string }[] }>(
    "tool-code-mode-cases.json",
  ).filter(({ id }) => ["code_mode/patch_ok", "code_mode/patch_object_arg"].includes(id));
  test.for(nested)("answers a script as in the reference: $id", async ({ input, expected }) => {
    const { session } = await place();
    const output = await (await session.step()).call({ name: "exec", input: input.exec ?? "" });
    const texts = output.content.map((item) => (item.type === "text" ? withoutTime(item.text) : item.type));
    // Scripts are given Error objects, which the reference's are not; as a text they are the same.
    const like = expected.body.map(({ text }) => text.replace('["string",', '["object",'));
    expect([nested.length, texts]).toEqual([2, like]);
  });

  test("patches a hundred files from one script, one after the other, and the ledger has every call", async () => {
    const { cwd, session } = await place();
    for (let at = 0; at < 100; at += 1) await writeFile(join(cwd, `f${at}`), `before ${at}\n`);
    const outcome = await session.run(
      `const patch = (at) => "*** Begin Patch\\n*** Update File: f" + at + "\\n@@\\n-before " + at + "\\n+after " + at + "\\n*** End Patch";
       const values = await Promise.all(Array.from({ length: 100 }, (_, at) => tools.apply_patch(patch(at))));
       text(values.every((value) => JSON.stringify(value) === "{}"));`,
      waitToTheEnd,
    );
    expect([outcome.status, textOf(outcome), outcome.calls.length]).toEqual(["completed", "true", 100]);
    expect(new Set(outcome.calls.map((call) => call.outcome))).toEqual(new Set(["succeeded"]));
    const names = await readdir(cwd);
    const contents = await Promise.all(names.map((name) => readFile(join(cwd, name), "utf8")));
    expect(contents).toEqual(names.map((name) => `after ${name.slice(1)}\n`));
  });

  test("of a script that is cancelled half-way has changed what its ledger says, and leaves nothing behind", async () => {
    const stop = new AbortController();
    let done = 0;
    const after = (): void => {
      if (++done === 30) stop.abort(new Error("enough"));
    };
    const { cwd, session } = await place({ hooks: [{ matcher: "apply_patch", after }] });
    const outcome = await session.run(
      `await Promise.all(Array.from({ length: 100 }, (_, at) =>
         tools.apply_patch("*** Begin Patch\\n*** Add File: f" + at + "\\n+x\\n*** End Patch")));`,
      { ...waitToTheEnd, signal: stop.signal },
    );
    expect(outcome.status).toBe("terminated");
    const outcomes = outcome.calls.map((call) => call.outcome);
    expect([outcomes.length, outcomes.filter((one) => one === "pending").length]).toEqual([100, 0]);
    // The thirtieth was done when its caller went away.
    expect((await readdir(cwd)).toSorted()).toEqual(Array.from({ length: 30 }, (_, at) => `f${at}`).toSorted());
    expect(outcomes.filter((one) => one === "succeeded").length).toBeGreaterThanOrEqual(29);
  });

  test("queued in a turn that is aborted changes nothing", async () => {
    const began = Promise.withResolvers<void>();
    const slow = defineTool({
      name: "slow",
      handler: (_, { signal }) => {
        began.resolve();
        return new Promise((_resolve, reject) =>
          signal.addEventListener("abort", () => reject(signal.reason as Error)),
        );
      },
    });
    const { cwd, session } = await place({ mode: "direct", tools: [slow] });
    const turn = (await session.step()).turn();
    void turn.add({ name: "slow", arguments: "{}" });
    void turn.add({ name: "apply_patch", input: ADD });
    await began.promise;
    turn.abort();
    const texts: string[] = [];
    for await (const { output } of turn.outputs()) texts.push(textOf(output).replace(/[\d.]+s$/, "<t>s"));
    expect([texts, await readdir(cwd)]).toEqual([Array(2).fill("aborted by user after <t>s"), []]);
  });
});

describe("Around apply_patch", () => {
  test("hooks see the patch as a command and the output as text, under all its names, and may rewrite it", async () => {
    const seen: unknown[] = [];
    const here = await place({
      mode: "direct",
      hooks: [
        {
          matcher: "Write",
          before: ({ name, input }) => {
            seen.push(name, input);
            return { input: { command: ADD.replace("hi", "rewritten") } };
          },
        },
        { matcher: "Edit", after: (_, response) => void seen.push(withoutTime(String(response))) },
      ],
    });
    expect(await direct(here)).toBe(SUCCESS);
    expect(seen).toEqual(["apply_patch", { command: ADD }, SUCCESS]);
    expect(await readFile(join(here.cwd, "n.txt"), "utf8")).toBe("rewritten\n");
  });

  test("a hook that forgets the command, or denies, is told with the reference's texts", async () => {
    const wrong = await place({ mode: "direct", hooks: [{ before: () => ({ input: { patch: "x" } }) }] });
    expect(await direct(wrong)).toBe("hook returned updatedInput without string field `command`");
    const denied = await place({ mode: "direct", hooks: [{ before: () => ({ deny: "legacy" }) }] });
    expect(await direct(denied)).toBe(`Command blocked by PreToolUse hook: legacy. Command: ${ADD}`);
    expect([await readdir(wrong.cwd), await readdir(denied.cwd)]).toEqual([[], []]);
  });

  test("somebody who is asked is told the files, and a model that they declined", async () => {
    const questions: ApprovalQuestion[] = [];
    const ask: Ask = async (question) => {
      questions.push(question);
      return { answer: "deny" };
    };
    const here = await place({ mode: "direct", approvals: { ask } });
    expect(await direct(here)).toBe("patch rejected by user");
    await direct(here, ADD.replace("*** End", "*** Update File: a\n*** Move to: b\n-1\n*** Delete File: c\n*** End"));
    await direct(here, "x");
    expect(questions.map(({ detail }) => detail)).toEqual([
      'Add "n.txt".',
      'Add "n.txt", move "a" to "b", delete "c".',
      "Apply a patch that cannot be read: invalid patch: The first line of the patch must be '*** Begin Patch'",
    ]);
    expect(await readdir(here.cwd)).toEqual([]);
  });

  const shell = specCases<{ readonly sandbox?: string }, { readonly body?: string }>("approval-cases.json").filter(
    ({ id }) => id.startsWith("approval/shell:") && id.includes(":patch_"),
  );
  test.for(shell)("confinement is told as in the reference: $id", async ({ id, input, expected }) => {
    const here = await place({ mode: "direct" }, { readOnly: input.sandbox === "read-only" });
    const path = id.endsWith("patch_outside") ? join(here.cwd, "../isocell-outside.txt") : "n.txt";
    const output = await direct(here, ADD.replace("n.txt", path));
    expect(output).toBe(withoutTime(expected.body ?? "").replace("$WORK", here.cwd));
  });
});
