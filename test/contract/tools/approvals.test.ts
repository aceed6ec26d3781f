import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ApprovalOptions, Ask, HostOptions, StepCall } from "../../../host/index.ts";
import type { ConfinementProfile } from "../../../tools/builtin/index.ts";
import { NO_CONFINEMENT } from "../../integration/builtin/exec-command/command-tools.ts";
import { hostile } from "../../integration/mcp/fixture.ts";
import { builtinHost, callWith, shownText, steady } from "../../support/builtin-host.ts";
import { specCases } from "../../unit/tools/spec-cases.ts";

interface Input {
  readonly sandbox: string;
  readonly approval_policy: "never" | "on-request";
  readonly config?: string;
  readonly annotations?: Readonly<Record<string, object>>;
}
interface Interactive {
  readonly asked: readonly string[];
  readonly outputs: readonly (readonly [string, string])[];
}

const cases = specCases<Input, { readonly body?: string }>("approval-cases.json");
const patchOf = (path: string): string => `*** Begin Patch\n*** Add File: ${path}\n+hi\n*** End Patch`;

function approvalsOf({ sandbox, approval_policy }: Input, ask?: Ask): ApprovalOptions {
  const access = sandbox === "danger-full-access" ? "full" : "confined";
  return { policy: approval_policy, access, ...(ask === undefined ? {} : { ask }) };
}

/** A host whose commands and patches are confined as in a case. */
function confinedHost(input: Input, options: HostOptions = {}): ReturnType<typeof builtinHost> {
  const commands = { confinement: { profile: input.sandbox as ConfinementProfile } };
  return builtinHost({
    approvals: approvalsOf(input),
    mode: "direct",
    ...options,
    builtins: { tools: ["exec_command", "apply_patch"], commands },
  });
}

const ofShell = cases.filter(({ id }) => id.startsWith("approval/shell:"));
const SHELL_CALLS: Readonly<Record<string, StepCall>> = {
  write_cwd: callWith("exec_command", { cmd: "touch inside.txt && echo ok" }),
  write_outside: callWith("exec_command", { cmd: "touch /outside/zz" }),
  patch_cwd: { name: "apply_patch", input: patchOf("n.txt") },
  patch_outside: { name: "apply_patch", input: patchOf("../outside.txt") },
  escalate: callWith("exec_command", { cmd: "echo x", sandbox_permissions: "require_escalated" }),
};

describe("Where nobody is asked", () => {
  test.for(ofShell)(
    "commands and patches are confined as in the reference: $id",
    async ({ id, input, expected }, { skip }) => {
      const kind = id.split(":").at(-1) ?? "";
      if (!kind.startsWith("patch_")) skip(NO_CONFINEMENT !== null, NO_CONFINEMENT ?? "");
      const { host, work } = await confinedHost(input);
      const output = await (await host.openSession().step()).call(SHELL_CALLS[kind] ?? { name: kind });
      // The folder outside was there in the reference; what does not exist is told before that it could not be written.
      const missing = (text: string): string => text.replace("No such file or directory", "Read-only file system");
      const shown = shownText(output);
      const told = kind === "write_outside" ? missing(shown).replace(/count: \d+/u, "count: 14") : shown;
      expect(told).toBe(expected.body);
      expect(await readdir(work)).toEqual(told.endsWith("\nok\n") ? ["inside.txt"] : []);
    },
  );

  const ofServers = cases.filter(({ id }) => id.startsWith("approval/mcp:"));
  test.for(ofServers)("tools of MCP servers run, or not, as in the reference: $id", async ({ input, expected }) => {
    const tools = Object.entries({ none: undefined, ...input.annotations }).map(([name, annotations]) => ({
      name,
      inputSchema: { type: "object" },
      ...(annotations === undefined ? {} : { annotations }),
    }));
    const acts = Object.fromEntries(
      tools.map(({ name }) => [name, { result: { content: [{ type: "text", text: "ran" }] } }]),
    );
    const mode = /default_tools_approval_mode = "(\w+)"/u.exec(input.config ?? "")?.[1] as "prompt" | undefined;
    const server = { ...hostile({ tools, acts }), ...(mode === undefined ? {} : { defaultToolsApprovalMode: mode }) };
    const { host } = await builtinHost({
      builtins: { tools: [] },
      approvals: approvalsOf(input),
      mcpServers: { m: server },
      mode: "direct",
    });
    const step = await host.openSession().step();
    const answers = await Promise.all(
      tools.map(async ({ name }) => {
        const { content } = await step.call({ namespace: "mcp__m", name, arguments: "{}" });
        const [last] = content.slice(-1);
        return [name, last?.type === "text" ? last.text : ""];
      }),
    );
    expect(Object.fromEntries(answers)).toEqual(expected);
  });
});

describe("Where somebody is asked", () => {
  const interactive = cases.filter(({ id }) => id.startsWith("approval/interactive:"));
  test.for(interactive)(
    "once for each call, all run as in the reference: $id",
    async ({ input, expected }, { skip }) => {
      skip(NO_CONFINEMENT !== null, NO_CONFINEMENT ?? "");
      const { asked: kinds, outputs } = expected as Interactive;
      const asked: string[] = [];
      const ask: Ask = async ({ tool }) => {
        asked.push(tool.name);
        return { answer: "allow" };
      };
      const none = { name: "none", inputSchema: { type: "object" } };
      const { host, work } = await confinedHost(input, {
        approvals: approvalsOf(input, ask),
        mcpServers: { m: hostile({ tools: [none], acts: { none: { echo: true } } }) },
      });
      const turn = (await host.openSession().step()).turn();
      void turn.add(
        callWith(
          "exec_command",
          { cmd: "echo esc", sandbox_permissions: "require_escalated", justification: "q" },
          "escalate",
        ),
      );
      void turn.add({ callId: "patch", name: "apply_patch", input: patchOf("n.txt") });
      void turn.add({ callId: "mcp", namespace: "mcp__m", name: "none", arguments: '{"a":1}' });
      const texts: [string, string][] = [];
      for await (const { call, output } of turn.outputs()) {
        const text = output.content.map((item) => (item.type === "text" ? item.text : item.type)).join("\n");
        texts.push([call.callId ?? "", steady(text)]);
      }
      expect([texts, asked.toSorted()]).toEqual([outputs, ["apply_patch", "exec_command", "none"]]);
      expect(asked.length).toBe(kinds.length);
      expect(await readdir(join(work))).toEqual(["n.txt"]);
    },
  );

  test("a patch where nothing may be written is asked about once it could be applied, and refused with the reference's text", async () => {
    const asked: string[] = [];
    const ask: Ask = async ({ message, detail }) => {
      asked.push(`${message} ${detail}`);
      return { answer: "deny" };
    };
    const input = { sandbox: "read-only", approval_policy: "on-request" } as const;
    const { host, work } = await confinedHost(input, { approvals: approvalsOf(input, ask) });
    const step = await host.openSession().step();
    expect(shownText(await step.call({ name: "apply_patch", input: "*** Begin" }))).toContain("verification failed");
    expect(asked).toEqual([]);
    expect(shownText(await step.call({ name: "apply_patch", input: patchOf("n.txt") }))).toBe(
      "patch rejected: writing is blocked by read-only sandbox; rejected by user approval settings",
    );
    expect(asked).toEqual([
      'Allow the tool "apply_patch" to run again without confinement? It was denied: write files Add "n.txt".',
    ]);
    expect(await readdir(work)).toEqual([]);
  });
});
