import { describe, expect, test } from "vitest";
import { describeConfinement } from "../../../../tools/builtin/exec-command/confinement/report.ts";
import type { ConfinementProfile } from "../../../../tools/builtin/exec-command/confinement/options.ts";
import { denialIn } from "../../../../tools/builtin/exec-command/confinement/denial.ts";
import { Judge } from "../../../../tools/builtin/exec-command/judge.ts";
import { execDescription } from "../../../../tools/builtin/exec-command/texts.ts";

const HERE = { works: true, path: "/usr/bin/bwrap", version: "1" } as const;
const NOT_HERE = { works: false, reason: "not installed", advice: "install it" } as const;

function judge(profile: ConfinementProfile, here: boolean): Judge {
  return new Judge(describeConfinement({ profile }, here ? HERE : NOT_HERE), "/bin/bash");
}

function neededFor(input: object): readonly unknown[] {
  const judges = [judge("workspace-write", true), judge("workspace-write", false), judge("full-access", true)];
  return judges.map(({ approval }) => approval.needed?.(input));
}

describe("Somebody has to agree", () => {
  test.for([
    // confined, unconfined though it should be confined, with full access
    [{ cmd: "ls" }, [false, false, false]],
    [{ cmd: "npm test" }, [false, true, false]],
    [{ cmd: "ls", tty: true }, [false, true, false]],
    [{ cmd: "ls", shell: "/opt/evil" }, [false, true, false]],
    [{ cmd: "rm -rf x" }, ["explicit", "explicit", false]],
    [{ cmd: "ls", sandbox_permissions: "require_escalated", justification: "why" }, ["explicit", "explicit", false]],
    [{ cmd: "ls", sandbox_permissions: "use_default" }, [false, false, false]],
    [{ cmd: "npm test", justification: "why" }, [false, false, false]],
  ] as const)("for %j", ([input, expected]) => expect(neededFor(input)).toEqual(expected));

  test("and is told what for", () => {
    const input = {
      cmd: "make",
      workdir: "sub",
      sandbox_permissions: "require_escalated",
      justification: "it needs gcc",
    };
    expect(judge("read-only", true).approval.describe?.(input)).toBe(
      "Run in sub, unconfined: make\nReason: it needs gcc",
    );
  });

  test("and the model reads why it may not, in the words it knows", () => {
    const { refusal } = judge("workspace-write", true).approval;
    expect(refusal?.({ cmd: "ls", sandbox_permissions: "require_escalated" }, "never")).toBe(
      "approval policy is Never; reject command — you cannot ask for escalated permissions if the approval policy is Never",
    );
    expect(refusal?.({ cmd: "rm -rf a 'b'" }, "never")).toBe(
      "exec_command failed: CreateProcess { message: \"Rejected(\\\"`/bin/bash -lc 'rm -rf a '\\\\\\\"'\\\\\\\"'b'\\\\\\\"'\\\\\\\"''` rejected: " +
        'rm -f style commands are not permitted. Use a safer approach\\")" }',
    );
    expect(refusal?.({ cmd: "make" }, "declined")).toBe(
      'exec_command failed: CreateProcess { message: "Rejected(\\"rejected by user\\")" }',
    );
    expect(refusal?.({ cmd: "make" }, "never")).toBe(undefined);
  });
});

describe("The description", () => {
  test("says how far commands reach", () => {
    const of = (profile: ConfinementProfile, here: boolean): string =>
      execDescription(describeConfinement({ profile }, here ? HERE : NOT_HERE));
    expect(of("workspace-write", true)).toContain(
      "can change files only in the working folders and in /tmp and have no network",
    );
    expect(of("read-only", true)).toContain("cannot change files and have no network");
    expect(of("workspace-write", false)).toContain("not confined on this machine");
    expect(of("full-access", true)).toContain("Commands are not confined: they may do whatever the user may.");
  });

  test("and the report says why, and what to do", () => {
    expect(describeConfinement({}, NOT_HERE)).toEqual({
      profile: "workspace-write",
      confined: false,
      by: null,
      network: true,
      reason: "not installed",
      advice: "install it",
    });
  });
});

describe("What a command was kept from", () => {
  test.for([
    [1, "touch: cannot touch 'x': Read-only file system\n", "write (touch: cannot touch 'x': Read-only file system)"],
    [243, "npm error code EACCES\n", "write (npm error code EACCES)"],
    [6, "curl: (6) Could not resolve host: example.com", "network (curl: (6) Could not resolve host: example.com)"],
    [0, "grep: x: Permission denied", null],
    [1, "1 test failed", null],
  ] as const)("with exit code %i and %j", ([code, output, denied]) => {
    expect(denialIn(code, output, false)).toBe(denied);
  });

  test("is no network where it has one", () => {
    expect(denialIn(6, "curl: (6) Could not resolve host: example.com", true)).toBe(null);
  });
});
