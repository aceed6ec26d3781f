import { expect, test } from "vitest";
import { flatToolName, isMcpServerName, nameMcpTools, toIdentifier } from "../../../tools/index.ts";
import { specCases } from "./spec-cases.ts";

const cases = specCases<object, unknown>("mcp-name-cases.json");
const inputOf = (id: string): { [server: string]: string[] } =>
  (cases.find((one) => one.id === id)?.input ?? {}) as { [server: string]: string[] };
const expectedOf = (id: string): unknown => cases.find((one) => one.id === id)?.expected;

test("Characters that no identifier has, and a leading digit, become underscores", () => {
  const names = ["a-b", "c.d", "9lives", "with space", "ünï", "$ok_9", "", "__x", "a😀b"];
  const identifiers = ["a_b", "c_d", "_lives", "with_space", "_n_", "$ok_9", "_", "__x", "a_b"];
  expect(names.map(toIdentifier)).toEqual(identifiers);
});

test("Namespace and name are joined by two underscores unless one brings its own", () => {
  const flat = [
    flatToolName("mcp__files", "read"),
    flatToolName("mcp__files_", "read"),
    flatToolName("mcp__files", "_read"),
    flatToolName("my-app", "9 lives"),
    flatToolName("", "read"),
    flatToolName("functions", "read"),
  ];
  expect(flat).toEqual(["mcp__files__read", "mcp__files_read", "mcp__files_read", "my_app__9_lives", "read", "read"]);
});

test.each(["mcp_name/one_server", "mcp_name/server_collision"])("%s gets the names of the reference", (id) => {
  expect(nameMcpTools(inputOf(id))).toEqual(expectedOf(id));
});

test.each(cases.filter(({ id }) => id.includes("rejected_server_name")))("$id gets no tools", ({ input, expected }) => {
  const { server = "" } = input as { readonly server?: string };
  expect({ listed: nameMcpTools({ [server]: ["t"] }) }).toEqual(expected);
});

test.each(cases.filter(({ id }) => id.includes("non_prefixed")))("$id", ({ input, expected }) => {
  const { server, tool } = input as { readonly server: string; readonly tool: string };
  const named = nameMcpTools({ [server]: [tool] }, { prefixed: false });
  expect(named.flatMap(({ namespace, tools }) => tools.map(({ name }) => `${namespace}.${name}`))).toEqual(expected);
});

test("Servers whose name has other characters than letters, digits, dot, dash and underscore get no tools", () => {
  const servers = ["my server", "ünï", "", "srv", "a.b-c_D9"];
  const named = nameMcpTools(Object.fromEntries(servers.map((server) => [server, ["t"]])));
  expect(named.map((entry) => entry.namespace)).toEqual(["mcp__a_b_c_D9", "mcp__srv"]);
  expect(servers.map(isMcpServerName)).toEqual([false, false, false, true, true]);
});

test("The prefix in front of MCP namespaces can be left out", () => {
  const named = nameMcpTools({ srv: ["t"] }, { prefixed: false });
  expect(named).toEqual([{ namespace: "srv", tools: [{ name: "t", raw: "t" }] }]);
});

test("Names of MCP tools stay unique and within 128 characters whatever the servers call them", () => {
  const long = "x".repeat(200);
  const raw = [`${long}1`, `${long}2`, "a b", "a.b", "a_b", "😀", "é"];
  const named = nameMcpTools({ [long]: raw, short: raw, __proto__x: ["constructor"] });
  const flat = named.flatMap(({ namespace, tools }) => tools.map((tool) => `${namespace}__${tool.name}`));
  expect(new Set(flat).size).toBe(15);
  expect(flat.filter((name) => name.length > 128 || !/^\w+$/.test(name))).toEqual([]);
});

test("A name does not depend on the order in which servers and tools are given", () => {
  const forth = nameMcpTools({ "a-b": ["x y", "x.y"], a_b: ["t"] });
  const back = nameMcpTools({ a_b: ["t"], "a-b": ["x.y", "x y"] });
  expect(back).toEqual(forth);
});
