import { describe, expect, test } from "vitest";
import { createApprovals } from "../../../host/approvals/approvals.ts";
import type { ApprovalPolicy } from "../../../host/approvals/options.ts";
import type { ApprovalMode, ToolAnnotations } from "../../../tools/index.ts";
import { specCases } from "../tools/spec-cases.ts";
import { answering, decide } from "./calls.ts";

interface Input {
  readonly sandbox: string;
  readonly approval_policy: Extract<ApprovalPolicy, string>;
  readonly config?: string;
  readonly annotations?: Readonly<Record<string, ToolAnnotations>>;
}
interface Interactive {
  readonly asked: readonly string[];
  readonly mcpMeta: {
    readonly persist: readonly string[];
    readonly tool_name: string;
    readonly tool_params: unknown;
  };
}

const CASES = specCases<Input, unknown>("approval-cases.json");
/** About what tools do and say in their confinement, and in what form a client is asked. */
const LEFT_TO_INTEGRATION = [
  "approval/shell:read-only:write_cwd",
  "approval/shell:read-only:write_outside",
  "approval/shell:read-only:patch_cwd",
  "approval/shell:read-only:patch_outside",
  "approval/shell:workspace-write:write_cwd",
  "approval/shell:workspace-write:patch_outside",
  "approval/shell:workspace-write:escalate",
];

const MCP = CASES.filter(({ id }) => id.startsWith("approval/mcp:"));
const INTERACTIVE = CASES.filter(({ id }) => id.startsWith("approval/interactive:"));

function accessOf(sandbox: string): "full" | "confined" {
  return sandbox === "danger-full-access" ? "full" : "confined";
}

describe("the reference's approval cases", () => {
  test("are all replayed here or named as left to the integration", () => {
    const ids = [...MCP, ...INTERACTIVE].map(({ id }) => id);
    expect([...ids, ...LEFT_TO_INTEGRATION].toSorted()).toEqual(CASES.map(({ id }) => id).toSorted());
    expect(ids.length).toBe(5);
  });

  test.each(MCP)("$id", async ({ input, expected }) => {
    const approvals = createApprovals({ policy: input.approval_policy, access: accessOf(input.sandbox) });
    const mode = /default_tools_approval_mode = "(\w+)"/.exec(input.config ?? "")?.[1] as ApprovalMode | undefined;
    const need = { owner: "m", ...(mode === undefined ? {} : { mode }) };
    const tools = Object.entries({ none: {}, ...input.annotations });
    const ends = await Promise.all(
      tools.map(async ([name, annotations]) => {
        const end = await decide(approvals, { need, annotations, tool: { namespace: "mcp__m", name } });
        return [name, end === "allowed by policy" ? "ran" : end];
      }),
    );
    expect(Object.fromEntries(ends)).toEqual(expected);
  });

  // Only that all three are asked about and run when accepted, and what the question about the MCP tool says.
  test.each(INTERACTIVE)("$id", async ({ input, expected }) => {
    const { asked: kinds, mcpMeta } = expected as Interactive;
    const { approvals, asked } = answering(
      { answer: "allow" },
      { policy: input.approval_policy, access: accessOf(input.sandbox) },
    );
    const calls = [
      { tool: { namespace: "", name: "exec_command" }, need: {} },
      { tool: { namespace: "", name: "apply_patch" }, need: {} },
      { tool: { namespace: "mcp__m", name: mcpMeta.tool_name }, need: { owner: "m" }, input: mcpMeta.tool_params },
    ];
    const ends = await Promise.all(calls.map((call) => decide(approvals, call)));
    expect(ends).toEqual(kinds.map(() => "allow"));
    const question = asked[2];
    expect({
      message: question?.message,
      session: question?.offersSession,
      name: question?.tool.name,
      input: question?.input,
    }).toEqual({
      message: `Allow the m MCP server to run tool "${mcpMeta.tool_name}"?`,
      session: mcpMeta.persist.includes("session"),
      name: mcpMeta.tool_name,
      input: mcpMeta.tool_params,
    });
  });
});
