import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createApprovals } from "../../../host/approvals/approvals.ts";
import type { ApprovalOptions, ApprovalPolicyFunction } from "../../../host/approvals/options.ts";
import type { ApprovalMode, ToolAnnotations } from "../../../tools/index.ts";
import { answering, decide } from "./calls.ts";

const NEVER = "MCP tool call requires approval, but approval policy is never";

const hint = fc.constantFrom(true, false, undefined);
const annotations: fc.Arbitrary<ToolAnnotations> = fc
  .record({ readOnlyHint: hint, destructiveHint: hint, idempotentHint: hint, openWorldHint: hint })
  .map((hints) => Object.fromEntries(Object.entries(hints).filter(([, value]) => value !== undefined)));
const mode = fc.constantFrom<ApprovalMode>("auto", "writes", "prompt", "approve");

/** The table of the modes, as it is written down. */
function needs(given: ApprovalMode, { readOnlyHint, destructiveHint, openWorldHint }: ToolAnnotations): boolean {
  const harmless = destructiveHint === false && openWorldHint === false;
  return { auto: !(readOnlyHint === true || harmless), writes: readOnlyHint !== true, prompt: true, approve: false }[
    given
  ];
}

describe("Without any options", () => {
  test("every call runs and nothing is asked, whatever its tool says", async () => {
    const approvals = createApprovals();
    await fc.assert(
      fc.asyncProperty(mode, annotations, async (given, hints) => {
        expect(await decide(approvals, { need: { owner: "m", mode: given }, annotations: hints })).toBe(
          "allowed by policy",
        );
      }),
    );
  });

  test("a second attempt without confinement is refused", async () => {
    expect(await decide(createApprovals(), { denied: "write /etc/hosts" })).toBe(NEVER);
  });
});

describe("Every combination of mode and hints", () => {
  test("is asked about under on-request and refused under never with confined access, exactly where the table says", async () => {
    const never = createApprovals({ policy: "never", access: "confined" });
    await fc.assert(
      fc.asyncProperty(mode, annotations, async (given, hints) => {
        const { approvals, asked } = answering({ answer: "allow" });
        const call = { need: { owner: "m", mode: given }, annotations: hints };
        const needed = needs(given, hints);
        expect(await decide(approvals, call)).toBe(needed ? "allow" : "allowed by policy");
        expect(asked.length).toBe(needed ? 1 : 0);
        expect(await decide(never, call)).toBe(needed ? NEVER : "allowed by policy");
      }),
      { numRuns: 400 },
    );
  });

  test("is asked about under always, but where the mode says it is approved", async () => {
    await fc.assert(
      fc.asyncProperty(mode, annotations, async (given, hints) => {
        const { approvals } = answering({ answer: "allow" }, { policy: "always" });
        expect(await decide(approvals, { need: { mode: given }, annotations: hints })).toBe(
          given === "approve" ? "allowed by policy" : "allow",
        );
      }),
    );
  });
});

describe("A tool's mode", () => {
  const askFor = async (options: ApprovalOptions, parts: Parameters<typeof decide>[1]): Promise<boolean> => {
    const { approvals, asked } = answering({ answer: "allow" }, options);
    await decide(approvals, parts);
    return asked.length > 0;
  };
  const readOnly = { readOnlyHint: true };

  test("is its own, else that of its name, else that of its owner, else auto", async () => {
    const modes = { "mcp__m/w": "prompt", m: "approve" } as const;
    expect(await askFor({ modes }, { need: { owner: "m", mode: "approve" } })).toBe(false);
    expect(await askFor({ modes }, { annotations: readOnly })).toBe(true);
    expect(await askFor({ modes }, { tool: { namespace: "mcp__m", name: "other" } })).toBe(false);
    expect(await askFor({ modes }, { need: { owner: "n" }, tool: { namespace: "mcp__n", name: "w" } })).toBe(true);
  });

  test("is found under functions for a tool without a namespace, which no owner's entry can be taken for", async () => {
    const call = { tool: { namespace: "", name: "m" }, need: {} };
    expect(await askFor({ modes: { "functions/m": "approve" } }, call)).toBe(false);
    expect(await askFor({ modes: { m: "approve" } }, call)).toBe(true);
  });

  test("is no member of an object's prototype", async () => {
    const need = { owner: "constructor" };
    expect(await askFor({ modes: {} }, { need, tool: { namespace: "", name: "__proto__" } })).toBe(true);
  });

  test("makes a tool that never needs an approval need one when it is set", async () => {
    const call = { need: undefined, tool: { namespace: "", name: "delete_all" } };
    expect(await askFor({}, call)).toBe(false);
    expect(await askFor({ modes: { "functions/delete_all": "prompt" } }, call)).toBe(true);
    expect(await askFor({ policy: "always" }, call)).toBe(true);
  });
});

describe("The text of a refusal", () => {
  test("names MCP where the tool has an owner, and reads alike where it has none", async () => {
    const approvals = createApprovals({ policy: "never", access: "confined" });
    expect(await decide(approvals)).toBe(NEVER);
    expect(await decide(approvals, { need: {} })).toBe("tool call requires approval, but approval policy is never");
  });

  test("says that nobody can be asked, and what to do", async () => {
    const approvals = createApprovals({ policy: "on-request" });
    expect(await decide(approvals)).toBe(
      "MCP tool call requires approval, but there is nobody to ask; go on without it, or have the user allow this tool in the configuration",
    );
  });
});

describe("A policy that is a function", () => {
  const by = (policy: unknown): Promise<string> =>
    decide(answering({ answer: "allow" }, { policy: policy as ApprovalPolicyFunction }).approvals);

  test("decides about every call, knowing what the annotations say", async () => {
    const seen: unknown[] = [];
    const policy: ApprovalPolicyFunction = ({ tool, denied }, facts) => {
      seen.push([tool.name, denied, facts]);
      return "allow";
    };
    const { approvals } = answering({ answer: "allow" }, { policy });
    await decide(approvals);
    await decide(approvals, { annotations: { readOnlyHint: true }, denied: "write x" });
    expect(seen).toEqual([
      ["w", undefined, { mode: "auto", needed: true }],
      ["w", "write x", { mode: "auto", needed: false }],
    ]);
  });

  test("may allow, ask, and deny with or without a reason", async () => {
    expect(await by(() => "allow")).toBe("allowed by policy");
    expect(await by(() => "ask")).toBe("allow");
    expect(await by(() => "deny")).toBe("approval policy rejected MCP tool call");
    expect(await by(() => ({ deny: "not on a Friday" }))).toBe(
      "approval policy rejected MCP tool call: not on a Friday",
    );
  });

  test("refuses the call when it throws or answers anything else", async () => {
    const text = "MCP tool call rejected, because the approval policy failed";
    const throws = (): never => {
      throw new Error("no such user");
    };
    expect(await by(throws)).toBe(`${text}: no such user`);
    expect(await by(() => "yes")).toBe(`${text}: it answered "yes"`);
    expect(await by(() => undefined)).toBe(`${text}: it answered undefined`);
    expect(await by(() => ({ deny: 5 }))).toBe(`${text}: it answered {"deny":5}`);
    expect(await by(() => Promise.reject(new Error("late")))).toBe(`${text}: it answered a promise`);
  });
});

describe("Options", () => {
  test("that are wrong are refused with their path and what they may be", () => {
    const wrong: readonly (readonly [unknown, string])[] = [
      [{ policy: "untrusted" }, 'approvals.policy must be never, on-request, always or a function; it is "untrusted".'],
      [{ access: true }, "approvals.access must be full or confined; it is boolean."],
      [{ ask: "me" }, 'approvals.ask must be a function; it is "me".'],
      [{ modes: [] }, "approvals.modes must be an object; it is object."],
      [{ modes: { m: "maybe" } }, 'approvals.modes["m"] must be auto, writes, prompt, approve; it is "maybe".'],
      [{ polcy: "never" }, "approvals has no polcy. It may have: policy, access, modes, ask, elicit."],
      [null, "approvals must be an object; it is null."],
    ];
    for (const [options, message] of wrong) {
      expect(() => createApprovals(options as ApprovalOptions)).toThrow(
        expect.objectContaining({ code: "invalid_options", message }),
      );
    }
  });
});
