import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { createHost } from "../../../host/index.ts";
import type { Row } from "../row.ts";
import { inTurns } from "./throughput.ts";

const CALLS = 1000;
const SERVER = fileURLToPath(new URL("../../fixtures/mcp-server/server.ts", import.meta.url));
const PROCESS = { command: process.execPath, args: [SERVER] };

/**
 * A call of a real MCP server over standard streams, made by a script and by the SDK's client alone, one after the other.
 * Each has a process of the same server; they take turns, so that neither works while the other is measured.
 */
export async function mcp(rounds: number): Promise<readonly Row[]> {
  const host = await createHost({ mcpServers: { fix: { ...PROCESS, required: true } }, pool: { processes: 1 } });
  const client = new Client({ name: "bench", version: "1" });
  try {
    await Promise.all([host.listTools(), client.connect(new StdioClientTransport(PROCESS))]);
    const session = host.openSession();
    const source = `for (let i = 0; i < ${CALLS}; i++) {
  const { content } = await tools.mcp__fix__echo({ text: "n" + i });
  if (content[0].text !== "n" + i) throw new Error("another answer");
}`;
    const nested = async (): Promise<number> => {
      const begin = performance.now();
      const outcome = await session.run(source, { yieldTimeMs: null });
      if (outcome.status !== "completed") throw new Error(outcome.error?.message ?? outcome.status);
      return ((performance.now() - begin) / CALLS) * 1000;
    };
    const alone = async (): Promise<number> => {
      const begin = performance.now();
      for (let i = 0; i < CALLS; i++) {
        const { content } = await client.callTool({ name: "echo", arguments: { text: `n${i}` } });
        const [item] = content as readonly { readonly text?: string }[];
        if (item?.text !== `n${i}`) throw new Error("another answer");
      }
      return ((performance.now() - begin) / CALLS) * 1000;
    };
    // Both ways, and both servers, are compiled before they count.
    await nested();
    await alone();
    const [ours, theirs] = await inTurns(rounds, [nested, alone]);
    const [isocell, value] = [ours ?? Number.NaN, theirs ?? Number.NaN];
    return [
      {
        name: "mcp",
        work: "nested call of an MCP server, each of 1,000",
        unit: "µs",
        isocell,
        other: { name: "SDK's client alone", value },
        target: { kind: "at most", value: 1.15, unit: "x", reached: isocell / value },
      },
    ];
  } finally {
    await Promise.all([host.close(), client.close()]);
  }
}
