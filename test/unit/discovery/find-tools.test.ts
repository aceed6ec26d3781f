import { expect, test } from "vitest";
import { findTools, rankingOf } from "../../../host/discovery/search/find-tools.ts";
import type { ToolExecutor } from "../../../tools/index.ts";
import { fullNames, sampleTool } from "./sample-tools.ts";
import type { SampleTool } from "./sample-tools.ts";

async function find(tools: readonly SampleTool[], query: string, limit = 8): Promise<string[]> {
  return fullNames((await findTools(tools.map(sampleTool), query, limit)).tools);
}

/** Ballast, so that words of the tools under test are rare. */
const OTHERS: readonly SampleTool[] = ["alpha", "beta", "gamma", "delta"].map((name) => ({
  namespace: "mcp__other",
  name,
  description: `Turns the ${name} knob.`,
}));

test.each<[string, Omit<SampleTool, "name">, string]>([
  ["a namespace's part", { namespace: "mcp__calendar" }, "calendar"],
  ["a namespace", { namespace: "mcp__calendar" }, "mcp__calendar"],
  ["a namespace's description", { namespace: "n", namespaceDescription: "Deals with invoices." }, "invoice"],
  ["a description", { description: "Books a flight." }, "flights"],
  ["a title", { title: "Weather report" }, "weather"],
  ["a keyword", { keywords: ["umbrella"] }, "umbrella"],
  ["a source", { source: "Acme connector" }, "acme"],
  ["a parameter", { inputSchema: { type: "object", properties: { latitudeDegrees: { type: "number" } } } }, "latitude"],
  [
    "a parameter's description",
    { inputSchema: { type: "object", properties: { x: { description: "How far north" } } } },
    "north",
  ],
  [
    "a nested parameter and its description",
    {
      inputSchema: {
        type: "object",
        properties: {
          list: { type: "array", items: { anyOf: [{ properties: { zipCode: { description: "postal" } } }] } },
        },
      },
    },
    "zip postal",
  ],
])("A tool is found by %s.", async (_, tool, query) => {
  expect(fullNames([{ namespace: "", ...tool, name: "target" }])).toEqual(
    await find([...OTHERS, { ...tool, name: "target" }], query),
  );
});

test.each(["get_user", "getUser", "GET USER", "mcp__crm__get_user", "mcp__crm.get_user", "mcp__crm/get_user"])(
  "The tool that a query names comes first: %s.",
  async (query) => {
    const tools = [
      { namespace: "mcp__a", name: "user", description: "Get user, get user by name: get the user of a user." },
      ...OTHERS,
      { namespace: "mcp__crm", name: "get_user", description: "Reads one." },
    ];
    expect((await find(tools, query))[0]).toBe("mcp__crm.get_user");
  },
);

test("A tool whose name is made of stop words is found by that name.", async () => {
  expect(await find([...OTHERS, { name: "do" }, { name: "where_is" }], "do")).toEqual(["do"]);
});

test("A hit in a name counts more than one in a description, and that more than one in what all members share.", async () => {
  const tools = [
    { namespace: "mcp__x", name: "one", description: "Alike.", namespaceDescription: "All for parcels." },
    { namespace: "y", name: "two", description: "Sends parcels." },
    { namespace: "y", name: "parcel", description: "Alike." },
    ...OTHERS,
  ];
  expect(await find(tools, "parcels")).toEqual(["y.parcel", "y.two", "mcp__x.one"]);
});

test("A rarer word of a query counts more than a common one.", async () => {
  const tools = [
    ...["a", "b", "c", "d", "e"].map((name) => ({ name, description: "Reads a file." })),
    { name: "f", description: "Reads a spreadsheet." },
  ];
  expect((await find(tools, "file spreadsheet"))[0]).toBe("f");
});

test("Equal scores keep the order of the list, also across the limit, and the total counts all.", async () => {
  const tools = Array.from({ length: 40 }, (_, index) =>
    sampleTool({ namespace: "n", name: `t_${(index * 7) % 40}`, description: "Makes a widget." }),
  );
  const found = await findTools(tools, "widget", 5);
  expect(found).toEqual({ tools: tools.slice(0, 5), total: 40 });
  expect((await findTools(tools, "widget", 1000)).tools).toEqual(tools);
});

test("What shares no word with a query is never found.", async () => {
  expect(await find(OTHERS, "the a of")).toEqual([]);
  expect(await find(OTHERS, "zebra")).toEqual([]);
  expect(await find(OTHERS, "!?")).toEqual([]);
  expect(await find([], "alpha")).toEqual([]);
});

test("Chinese, Japanese and Korean texts are found by what they contain.", async () => {
  const tools = [
    { name: "a", description: "创建日历事件" },
    { name: "b", description: "カレンダーの予定を作成します" },
    { name: "c", description: "캘린더에 일정을 추가합니다" },
    ...OTHERS,
  ];
  expect(await find(tools, "日历")).toEqual(["a"]);
  expect(await find(tools, "予定")).toEqual(["b"]);
  expect(await find(tools, "일정")).toEqual(["c"]);
  expect(await find(tools, "历日")).toEqual([]);
});

test("Schemas that are cyclic, deep, huge or hostile are survived, and found by what is near the top.", async () => {
  const cyclic: Record<string, unknown> = { type: "object", properties: { cyclicName: {} } };
  cyclic["items"] = cyclic;
  let deep: Record<string, unknown> = { properties: { bottom: {} } };
  for (let level = 0; level < 50_000; level++) deep = { properties: { inner: deep } };
  const wide = { properties: Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`p${index}`, {}])) };
  const odd = JSON.parse('{"properties":{"__proto__":{"description":"protoword"},"x":null,"y":7},"anyOf":3}') as object;
  const tools = [cyclic, deep, wide, { ...odd }].map((inputSchema, index) => ({ name: `t${index}`, inputSchema }));
  expect(await find([...tools, ...OTHERS], "cyclicName")).toEqual(["t0"]);
  expect(await find([...tools, ...OTHERS], "inner")).toEqual(["t1"]);
  expect(await find([...tools, ...OTHERS], "p3")).toEqual(["t2"]);
  expect(await find([...tools, ...OTHERS], "protoword")).toEqual(["t3"]);
});

test("A list has one index, which lists that read the same share, and a changed text makes a new one.", async () => {
  const make = (description: string): ToolExecutor[] => [{ name: "x", description }, ...OTHERS].map(sampleTool);
  const first = make("one");
  const ranking = rankingOf(first);
  expect(rankingOf(first)).toBe(ranking);
  expect(rankingOf([...first])).toBe(ranking);
  const reconnected = make("one");
  expect(rankingOf(reconnected)).toBe(ranking);
  // The answer holds the executors of the list that was searched.
  expect((await findTools(reconnected, "x", 1)).tools[0]).toBe(reconnected[0]);
  expect(rankingOf(make("two"))).not.toBe(ranking);
  expect(fullNames((await findTools(make("two"), "two", 8)).tools)).toEqual(["x"]);
});

test("A word that most tools have still finds all of them, in the same order each time.", async () => {
  const tools = Array.from({ length: 1_500 }, (_, index) =>
    sampleTool({ namespace: `n${index % 7}`, name: `t${index}`, description: "Looks into the workspace." }),
  );
  const first = await findTools(tools, "workspace t77", 3);
  expect(first.total).toBe(1_500);
  expect(fullNames(first.tools)).toEqual(["n0.t77", "n0.t0", "n1.t1"]);
  expect(await findTools(tools, "workspace t77", 3)).toEqual(first);
});
