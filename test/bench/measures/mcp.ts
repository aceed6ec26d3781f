import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { createHost } from "../../../host/index.ts";
import { formatNumber } from "../../../host/bench/statistics.ts";
import type { Row } from "../row.ts";
import { inTurns } from "./throughput.ts";

const CALLS = 1000;
const INPUTS = 20;
/** V8 compiles what is called often anew for some thousand calls. */
const WARM_UPS = 3;

/** A server, and the call that is made of it. */
interface Subject {
  readonly name: string;
  readonly args: readonly string[];
  readonly tool: string;
  /** What it is called with, over and over. */
  readonly inputs: readonly Readonly<Record<string, string>>[];
}

/**
 * Calls of real MCP servers over standard streams, made by a script and by the SDK's client alone: one after the other, and
 * all at once. Both have a process of the same server; they take turns, so that neither works while the other is measured.
 * The client sends plain requests. Those of a script also carry ids in `_meta` and a token for progress, which cost whoever
 * sends them and the server some microseconds; what the client takes with the same is told beside.
 */
export async function mcp(rounds: number): Promise<readonly Row[]> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "isocell-bench-")));
  try {
    for (let i = 0; i < INPUTS; i++) writeFileSync(join(folder, `${i}.txt`), `text ${i}\n`.repeat(20));
    const rows: Row[] = [];
    for (const subject of subjects(folder)) rows.push(...(await measure(subject, rounds)));
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function subjects(folder: string): readonly Subject[] {
  const installed = (name: string): string =>
    fileURLToPath(import.meta.resolve(`@modelcontextprotocol/${name}/dist/index.js`));
  return [
    {
      name: "that only answers",
      args: [fileURLToPath(new URL("../../fixtures/mcp-server/server.ts", import.meta.url))],
      tool: "echo",
      inputs: Array.from({ length: INPUTS }, (_, i) => ({ text: `n${i}` })),
    },
    {
      name: "for files, reading one",
      args: [installed("server-filesystem"), folder],
      tool: "read_text_file",
      inputs: Array.from({ length: INPUTS }, (_, i) => ({ path: join(folder, `${i}.txt`) })),
    },
  ];
}

async function measure({ name, args, tool, inputs }: Subject, rounds: number): Promise<readonly Row[]> {
  const server = { command: process.execPath, args: [...args] };
  const real = { ...server, required: true, supportsParallelToolCalls: true };
  const host = await createHost({ mcpServers: { real }, pool: { processes: 1 } });
  const client = new Client({ name: "bench", version: "1" });
  try {
    await Promise.all([host.listTools(), client.connect(new StdioClientTransport({ ...server, stderr: "ignore" }))]);
    const session = host.openSession();
    const call = `const inputs = ${JSON.stringify(inputs)};
      const call = async (i) => {
        if ((await tools.mcp__real__${tool}(inputs[i % inputs.length])).isError) throw new Error("failed");
      };`;
    const nested = (source: string) => (): Promise<number> =>
      timed(async () => {
        const outcome = await session.run(`${call}\n${source}`, { yieldTimeMs: null });
        if (outcome.status !== "completed") throw new Error(outcome.error?.message ?? outcome.status);
      });
    const request = (i: number) => ({ name: tool, arguments: { ...inputs[i % inputs.length] } });
    const callAlone: Call = (i) => client.callTool(request(i));
    const callWithMeta: Call = (i) =>
      client.callTool({ ...request(i), _meta: { callId: `call-${i}`, sessionId: "1" } }, undefined, {
        onprogress: () => undefined,
      });
    const ways = [
      nested(`for (let i = 0; i < ${CALLS}; i++) await call(i);`),
      inTurn(callAlone),
      inTurn(callWithMeta),
      nested(`await Promise.all(Array.from({ length: ${CALLS} }, (_, i) => call(i)));`),
      atOnce(callAlone),
      atOnce(callWithMeta),
    ];
    // All ways, and both servers, are compiled before they count.
    for (let i = 0; i < WARM_UPS; i++) for (const way of ways) await way();
    const medians = (await inTurns(rounds, ways)).map((value) => value ?? 0);
    return [row(name, "one after the other", medians.slice(0, 3)), row(name, "in one Promise.all", medians.slice(3))];
  } finally {
    await Promise.all([host.close(), client.close()]);
  }
}

/** One call of the SDK's client. */
type Call = (i: number) => Promise<Readonly<Record<string, unknown>>>;

async function checked(call: Call, i: number): Promise<void> {
  if ((await call(i))["isError"] === true) throw new Error("failed");
}

/** Microseconds a call. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return ((performance.now() - begin) / CALLS) * 1000;
}

function inTurn(call: Call): () => Promise<number> {
  return () =>
    timed(async () => {
      for (let i = 0; i < CALLS; i++) await checked(call, i);
    });
}

function atOnce(call: Call): () => Promise<number> {
  return () => timed(() => Promise.all(Array.from({ length: CALLS }, (_, i) => checked(call, i))));
}

function row(server: string, how: string, [isocell = 0, value = 0, withMeta = 0]: readonly number[]): Row {
  return {
    name: "mcp",
    work: `nested call of an MCP server ${server}, 1,000 ${how}`,
    unit: "µs",
    isocell,
    other: { name: "SDK's client alone", value },
    target: { kind: "at most", value: 1.15, unit: "x", reached: isocell / value },
    note: `with the same _meta and progress ${formatNumber(withMeta)} µs (${formatNumber(isocell / withMeta)} x)`,
  };
}
