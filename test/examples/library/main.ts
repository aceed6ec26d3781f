import { createHost, defineTool } from "isocell";

const stock = new Map([
  ["bolts", 120],
  ["nuts", 80],
  ["washers", 4],
]);

const countParts = defineTool({
  name: "count_parts",
  description: "Tells how many of a part are in stock.",
  inputSchema: {
    type: "object",
    properties: { part: { type: "string" } },
    required: ["part"],
    additionalProperties: false,
  },
  parallel: true,
  handler: ({ part }) => stock.get(String(part)) ?? 0,
});

// What a model would write.
const source = `
const parts = ["bolts", "nuts", "washers"];
const counts = await Promise.all(parts.map((part) => tools.count_parts({ part })));
text("order more: " + parts.filter((part, index) => counts[index] < 10).join(", "));
`;

const host = await createHost({ tools: [countParts] });
try {
  const session = host.openSession();
  const { status, content, calls, error } = await session.run(source, { yieldTimeMs: null });
  console.log(status, error ?? content, `${calls.length} calls`);
} finally {
  await host.close();
}
