import { readFileSync } from "node:fs";
import { join } from "node:path";
import { callToolResultSchema } from "../../../tools/index.ts";
import type { JsonSchema, ToolAnnotations, ToolExecutor } from "../../../tools/index.ts";
import { ROOT } from "../../support/project.ts";

/** A tool as its owner describes it. */
interface Described {
  readonly owner: string;
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations: ToolAnnotations;
}

/** Tools about which a rule has nothing to say, and tools of which it finds something. */
export interface RuleFixture {
  readonly pass: readonly Described[];
  readonly fail: readonly Described[];
  /** The rule looks at all tools together. */
  readonly list?: true;
  /** Findings in `fail`, where it is not one for each tool. */
  readonly found?: number;
}

/** The fixtures of an area, by rule. */
export function ruleFixtures(area: string): Readonly<Record<string, RuleFixture>> {
  return JSON.parse(readFileSync(join(ROOT, `test/fixtures/lint/${area}.json`), "utf8")) as Record<string, RuleFixture>;
}

/** A tool of an MCP server, as the client makes it. */
export function serverTool({
  owner,
  name,
  description,
  inputSchema,
  outputSchema,
  annotations,
}: Described): ToolExecutor {
  const spec = {
    type: "function",
    namespace: `mcp__${owner}`,
    name,
    description,
    inputSchema: {},
    argumentsSchema: inputSchema,
    outputSchema: callToolResultSchema(outputSchema),
  } as const;
  return {
    name,
    namespace: spec.namespace,
    kind: "function",
    spec,
    exposure: "direct",
    annotations,
    approval: { owner },
    search: { keywords: [name] },
    parallel: () => false,
    handle: () => Promise.reject(new Error("not called")),
  };
}
