import { defineTool } from "isocell";

const stock: ReadonlyMap<string, number> = new Map([
  ["bolts", 120],
  ["nuts", 80],
  ["washers", 4],
]);

export const countParts = defineTool({
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
