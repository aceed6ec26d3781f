import { describe, expect, test } from "vitest";
import { resolveName, unsupportedCall } from "../../../../host/step/plan/resolve-name.ts";
import { plan, server, shown, tool } from "./stand-ins.ts";

const made = plan({
  sources: {
    builtIn: [
      tool("exec_command"),
      tool("apply_patch"),
      tool("secret_thing", "", "hidden"),
      tool("only_code", "", "code-mode-only"),
    ],
    mcp: [server("srv", ["echo", "create_event"]), server("other", ["create_event"])],
  },
});

describe("A name", () => {
  test("that is exact finds its tool, in the default namespace with and without saying so", () => {
    const found = [
      ["", "exec_command"],
      ["functions", "exec_command"],
      ["mcp__srv", "echo"],
      ["", "secret_thing"],
    ] as const;
    const names = found.map(([namespace, name]) => resolveName(made, namespace, name).executor);
    expect(names.map((executor) => executor && shown(executor))).toEqual([
      "exec_command",
      "exec_command",
      "mcp__srv.echo",
      "secret_thing",
    ]);
  });

  test.each([
    ["", "mcp__srv__echo"],
    ["", "echo"],
    ["", "mcp__srvecho"],
    ["", "mcp__srv.echo"],
    ["", "srv__echo"],
    ["", "srv/echo"],
    ["functions", "mcp__srv__echo"],
    ["srv", "echo"],
    ["mcp__srv", "mcp__srv__echo"],
    ["mcp__wrong", "echo"],
  ])("that is put together wrongly (%j, %j) is told the right way", (namespace, name) => {
    expect(unsupportedCall(made, namespace, name, "function")).toBe(
      `unsupported call: ${namespace}${name}. The tool is \`echo\` in the namespace \`mcp__srv\`.`,
    );
  });

  test("that several tools have is told all of them", () => {
    expect(resolveName(made, "", "create_event")).toMatchObject({
      hint: "The tools of that name are `create_event` in the namespace `mcp__other` and `create_event` in the namespace `mcp__srv`.",
    });
  });

  test("that is misspelled gets the nearest", () => {
    expect(unsupportedCall(made, "", "aply_patch", "custom")).toBe(
      "unsupported custom tool call: aply_patch. Did you mean `apply_patch`?",
    );
    expect(resolveName(made, "mcp__srv", "ecoh")).toMatchObject({
      hint: "Did you mean `echo` in the namespace `mcp__srv`?",
    });
  });

  test("of a default tool under another namespace is told without one", () => {
    expect(resolveName(made, "mcp__srv", "apply_patch")).toMatchObject({ hint: "The tool is `apply_patch`." });
  });

  test("that only code can call is told that, where there is code", () => {
    expect(resolveName(made, "", "only_cod")).toMatchObject({
      hint: "Did you mean `tools.only_code` in a script of `exec`?",
    });
    const direct = plan({ mode: "direct", sources: { builtIn: [tool("only_code", "", "code-mode-only")] } });
    expect(resolveName(direct, "", "only_cod")).toEqual({ executor: null, nearest: [], hint: "" });
  });

  test("near a hidden tool's gives nothing away", () => {
    expect(unsupportedCall(made, "", "secret_thin", "function")).toBe("unsupported call: secret_thin");
  });

  test("like nothing, empty or endless gets no hint", () => {
    const names = ["", "zzzzqqq", "x".repeat(1_000_000)];
    expect(names.map((name) => resolveName(made, "", name))).toEqual(
      names.map(() => ({ executor: null, nearest: [], hint: "" })),
    );
  });
});
