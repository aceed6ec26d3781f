import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { StepCall } from "../../../host/index.ts";
import { hostile } from "../../integration/mcp/fixture.ts";
import { builtinHost, callWith, shownText } from "../../support/builtin-host.ts";
import { until } from "../../support/processes.ts";
import { specCases } from "../../unit/tools/spec-cases.ts";

interface Entry {
  readonly type?: string;
  readonly call_id?: string;
  readonly output?: string;
  readonly tag?: string;
}
interface Input {
  readonly calls: readonly string[];
}
interface Expected {
  readonly history: readonly Entry[];
  readonly patchApplied: boolean;
}

const PATCH = "*** Begin Patch\n*** Add File: patched\n+x\n*** End Patch";
const CALLS: Readonly<Record<string, StepCall>> = {
  done: callWith("exec_command", { cmd: "echo quick" }, "done"),
  running: callWith("exec_command", { cmd: "touch began; sleep 60; touch ended" }, "running"),
  queued_mcp: { callId: "queued_mcp", namespace: "mcp__m", name: "w", arguments: "{}" },
  queued_custom: { callId: "queued_custom", name: "apply_patch", input: PATCH },
};

test.for(specCases<Input, Expected>("abort-cases.json"))(
  "An interrupted turn leaves no call unanswered, and what was queued undone: $id",
  async ({ input, expected }) => {
    const { host, work } = await builtinHost({
      builtins: { tools: ["exec_command", "apply_patch"], commands: { parallel: "always" } },
      mcpServers: { m: hostile({ tools: [{ name: "w", inputSchema: { type: "object" } }] }) },
      mode: "direct",
    });
    const turn = (await host.openSession().step()).turn();
    const answers = input.calls.map((name) => turn.add(CALLS[name] ?? { name }));
    await answers[0];
    await until("the command runs", () => existsSync(join(work, "began")));
    turn.abort();
    const history: Entry[] = [];
    for await (const { call, output } of turn.outputs()) {
      const type = call.input === undefined ? "function_call_output" : "custom_tool_call_output";
      history.push({ type, call_id: call.callId ?? "", output: shownText(output) });
    }
    // What the history says of the turn itself, behind the outputs, is for whoever writes it.
    expect(history).toEqual(expected.history.filter(({ output }) => output !== undefined));
    await host.close();
    expect((await readdir(work)).includes("patched")).toBe(expected.patchApplied);
    expect(await readdir(work)).toEqual(["began"]);
  },
);
