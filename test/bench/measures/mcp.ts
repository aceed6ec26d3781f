import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { createHost } from "../../../host/index.ts";
import type { Row } from "../row.ts";
import { inTurns } from "./throughput.ts";

const CALLS = 1000;
const SERVER = fileURLToPath(new URL("../../fixtures/mcp-server/server.ts", import.meta.url));
const PROCESS = { command: process.execPath, args: [SERVER] };

const CALL = `async (text) => {
  const { content } = await tools.mcp__fix__echo({ text });
  if (content[0].text !== text) throw new Error("another answer");
}`;
const IN_TURN = `const call = ${CALL};\nfor (let i = 0; i < ${CALLS}; i++) await call("n" + i);`;
const AT_ONCE = `const call = ${CALL};\nawait Promise.all(Array.from({ length: ${CALLS} }, (_, i) => call("n" + i)));`;

/**
 * Calls of a real MCP server over standard streams, made by a script and by the SDK's client alone: one after the other,
 * and all at once. Each has a process of the same server; they take turns, so that neither works while the other is
 * measured.
 */
export async function mcp(rounds: number): Promise<readonly Row[]> {
  const fix = { ...PROCESS, required: true, supportsParallelToolCalls: true };
  const host = await createHost({ mcpServers: { fix }, pool: { processes: 1 } });
  const client = new Client({ name: "bench", version: "1" });
  try {
    await Promise.all([host.listTools(), client.connect(new StdioClientTransport(PROCESS))]);
    const session = host.openSession();
    const nested = (source: string) => async (): Promise<number> => {
      const begin = performance.now();
      const outcome = await session.run(source, { yieldTimeMs: null });
      if (outcome.status !== "completed") throw new Error(outcome.error?.message ?? outcome.status);
      return ((performance.now() - begin) / CALLS) * 1000;
    };
    const callAlone = async (text: string): Promise<void> => {
      const { content } = await client.callTool({ name: "echo", arguments: { text } });
      const [item] = content as readonly { readonly text?: string }[];
      if (item?.text !== text) throw new Error("another answer");
    };
    const alone = (work: () => Promise<unknown>) => async (): Promise<number> => {
      const begin = performance.now();
      await work();
      return ((performance.now() - begin) / CALLS) * 1000;
    };
    const numbers = Array.from({ length: CALLS }, (_, i) => `n${i}`);
    const inTurn = async (): Promise<void> => {
      for (const text of numbers) await callAlone(text);
    };
    const atOnce = (): Promise<unknown> => Promise.all(numbers.map(callAlone));
    const ways = [nested(IN_TURN), alone(inTurn), nested(AT_ONCE), alone(atOnce)];
    // All ways, and both servers, are compiled before they count.
    for (const way of ways) await way();
    const [turn = 0, turnAlone = 0, once = 0, onceAlone = 0] = (await inTurns(rounds, ways)).map((value) => value ?? 0);
    return [row("one after the other", turn, turnAlone), row("in one Promise.all", once, onceAlone)];
  } finally {
    await Promise.all([host.close(), client.close()]);
  }
}

function row(how: string, isocell: number, value: number): Row {
  return {
    name: "mcp",
    work: `nested call of an MCP server, 1,000 ${how}`,
    unit: "µs",
    isocell,
    other: { name: "SDK's client alone", value },
    target: { kind: "at most", value: 1.15, unit: "x", reached: isocell / value },
  };
}
