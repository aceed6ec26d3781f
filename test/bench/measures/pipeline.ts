import { median } from "../../../host/bench/statistics.ts";
import { createHost, defineTool } from "../../../host/index.ts";
import type { Host, ToolExecutor } from "../../../host/index.ts";
import type { Row } from "../row.ts";

const DIRECT_CALLS = 50_000;
const NESTED_CALLS = 10_000;
const MANY_TOOLS = 1000;
const STEPS = 200;

/** Calls a second through the whole pipeline, made directly and by a script, and how long a step takes to plan. */
export async function pipeline(rounds: number): Promise<readonly Row[]> {
  const rates: { readonly direct: number[]; readonly nested: number[] } = { direct: [], nested: [] };
  const host = await createHost({ tools: [typedEcho("echo")], pool: { processes: 1 } });
  try {
    await directRate(host);
    for (let round = 0; round < rounds; round++) {
      rates.direct.push(await directRate(host));
      rates.nested.push(await nestedRate(host));
    }
  } finally {
    await host.close();
  }
  const steps = await stepTimes(rounds);
  return [
    absolute("direct calls, one after the other", "/s", median(rates.direct), { kind: "at least", value: 100_000 }),
    absolute("nested calls, all in one Promise.all", "/s", median(rates.nested), null),
    absolute("first step of 1,000 tools", "ms", median(steps.first), { kind: "under", value: 30 }),
    absolute("the next one, nothing changed", "ms", median(steps.next), { kind: "under", value: 1 }),
  ];
}

/** A tool with a schema, so that arguments are checked. */
function typedEcho(name: string): ToolExecutor {
  return defineTool({
    name,
    description: "Gives back its input.",
    inputSchema: { type: "object", properties: { a: { type: "integer" } }, required: ["a"] },
    parallel: true,
    handler: (input: unknown) => input,
  });
}

async function directRate(host: Host): Promise<number> {
  const session = host.openSession();
  const step = await session.step();
  const begin = performance.now();
  for (let call = 0; call < DIRECT_CALLS; call++) await step.call({ name: "echo", arguments: '{"a":1}' });
  const rate = (DIRECT_CALLS / (performance.now() - begin)) * 1000;
  await session.close();
  return rate;
}

async function nestedRate(host: Host): Promise<number> {
  const session = host.openSession();
  const source = `await Promise.all(Array.from({ length: ${NESTED_CALLS} }, () => tools.echo({ a: 1 })))`;
  const begin = performance.now();
  const outcome = await session.run(source, { yieldTimeMs: null });
  const rate = (NESTED_CALLS / (performance.now() - begin)) * 1000;
  if (outcome.status !== "completed") throw new Error(outcome.error?.message ?? outcome.status);
  await session.close();
  return rate;
}

async function stepTimes(rounds: number): Promise<{ readonly first: number[]; readonly next: number[] }> {
  const first: number[] = [];
  const next: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const tools = Array.from({ length: MANY_TOOLS }, (_, index) => typedEcho(`tool_${index}`));
    const host = await createHost({ tools, pool: { processes: 1 } });
    try {
      const session = host.openSession();
      const begin = performance.now();
      await session.step();
      first.push(performance.now() - begin);
      for (let step = 0; step < STEPS; step++) {
        const again = performance.now();
        await session.step();
        next.push(performance.now() - again);
      }
    } finally {
      await host.close();
    }
  }
  return { first, next };
}

function absolute(
  work: string,
  unit: string,
  isocell: number,
  target: { readonly kind: "at least" | "under"; readonly value: number } | null,
): Row {
  return {
    name: "pipeline",
    work,
    unit,
    isocell,
    other: null,
    target: target === null ? null : { ...target, unit, reached: isocell },
  };
}
